import Testing

@testable import Benchmark

struct CommandTests {
  @Test(arguments: [
    ([], Command.measure(only: "", quick: false, asJSON: false, folder: nil)),
    (
      ["--quick", "files", "--json", "--only", "decode/"],
      .measure(only: "decode/", quick: true, asJSON: true, folder: "files")
    ),
    (["--list"], .list),
    (
      ["--case", "decode/settings", "--times", "100"],
      .run(name: "decode/settings", times: 100, column: nil)
    ),
    (
      ["--times", "1", "--column", "Foundation", "--case", "x"],
      .run(name: "x", times: 1, column: "Foundation")
    ),
    (["--probe", "versionedMemory"], .probe(.versionedMemory)),
    (["--check-doubles", "100000000"], .checkDoubles(100_000_000)),
  ])
  func `arguments select the command`(arguments: [String], command: Command) throws {
    #expect(try Command(arguments) == command)
  }

  @Test func `some doubles are the same as Foundation's`() throws {
    #expect(try DoubleCheck.run(1).hasPrefix("10000 doubles are the same"))
  }

  @Test(arguments: [
    (["--fast"], "'--fast' is no argument of this program."),
    (["one", "two"], "'two' is no argument of this program."),
    (["--only"], "'--only' needs a value after it."),
    (["--case", "x"], "--case don't go together as given."),
    (["--case", "x", "--times", "often"], "--case, --times don't go together as given."),
    (["--check-doubles", "0"], "--check-doubles don't go together as given."),
    (["--list", "--quick"], "--list, --quick don't go together as given."),
  ])
  func `invalid arguments are rejected`(arguments: [String], message: String) {
    #expect(throws: UsageError(message)) { try Command(arguments) }
  }
}
