public import Foundation
public import Lineage
public import Testing

/// The fixtures of a document: files of every version ever written, which a test decodes.
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
/// A fixture is a file such as `MigrationFixtures/Poem/v1/haiku.json`: each document has a folder, with a folder for
/// each version, which contains any number of files. Beside each fixture is the migrated document,
/// `haiku.expected.json`, for you to review. The document's folder also contains the *schema lock*, `schema.json`, with
/// the shape and the fixtures of each version. When the tests run on a developer's machine, they write missing files,
/// fail, and list the files to review. Files of shipped versions are never rewritten.
///
/// The environment variable `MIGRATION_FIXTURES` controls what a run may write:
/// - `never`: nothing.
/// - `missing`: files that don't exist yet, and `.expected` files that are still of the version before. This is the
///   default.
/// - `newest`: also changed files of the newest version, and changed `.expected` files, until it
///   has shipped.
///
/// If `CI` is set to anything but `false`, `no` or `0`, or one of the variables `TF_BUILD`, `TEAMCITY_VERSION` and
/// `JENKINS_URL` of servers that don't set it, nothing is written, regardless of the variable. The same applies as long
/// as a shipped version differs from the schema lock.
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
  /// The recording mode in tests of this library; in others, the environment sets it.
  var mode: RecordingMode?
  /// What this process has recorded, in tests of this library that repeat a run.
  var history: RecordedFiles?

  /// Creates a value that refers to the fixtures of a document.
  ///
  /// The folder `MigrationFixtures` is searched for beside the test's file, and in the folders
  /// above it up to the root of the package or project.
  ///
  /// ```swift
  /// MigrationFixtures(of: Editor.Settings.self, named: "EditorSettings")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The newest version of the document's type.
  ///   - name: The name of the document's folder; by default, that of the type. Pass it if the type
  ///     was renamed after the folder was made, or if two types have the same name.
  ///   - hasShipped: Whether users have documents of older versions. Pass false for a chain of
  ///     several versions that haven't shipped. As long as you do, all of them can change, and
  ///     `MIGRATION_FIXTURES=newest` rewrites the files of all of them.
  ///   - allowsUnknownFields: Whether fixtures may have fields that their type doesn't declare, as
  ///     long as it preserves them. Pass true for documents that are meant to contain fields of
  ///     other programs.
  ///   - formats: The formats of the files. New files are written in the first format.
  ///   - bundle: The test bundle with the folder `MigrationFixtures` among its resources, for tests
  ///     that run without the source tree: `.module`.
  ///   - folder: The folder `MigrationFixtures` in the source tree, if it isn't beside the test or
  ///     above it.
  ///   - testFile: The path of the test's file. Defaults to the caller's file.
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
  /// Checks every rule for fixtures, and reports all failures at once, causes first.
  ///
  /// In a test of Swift Testing, each failure becomes an issue with its documents attached.
  /// Anywhere else, all failures are thrown as one error.
  ///
  /// - Parameter sourceLocation: Where to report issues. Defaults to the caller's line.
  /// - Throws: `FixtureFailures`, if no test of Swift Testing is running.
  public func check(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try FixtureFailures.report(
      failuresAfterRecording(), at: sourceLocation)
  }

  /// Checks every rule and returns the failures, without failing a test.
  ///
  /// This method records the same files as `check()`.
  public func failuresAfterRecording() -> [FixtureFailure] {
    examine(as: "check") { check, findings in try check.run(&findings) }
  }

  /// Opens the folder and runs a check. Problems with the folder itself are failures too.
  ///
  /// - Parameters:
  ///   - run: What the test does, to recognize that it is repeated.
  ///   - mode: The recording mode, if it doesn't depend on the environment.
  ///   - body: Adds what it finds, and the files to write.
  func examine(
    as run: String, mode: RecordingMode? = nil,
    _ body: (FixtureCheck, inout CheckFindings) throws -> Void
  ) -> [FixtureFailure] {
    if let problem = Document.chain.problem { return [.brokenChain(name, problem)] }
    let folder: FixtureFolder
    let recording: Recording
    do {
      recording =
        try (mode ?? self.mode).map { Recording(mode: $0) }
        ?? Recording(environment: ProcessInfo.processInfo.environment)
      folder = try FixtureFolder(
        of: name, bundle: bundle, folder: self.folder, testFile: testFile, mode: recording.mode)
    } catch {
      return [.uncheckable(nil, because: error)]
    }
    if let other = FolderOwners.claim(folder.reading, for: Document.self, isNamed: isNamed) {
      return [
        .folderOfTwoTypes(
          folder.shownFolder(of: name), String(reflecting: Document.self), other,
          typeName: String(describing: Document.self))
      ]
    }
    let check: FixtureCheck
    do {
      check = try FixtureCheck(
        folder: folder, chain: DocumentVersion.chain(of: Document.self), options: options,
        recording: recording)
    } catch {
      return [.uncheckable(folder.shownPath(of: SchemaLock.file), because: error)]
    }
    var findings = CheckFindings()
    do {
      try body(check, &findings)
    } catch {
      findings.end(with: error)
    }
    let written = findings.writeFiles(to: folder)
    let place = folder.reading.standardizedFileURL.path(percentEncoded: false)
    let recorded = recordedFiles?.add(written, by: "\(run) \(place)") ?? written
    return findings.allFailures(recorded: recorded, in: check)
  }

  /// Where this run and its repetitions are recorded; nil if a test of this library controls the mode.
  var recordedFiles: RecordedFiles? { history ?? (mode == nil ? .ofProcess : nil) }
}

/// The options that a test passes for its fixtures.
struct FixtureOptions: Sendable {
  var hasShipped = true
  var allowsUnknownFields = false
  var formats: [FixtureFormat] = [.json, .propertyList]
}
