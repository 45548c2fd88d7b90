import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Finding the folder of fixtures.
struct FixtureFolderTests {
  private let tree = TemporaryFixtures()

  private func folder(
    testFile: String, bundle: Bundle? = nil, folder: String? = nil, mode: RecordingMode = .never
  ) throws -> FixtureFolder {
    try FixtureFolder(
      of: "Poem", bundle: bundle, folder: folder.map { tree.folder.appending(path: $0) },
      testFile: tree.folder.appending(path: testFile).path(percentEncoded: false), mode: mode)
  }

  @Test(arguments: [
    (["Package.swift", "Tests/PoemTests/Tests.swift"], "MigrationFixtures/Poem/"),
    (
      ["Package.swift", "MigrationFixtures/x/y", "Tests/PoemTests/Tests.swift"],
      "MigrationFixtures/Poem/"
    ),
    (
      ["Package.swift", "Tests/PoemTests/MigrationFixtures/x", "Tests/PoemTests/Tests.swift"],
      "Tests/PoemTests/MigrationFixtures/Poem/"
    ),
    (
      ["MigrationFixtures/x", "Inner/Package.swift", "Inner/Tests/PoemTests/Tests.swift"],
      "Inner/MigrationFixtures/Poem/"
    ),
    (
      ["App.xcodeproj/project", "Tests/PoemTests/Tests.swift"], "MigrationFixtures/Poem/"
    ),
  ])
  func `the nearest folder above the test is used, up to the root of the package`(
    _ files: [String], _ expected: String
  ) throws {
    for file in files { try tree.put("", at: file) }

    let folder = try folder(testFile: files[files.count - 1])

    #expect(folder.reading == tree.folder.appending(path: expected).standardizedFileURL)
    #expect(folder.source == folder.reading)
  }

  @Test func `a folder that has the document takes precedence over a nearer one`() throws {
    for file in [
      "Package.swift", "MigrationFixtures/Poem/v1/a.json", "Tests/MigrationFixtures/Book/v1/a.json",
      "Tests/Tests.swift",
    ] {
      try tree.put("", at: file)
    }

    let folder = try folder(testFile: "Tests/Tests.swift")

    #expect(folder.shownPath(of: "v1/a.json") == "MigrationFixtures/Poem/v1/a.json")
    #expect(try folder.data(of: "v1/a.json") != nil)
  }

  @Test func `paths in messages begin at the root, so that commands can be copied`() throws {
    for file in ["Package.swift", "Tests/MigrationFixtures/Poem/v1/a.json", "Tests/Tests.swift"] {
      try tree.put("", at: file)
    }

    #expect(
      try folder(testFile: "Tests/Tests.swift").shownPath(of: "v1/a.json")
        == "Tests/MigrationFixtures/Poem/v1/a.json")
  }

  @Test func `fixtures of one document in two places are an error`() throws {
    for file in [
      "Package.swift", "MigrationFixtures/Poem/v1/a.json", "Tests/MigrationFixtures/Poem/v1/a.json",
      "Tests/Tests.swift",
    ] {
      try tree.put("", at: file)
    }

    let error = #expect(throws: FixtureFolder.InTwoPlaces.self) {
      try folder(testFile: "Tests/Tests.swift")
    }

    #expect(
      error?.description == """
        There are fixtures of Poem in Tests/MigrationFixtures and in MigrationFixtures, and a check \
        looks at one place. Move them together, or pass the folder: MigrationFixtures(of:folder:).
        """)
    #expect(
      try folder(testFile: "Tests/Tests.swift", folder: "Tests/MigrationFixtures").reading
        == tree.folder.appending(path: "Tests/MigrationFixtures/Poem/"))
  }

  @Test(arguments: [RecordingMode.missing, .newest])
  func `a folder that doesn't exist on a device is read from the test bundle`(
    _ mode: RecordingMode
  ) throws {
    try tree.put("bundled", at: "bundle/MigrationFixtures/Poem/v1/a.json")
    let bundle = try #require(
      Bundle(path: tree.folder.appending(path: "bundle").path(percentEncoded: false)))
    func folder() throws -> FixtureFolder {
      try self.folder(
        testFile: "gone/Tests.swift", bundle: bundle, folder: "there/MigrationFixtures", mode: mode)
    }

    let onDevice = try folder()
    #expect(onDevice.source == nil)
    #expect(try onDevice.data(of: "v1/a.json") == Data("bundled".utf8))

    try tree.put("source", at: "there/MigrationFixtures/Poem/v1/a.json")
    #expect(try folder().data(of: "v1/a.json") == Data("source".utf8))
  }

  @Test(arguments: ["bundle", "a bundle", "bündel %20"])
  func `in mode never, fixtures are read from the test bundle`(
    _ name: String
  ) throws {
    try tree.put("bundled", at: "\(name)/MigrationFixtures/Poem/v1/a.json")
    try tree.put("source", at: "package/MigrationFixtures/Poem/v1/a.json")
    try tree.put("", at: "package/Tests/Tests.swift")
    let bundle = try #require(
      Bundle(path: tree.folder.appending(path: name).path(percentEncoded: false)))

    let inCI = try folder(testFile: "package/Tests/Tests.swift", bundle: bundle)
    let fromSource = try folder(
      testFile: "package/Tests/Tests.swift", bundle: bundle, mode: .missing)
    let onDevice = try folder(testFile: "gone/Tests.swift", bundle: bundle, mode: .missing)

    #expect(try inCI.data(of: "v1/a.json") == Data("bundled".utf8))
    #expect(try fromSource.data(of: "v1/a.json") == Data("source".utf8))
    #expect(try onDevice.data(of: "v1/a.json") == Data("bundled".utf8))
    #expect(onDevice.source == nil)
  }

  @Test func `a bundle without the fixtures is an error that says how to add them`() throws {
    try tree.put("", at: "bundle/other.txt")
    let bundle = try #require(
      Bundle(path: tree.folder.appending(path: "bundle").path(percentEncoded: false)))

    let error = #expect(throws: FixtureFolder.NotFound.self) {
      try folder(testFile: "Tests.swift", bundle: bundle)
    }

    #expect(
      error?.description == """
        The test bundle has no folder MigrationFixtures. Add it to the test target: \
        resources: [.copy("MigrationFixtures")].
        """)
  }

  @Test func `a file that can't be read is an error that says what to do`() {
    let cause = CocoaError(.fileReadNoPermission)

    let error = UnreadableFile(file: "Poem/schema.json", isFolder: false, underlyingError: cause)

    #expect(
      error.description == """
        Poem/schema.json can't be read. \(cause.localizedDescription) Change its permissions, or restore it \
        from version control.
        """)
  }

  @Test func `without the source tree and a bundle, there is an error`() {
    let error = #expect(throws: FixtureFolder.NotFound.self) {
      try folder(testFile: "nowhere/at/all/Tests.swift")
    }

    #expect(
      error?.description == """
        The source files aren't on this machine, so the fixtures can't be found beside the test. Add \
        them to the test target as resources, and pass the bundle: MigrationFixtures(of:bundle: .module).
        """)
  }
}
