import Testing

@testable import LineageTesting

struct RecordingModeTests {
  @Test(arguments: [
    ([:], RecordingMode.missing),
    (["CI": "true"], .never),
    (["CI": "1"], .never),
    (["CI": "woodpecker"], .never),
    (["CI": ""], .missing),
    (["TF_BUILD": "True"], .never),
    (["TEAMCITY_VERSION": "2025.03"], .never),
    (["JENKINS_URL": "https://ci.example.com/"], .never),
    (["JENKINS_URL": "https://ci.example.com/", "CI": "false"], .missing),
    (["CI": "false"], .missing),
    (["CI": "0"], .missing),
    (["MIGRATION_FIXTURES": "never"], .never),
    (["MIGRATION_FIXTURES": "missing", "CI": "true"], .never),
    (["MIGRATION_FIXTURES": "newest", "CI": "true"], .never),
    (["MIGRATION_FIXTURES": "newest", "CI": "false"], .newest),
    (["MIGRATION_FIXTURES": "newest"], .newest),
    (["MIGRATION_FIXTURES": ""], .missing),
    (["MIGRATION_FIXTURES": "", "CI": "true"], .never),
  ])
  func `the environment controls what may be written, and CI overrides it`(
    _ environment: [String: String], _ mode: RecordingMode
  ) throws {
    #expect(try Recording(environment: environment).mode == mode)
  }

  @Test func `advice that can't be followed in CI says so`() throws {
    let environment = ["MIGRATION_FIXTURES": "newest", "CI": "true"]

    #expect(
      try Recording(environment: environment).advice("Record and review it", .missing) == """
        Record and review it: MIGRATION_FIXTURES=missing swift test
        Run it on your machine: CI is set here, so nothing is written, regardless of MIGRATION_FIXTURES.
        """)
    #expect(
      try Recording(environment: ["CI": "true"]).advice("Record and review it", .missing)
        == "Record and review it: MIGRATION_FIXTURES=missing swift test")
  }

  @Test(arguments: [
    ("Poem/v1/haiku.json", "Poem/v1/haiku.json"),
    ("Box<Int>/v1/a b.json", "'Box<Int>/v1/a b.json'"),
    ("Poésie/v1/l'été.json", #"'Poésie/v1/l'\''été.json'"#),
  ])
  func `a file in a command is quoted if a shell would read it otherwise`(
    _ file: String, _ word: String
  ) {
    let advice = Recording(mode: .missing).advice("Record it", .missing, removing: file)

    #expect(advice == "Record it: rm \(word) && MIGRATION_FIXTURES=missing swift test")
  }

  @Test func `advice names the variable that says that this is CI`() throws {
    let environment = ["MIGRATION_FIXTURES": "newest", "TF_BUILD": "True"]

    #expect(
      try Recording(environment: environment).advice("Record it", .missing).hasSuffix(
        "TF_BUILD is set here, so nothing is written, regardless of MIGRATION_FIXTURES."))
  }

  @Test(arguments: ["always", "Never", "missing ", "1"])
  func `an unknown mode is an error`(_ word: String) {
    let error = #expect(throws: RecordingMode.Unknown.self) {
      try Recording(environment: ["MIGRATION_FIXTURES": word])
    }

    #expect(
      error?.description == """
        MIGRATION_FIXTURES is '\(word)', which isn't a recording mode. Set it to never, missing or \
        newest, or don't set it.
        """)
  }
}
