public import Foundation
public import Lineage
public import Testing

/// The fixtures of a document: files of every version that has ever been written, which a test opens.
///
/// ```swift
/// import LineageTesting
/// import Testing
///
/// @Test func `every shipped poem still opens`() throws {
///   try MigrationFixtures(of: Poem.self).check()
/// }
/// ```
///
/// They are files such as `MigrationFixtures/Poem/v1/haiku.json`: a folder for the document, one for each
/// version, and in it any number of files. Beside each is what it becomes, `haiku.expected.json`, for people
/// to review; and beside all of them is `schema.json`, the lock: the shape of each version and its fixtures.
/// What doesn't exist yet is written when the tests run on a developer's machine, and that run fails and
/// says what to review. What has shipped is never written again.
///
/// The variable `MIGRATION_FIXTURES` says what a run may write:
/// - `never`: nothing.
/// - `missing`: files that don't exist yet. This is the default.
/// - `newest`: also changed files of the newest version and the expectations, until it has shipped.
///
/// Where `CI` is set, nothing is written, whatever the variable says. Neither is anything while a version
/// that has shipped differs from what is locked.
///
/// ## Topics
///
/// ### Checking
/// - ``check(sourceLocation:)``
/// - ``failuresAfterRecording()``
/// - ``fuzz(iterations:seed:sourceLocation:)``
///
/// ### Recording
/// - ``record(_:as:sourceLocation:)``
///
/// ### Comparing versions
/// - ``compatibility()``
public struct MigrationFixtures<Document: VersionedCodable>: Sendable {
  let name: String
  let options: FixtureOptions
  private let isNamed: Bool
  private let bundle: Bundle?
  private let folder: URL?
  private let testFile: String
  /// What the run may write, in tests of the kit itself; otherwise the environment says it.
  var mode: RecordingMode?

  /// Names the fixtures of a document.
  ///
  /// They are looked for beside the test, in its folder and those above it up to the root of the
  /// package or project.
  ///
  /// ```swift
  /// MigrationFixtures(of: Editor.Settings.self, named: "EditorSettings")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The newest version of the document's type.
  ///   - name: The name of the document's folder; by default, that of the type. Pass it where the type
  ///     has been renamed since, or where two types have the same name.
  ///   - hasShipped: Whether there are documents of older versions in the world. Pass false for a chain
  ///     that has several versions before any of them ships: until you take it out, all of them may
  ///     change, and `MIGRATION_FIXTURES=newest` rewrites the files of all of them.
  ///   - allowsUnknownFields: Whether fixtures may have fields that their type doesn't declare, as long
  ///     as it keeps them. Pass true for documents that are meant to hold the fields of other programs.
  ///   - formats: The formats of the files. New ones are written in the first.
  ///   - bundle: The test bundle with the folder `MigrationFixtures` among its resources, for tests that
  ///     run where the sources are not: `.module`.
  ///   - folder: The folder `MigrationFixtures` in the source tree, if it is somewhere else.
  ///   - testFile: The test's file; leave it out.
  public init(
    of type: Document.Type, named name: String? = nil, hasShipped: Bool = true,
    allowsUnknownFields: Bool = false, formats: [FixtureFormat] = [.json, .propertyList],
    bundle: Bundle? = nil, folder: URL? = nil, testFile: String = #filePath
  ) {
    precondition(!formats.isEmpty, "Fixtures need a format that they are written in.")
    self.name = name ?? String(describing: type)
    self.isNamed = name != nil
    self.options = FixtureOptions(
      hasShipped: hasShipped, allowsUnknownFields: allowsUnknownFields, formats: formats)
    self.bundle = bundle
    self.folder = folder
    self.testFile = testFile
  }
}

// MARK: - Checking

extension MigrationFixtures {
  /// Checks every rule for fixtures, and reports everything that is wrong at once, causes first.
  ///
  /// In a test of Swift Testing each failure becomes an issue, with the documents in question attached.
  /// Anywhere else they are thrown together.
  ///
  /// - Parameter sourceLocation: Where issues are shown; leave it out.
  /// - Throws: `FixtureFailures`, outside of Swift Testing.
  public func check(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try FixtureFailures.report(
      failuresAfterRecording(), at: sourceLocation)
  }

  /// Checks every rule and returns what is wrong, without failing a test.
  ///
  /// Like `check()`, it writes the files that are missing, as far as `MIGRATION_FIXTURES` allows.
  public func failuresAfterRecording() -> [FixtureFailure] {
    examine { try $0.run() }
  }

  /// Opens the folder for a check of some kind; problems with the folder itself are failures too.
  func examine(_ body: (inout FixtureCheck) throws -> Void) -> [FixtureFailure] {
    if let problem = Document.chain.problem { return [.brokenChain(name, problem)] }
    let folder: FixtureFolder
    let recording: Recording
    do {
      recording =
        try mode.map { Recording(mode: $0) }
        ?? Recording(environment: ProcessInfo.processInfo.environment)
      folder = try FixtureFolder(
        of: name, bundle: bundle, folder: self.folder, testFile: testFile, mode: recording.mode)
    } catch {
      return [.unreadable(nil, because: error)]
    }
    if let other = FolderOwners.claim(folder.reading, for: Document.self, isNamed: isNamed) {
      return [
        .sharedFolder(
          folder.shownFolder(of: name), String(reflecting: Document.self), other,
          typeName: String(describing: Document.self))
      ]
    }
    var check: FixtureCheck
    do {
      check = try FixtureCheck(
        folder: folder, chain: DocumentVersion.chain(of: Document.self), options: options,
        recording: recording)
    } catch {
      return [.unreadable(folder.shownPath(of: SchemaLock.file), because: error)]
    }
    do {
      try body(&check)
    } catch {
      check.note(.unreadable(nil, because: error))
    }
    return check.finish()
  }
}

/// What a test says about the fixtures of a document.
struct FixtureOptions: Sendable {
  var hasShipped = true
  var allowsUnknownFields = false
  var formats: [FixtureFormat] = [.json, .propertyList]
}
