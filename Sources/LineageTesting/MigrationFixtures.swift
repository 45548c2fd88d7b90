public import Foundation
public import Lineage
import Testing

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
/// They stand in `MigrationFixtures/Poem/v1/haiku.json`: a folder for the document, one for each version,
/// and in it any number of files. Beside each is what it becomes, `haiku.expected.json`, for people to
/// review; and beside all of them is `schema.json`, the shape of each version. What isn't there yet is
/// written when the tests run at a desk, and that run fails and says what to review. What has shipped
/// is never written again.
///
/// The variable `MIGRATION_FIXTURES` says what a run may write:
/// - `never`: nothing. This is so where `CI` is set.
/// - `missing`: what isn't there yet. This is so everywhere else.
/// - `newest`: also what is there of the newest version, as long as that hasn't shipped.
///
/// ## Topics
///
/// ### Checking
/// - ``check(fileID:filePath:line:column:)``
/// - ``failures()``
/// - ``fuzz(iterations:seed:fileID:filePath:line:column:)``
///
/// ### Recording
/// - ``record(_:as:fileID:filePath:line:column:)``
///
/// ### Comparing versions
/// - ``compatibility()``
public struct MigrationFixtures<Document: VersionedCodable>: Sendable {
  let name: String
  let formats: [FixtureFormat]
  private let bundle: Bundle?
  private let folder: URL?
  private let testFile: String
  /// What the run may write, where a test of ours doesn't leave it to the environment.
  var mode: RecordingMode?

  /// Names the fixtures of a document.
  ///
  /// They are looked for beside the test, in its folder and those above it up to the root of the
  /// package or project.
  ///
  /// - Parameters:
  ///   - type: The newest version of the document's type.
  ///   - name: The name of the document's folder; that of the type, unless said otherwise.
  ///   - formats: The formats of the files. New ones are written in the first.
  ///   - bundle: The test bundle with the folder `MigrationFixtures` among its resources, for tests that
  ///     run where the sources are not: `.module`.
  ///   - folder: The folder `MigrationFixtures` in the source tree, if it is somewhere else.
  ///   - testFile: The test's file; leave it out.
  public init(
    of type: Document.Type, named name: String? = nil,
    formats: [FixtureFormat] = [.json, .propertyList], bundle: Bundle? = nil,
    folder: URL? = nil, testFile: String = #filePath
  ) {
    precondition(!formats.isEmpty, "Fixtures need a format that they are written in.")
    self.name = name ?? String(describing: type)
    self.formats = formats
    self.bundle = bundle
    self.folder = folder
    self.testFile = testFile
  }
}

// MARK: - Checking

extension MigrationFixtures {
  /// Checks every rule that fixtures keep to, and reports all that is wrong at once.
  ///
  /// In a test of Swift Testing each failure becomes an issue, with the documents in question attached.
  /// Anywhere else they are thrown together.
  ///
  /// - Parameters:
  ///   - fileID: Where issues are shown; leave this and the others out.
  ///   - filePath: The same.
  ///   - line: The same.
  ///   - column: The same.
  /// - Throws: `FixtureFailures`, outside of Swift Testing.
  public func check(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws {
    try FixtureFailures.report(
      failures(), at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Checks every rule and returns what is wrong, without failing a test.
  ///
  /// What `check()` records, this records too.
  public func failures() -> [FixtureFailure] {
    examine { try $0.run() }
  }

  /// Opens the folder and lets somebody look at it; what is wrong with the folder itself is a failure.
  func examine(_ body: (inout FixtureCheck) throws -> Void) -> [FixtureFailure] {
    if let problem = Document.chain.problem { return [.brokenChain(name, problem)] }
    let folder: FixtureFolder
    let mode: RecordingMode
    do {
      mode = try self.mode ?? RecordingMode(environment: ProcessInfo.processInfo.environment)
      folder = try FixtureFolder(
        of: name, bundle: bundle, folder: self.folder, testFile: testFile, mode: mode)
    } catch {
      return [.unreadable(nil, because: error)]
    }
    var check: FixtureCheck
    do {
      check = try FixtureCheck(
        folder: folder, chain: DocumentVersion.chain(of: Document.self), formats: formats,
        mode: mode)
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
