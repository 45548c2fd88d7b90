import Foundation
import Lineage

/// A fixture: a document as a version of the program wrote it, with the files beside it.
struct FixtureCase {
  /// The version whose folder it is in.
  let version: DocumentVersion
  let name: String
  let format: FixtureFormat
  private(set) var data: Data
  /// The expected newest form, if it differs from the document.
  let expectation: Data?
  let notes: FixtureNotes

  var file: String { Self.file(name, of: version, in: format) }
  var fileName: String { "\(name).\(format.fileExtension)" }
  var digest: String { FixtureDigest.of(data, fileExtension: format.fileExtension) }
  var expectationFile: String { Self.file(name + Self.expectationMark, of: version, in: format) }
  var notesFile: String { "\(version.folder)/\(name)\(Self.notesMark)" }

  func digest(ofExpectation data: Data) -> String {
    FixtureDigest.of(data, fileExtension: format.fileExtension)
  }

  /// The fixture after its file was rewritten.
  func rewritten(as data: Data) -> FixtureCase {
    var fixture = self
    fixture.data = data
    return fixture
  }

  static func file(_ name: String, of version: DocumentVersion, in format: FixtureFormat) -> String
  {
    "\(version.folder)/\(name).\(format.fileExtension)"
  }

  /// Whether a check finds a fixture by its name, and takes it for one.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".")
      && !name.utf8.contains { [0, UInt8(ascii: "/")].contains($0) }
      && !name.hasSuffix(expectationMark) && !(name + ".json").hasSuffix(notesMark)
  }

  fileprivate static let expectationMark = ".expected"
  fileprivate static let notesMark = ".notes.json"
}

/// The contents of a document's folder.
struct FixtureListing {
  /// The fixtures, oldest version first.
  private(set) var cases: [FixtureCase] = []
  /// Folders of versions that are not in the chain.
  private(set) var foldersOfNoVersion: [String] = []
  /// Folders in the folders of versions.
  private(set) var nestedFolders: [(name: String, version: DocumentVersion)] = []
  /// Files that belong to no fixture.
  private(set) var filesOfNoFixture: [String] = []
  /// Notes that can't be read, with the errors.
  private(set) var brokenNotes: [(file: String, error: any Error)] = []

  /// The fixtures of a version.
  func cases(of version: DocumentVersion) -> [FixtureCase] {
    cases.filter { $0.version.index == version.index }
  }

  /// The listing after fixtures are replaced by rewritten ones.
  func replacing(_ rewritten: [FixtureCase]) -> FixtureListing {
    let files = Dictionary(rewritten.map { ($0.file, $0) }) { first, _ in first }
    var listing = self
    listing.cases = cases.map { files[$0.file] ?? $0 }
    return listing
  }

  init(of folder: FixtureFolder, chain: [DocumentVersion], formats: [FixtureFormat]) throws {
    for name in folder.contents() where chain.allSatisfy({ $0.folder != name }) {
      if folder.isFolder(name) {
        foldersOfNoVersion.append(name)
      } else if name != SchemaLock.file, !name.hasSuffix(".md") {
        filesOfNoFixture.append(name)
      }
    }
    for version in chain { try list(version, in: folder, formats) }
  }

  private mutating func list(
    _ version: DocumentVersion, in folder: FixtureFolder, _ formats: [FixtureFormat]
  ) throws {
    let endings = formats.map { ".\($0.fileExtension)" }
    var rest = Set(
      folder.contents(of: version.folder).filter { file in
        !file.hasSuffix(".md") || endings.contains { file.hasSuffix($0) }
      })
    for name in rest.sorted() where folder.isFolder("\(version.folder)/\(name)") {
      // A check can't continue without an expectation that seems to be there.
      if name.contains("\(FixtureCase.expectationMark).") { continue }
      rest.remove(name)
      nestedFolders.append(("\(version.folder)/\(name)", version))
    }
    let files = rest
    for format in formats {
      let ending = ".\(format.fileExtension)"
      let names = rest.filter {
        $0.hasSuffix(ending) && !$0.hasSuffix(FixtureCase.expectationMark + ending)
          && !$0.hasSuffix(FixtureCase.notesMark)
      }
      for file in names.sorted() {
        let name = String(file.dropLast(ending.count))
        let expectation = name + FixtureCase.expectationMark + ending
        let notes = name + FixtureCase.notesMark
        guard let data = try folder.document(in: "\(version.folder)/\(file)", format) else {
          continue
        }
        cases.append(
          FixtureCase(
            version: version, name: name, format: format, data: data,
            expectation: try folder.document(in: "\(version.folder)/\(expectation)", format),
            notes: files.contains(notes)
              ? self.notes("\(version.folder)/\(notes)", in: folder) : FixtureNotes()))
        rest.subtract([file, expectation, notes])
      }
    }
    filesOfNoFixture += rest.sorted().map { "\(version.folder)/\($0)" }
  }

  private mutating func notes(_ file: String, in folder: FixtureFolder) -> FixtureNotes {
    do {
      return try folder.data(of: file).map(FixtureNotes.init(from:)) ?? FixtureNotes()
    } catch {
      if !brokenNotes.contains(where: { $0.file == file }) { brokenNotes.append((file, error)) }
      return FixtureNotes()
    }
  }
}
