import Foundation

/// The folder with the fixtures of one document, in the source tree or the test bundle.
struct FixtureFolder {
  /// The name of the folder that contains all fixtures.
  static let name = "MigrationFixtures"

  /// The name of the document's folder.
  private(set) var document: String
  /// The folder in the source tree; nil if the tests run without it.
  private(set) var source: URL?
  /// The folder that fixtures are read from.
  private(set) var reading: URL
  /// The folder of all fixtures in messages: its path from the root.
  let shownName: String
  /// Files that are going to be written, by path. They are read as if they existed.
  private var pending: [String: Data] = [:]

  /// Finds the folder of a document.
  ///
  /// A run that may record reads the source tree, since it writes there. Otherwise the test bundle
  /// comes first, because it works without the source tree.
  init(
    of document: String, bundle: Bundle?, folder: URL?, testFile: String, mode: RecordingMode
  ) throws {
    self.document = document
    let found = folder == nil ? try Self.sourceFolder(of: document, nextTo: testFile) : nil
    shownName = found?.name ?? Self.name
    var source = folder ?? found?.url
    // With a bundle, the tests may run on a device, which doesn't have the folder.
    if bundle != nil, let folder, !Self.exists(folder) { source = nil }
    self.source = source?.appending(path: document, directoryHint: .isDirectory)
    var bundled: URL?
    if let bundle {
      guard let resources = bundle.resourceURL?.appending(path: Self.name), Self.exists(resources)
      else { throw NotFound(isInBundle: true) }
      bundled = resources.appending(path: document, directoryHint: .isDirectory)
    }
    let candidates = mode == .never ? [bundled, self.source] : [self.source, bundled]
    guard let reading = candidates.compactMap(\.self).first else {
      throw NotFound(isInBundle: false)
    }
    self.reading = reading
  }

  /// There is no folder to look for fixtures in.
  struct NotFound: Error, CustomStringConvertible {
    let isInBundle: Bool

    var description: String {
      isInBundle
        ? """
        The test bundle has no folder \(FixtureFolder.name). Add it to the test target: \
        resources: [.copy("\(FixtureFolder.name)")].
        """
        : """
        The source files aren't on this machine, so the fixtures can't be found beside the test. Add \
        them to the test target as resources, and pass the bundle: MigrationFixtures(of:bundle: .module).
        """
    }
  }

  /// The folder of all fixtures in the source tree: the nearest one above the test's file that has
  /// this document, otherwise the nearest one, otherwise a new one at the root of the package or
  /// project.
  private static func sourceFolder(
    of document: String, nextTo testFile: String
  ) throws -> (url: URL, name: String)? {
    let start = URL(filePath: testFile).standardizedFileURL.deletingLastPathComponent()
    guard exists(start) else { return nil }
    var folders: [URL] = []
    var root = start
    while true {
      let path = root.path(percentEncoded: false)
      let contents = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      if contents.contains(name) { folders.append(root.appending(path: name)) }
      let isRoot = contents.contains {
        $0 == "Package.swift" || $0 == ".git" || $0.hasSuffix(".xcodeproj")
      }
      if isRoot { break }
      guard root.pathComponents.count > 1 else {
        root = start
        break
      }
      root.deleteLastPathComponent()
    }
    func shown(_ folder: URL) -> String {
      folder.standardizedFileURL.pathComponents.dropFirst(root.pathComponents.count)
        .joined(separator: "/")
    }
    let withDocument = folders.filter { exists($0.appending(path: document)) }
    if withDocument.count > 1 {
      throw InTwoPlaces(document: document, places: withDocument.map(shown))
    }
    let folder = withDocument.first ?? folders.first ?? root.appending(path: name)
    return (folder.standardizedFileURL, shown(folder))
  }

  /// The fixtures of a document are in two folders, but a check reads only one.
  struct InTwoPlaces: Error, CustomStringConvertible {
    let document: String
    let places: [String]

    var description: String {
      """
      There are fixtures of \(document) in \(places.joined(separator: " and in ")), and a check looks at \
      one place. Move them together, or pass the folder: MigrationFixtures(of:folder:).
      """
    }
  }

  // MARK: - Files

  /// The folder of a document in messages.
  func shownFolder(of document: String) -> String { "\(shownName)/\(document)" }

  /// The path of a file in messages.
  func shownPath(of file: String) -> String { "\(shownFolder(of: document))/\(file)" }

  /// The folders of other documents beside this one.
  func otherDocuments() -> [String] {
    let all = reading.deletingLastPathComponent()
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: all.path(percentEncoded: false))
    return (names ?? []).filter { $0 != document }.sorted()
  }

  /// The folder of another document beside this one.
  func beside(_ document: String) -> FixtureFolder {
    func moved(_ folder: URL) -> URL {
      folder.deletingLastPathComponent().appending(path: document, directoryHint: .isDirectory)
    }
    var other = self
    other.document = document
    other.source = source.map(moved)
    other.reading = moved(reading)
    other.pending = [:]
    return other
  }

  /// The document's lock, if it can be read.
  var lock: SchemaLock? {
    (try? data(of: SchemaLock.file)).flatMap { try? SchemaLock(from: $0) }
  }

  private static func exists(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
  }

  /// The sorted names of the files in a folder; empty if there is no such folder.
  func contents(of folder: String = "") -> [String] {
    let url = folder.isEmpty ? reading : reading.appending(path: folder)
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: url.path(percentEncoded: false))
    let files = (names ?? []).filter { !$0.hasPrefix(".") }
    let prefix = folder.isEmpty ? "" : "\(folder)/"
    let added = pending.keys.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
      .filter { !$0.contains("/") }.map(String.init)
    return Set(files + added).sorted()
  }

  func isFolder(_ name: String) -> Bool {
    let values = try? reading.appending(path: name).resourceValues(forKeys: [.isDirectoryKey])
    return values?.isDirectory == true
  }

  /// The bytes of a file; nil if it doesn't exist.
  func data(of file: String) throws -> Data? {
    if let data = pending[file] { return data }
    let url = reading.appending(path: file)
    guard Self.exists(url) else { return nil }
    do {
      return try Data(contentsOf: url)
    } catch {
      throw UnreadableFile(
        file: shownPath(of: file), isFolder: isFolder(file), underlyingError: error)
    }
  }

  /// The folder as it will be after files are written.
  func adding(_ writes: [FileWrite]) -> FixtureFolder {
    var folder = self
    for write in writes { folder.pending[write.file] = write.data }
    return folder
  }

  /// The document in a file; nil if the file doesn't exist.
  func document(in file: String, _ format: FixtureFormat) throws -> Data? {
    try data(of: file).map(format.document(in:))
  }

  /// Writes a file into the source tree.
  func write(_ write: FileWrite) throws {
    guard let source else { throw NotFound(isInBundle: false) }
    let url = source.appending(path: write.file)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try write.data.write(to: url, options: .atomic)
  }
}

/// A file that is going to be written.
struct FileWrite {
  /// The path in the document's folder.
  let file: String
  let data: Data
}

/// A file that exists and can't be read, for example because it is a folder.
struct UnreadableFile: Error, CustomStringConvertible {
  let file: String
  let isFolder: Bool
  let underlyingError: any Error

  var description: String {
    isFolder
      ? """
      \(file) can't be read. It is a folder, but should be a file. Delete or rename the folder, and \
      restore the file from version control.
      """
      : """
      \(file) can't be read. \(underlyingError.localizedDescription) Change its permissions, or restore it \
      from version control.
      """
  }
}
