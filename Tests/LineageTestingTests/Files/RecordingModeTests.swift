import Testing

@testable import LineageTesting

struct RecordingModeTests {
  @Test(arguments: [
    ([:], RecordingMode.missing),
    (["CI": "true"], .never),
    (["CI": "1"], .never),
    (["CI": "woodpecker"], .never),
    (["CI": ""], .missing),
    (["CI": "false"], .missing),
    (["CI": "0"], .missing),
    (["MIGRATION_FIXTURES": "never"], .never),
    (["MIGRATION_FIXTURES": "missing", "CI": "true"], .missing),
    (["MIGRATION_FIXTURES": "newest", "CI": "true"], .newest),
    (["MIGRATION_FIXTURES": ""], .missing),
    (["MIGRATION_FIXTURES": "", "CI": "true"], .never),
  ])
  func `the environment says what may be written`(
    _ environment: [String: String], _ mode: RecordingMode
  ) throws {
    #expect(try RecordingMode(environment: environment) == mode)
  }

  @Test(arguments: ["always", "Never", "missing ", "1"])
  func `another word is an error, and no mode`(_ word: String) {
    let error = #expect(throws: RecordingMode.Unknown.self) {
      try RecordingMode(environment: ["MIGRATION_FIXTURES": word])
    }

    #expect(
      error?.description == """
        MIGRATION_FIXTURES is '\(word)', which is no way to record fixtures. Set it to never, missing \
        or newest, or leave it out.
        """)
  }
}
