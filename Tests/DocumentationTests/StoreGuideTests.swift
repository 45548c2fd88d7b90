import Foundation
import Lineage
import Testing

@testable import LineageStore

/// The code of the guides to `LineageStore`.
struct StoreGuideTests {
  struct Settings: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var theme = "light"
    var fontSize = 14
  }

  enum Problem: Error {
    case damaged(DamagedDocument, backups: [DocumentBackup<Settings>])
    case updateTheApp
    case unexpectedSettings
  }

  // MARK: - Keeping documents in files

  /// Only compiled, because it would write to the folder of this program.
  @MainActor func firstBlock() throws {
    let file = DocumentFile<Settings>("settings.json", in: .applicationSupport)
    let settings = try file.read()?.value ?? Settings()
    try file.update(default: Settings()) { $0.fontSize = 15 }
    let live = LiveDocument(file, default: Settings())  // for SwiftUI
    _ = (settings, live)
  }

  func open(_ file: DocumentFile<Settings>) throws -> Settings {
    do {
      return try file.read()?.value ?? Settings()
    } catch StoreError.damaged(let document) {
      throw Problem.damaged(document, backups: try file.backups())
    } catch StoreError.newer {
      throw Problem.updateTheApp
    }
  }

  @Test func `what can't be read is told apart`() throws {
    try withFile { file in
      #expect(try open(file).fontSize == 14)
      try Data().write(to: file.url)
      #expect(throws: Problem.self) { try open(file) }
      try Data(#"{"version":9}"#.utf8).write(to: file.url)
      #expect {
        try open(file)
      } throws: { error in
        if case Problem.updateTheApp = error { true } else { false }
      }
    }
  }

  @Test func `an editor writes over what it has read`() throws {
    try withFile { file in
      var opened = try file.read()
      var settings = opened?.value ?? Settings()
      settings.theme = "dark"
      opened = try file.write(settings, over: opened)

      try file.update { $0.fontSize = 20 }
      settings.theme = "sepia"
      do {
        opened = try file.write(settings, over: opened)
      } catch StoreError.changed(let conflict) {
        opened = try file.write(conflict.merged(), resolving: conflict)
      }
      #expect(opened?.value.theme == "sepia")
      #expect(opened?.value.fontSize == 20)

      try file.update { $0.fontSize = 24 }
      settings = opened?.value ?? Settings()
      settings.theme = "light"
      do {
        try file.write(settings, over: opened)
        Issue.record("It was written.")
      } catch StoreError.changed(let conflict) {
        let merged = try conflict.merged(as: Settings.self)
        #expect(merged.theme == "light")
        #expect(merged.fontSize == 24)
      }

      try file.update { $0.theme = "sepia" }
      do {
        try file.write(settings, over: opened)
        Issue.record("It was written.")
      } catch StoreError.changed(let conflict) {
        opened = try file.write(conflict.merged(preferring: .mine), resolving: conflict)
        #expect(opened?.value.theme == "light")
      }
    }
  }

  @Test func `a backup is restored`() throws {
    struct NewSettings: VersionedCodable {
      static let version = 2
      var isDark: Bool
      init(from old: Settings) throws { isDark = old.theme == "dark" }
    }
    try withFile { oldFile in
      try oldFile.write(Settings(), over: nil)
      let file = DocumentFile<NewSettings>(oldFile.url)
      try file.update { $0.isDark = true }

      for backup in try file.backups() {
        print(backup.date, backup.version?.description ?? "damaged")
      }
      if let last = try file.backups().first(where: \.isRestorePoint) {
        try file.restore(last)
      }

      #expect(try file.read()?.value.isDark == false)

      try file.remove()
      #expect(try file.read() == nil)
      #expect(try !file.backups().isEmpty)

      try file.removeBackups()
      #expect(try file.backups().isEmpty)
    }
  }

  @Test func `options and folders are as the guide says`() throws {
    try withFile { file in
      try file.write(Settings(), over: nil)
      let (url, folder) = (file.url, file.url.deletingLastPathComponent())
      let diary = DocumentFile<Settings>(
        url, options: DocumentOptions(backups: .everySave(keep: 20), durability: .full))
      #expect(try diary.read()?.value.theme == "light")

      for file in try DocumentFolder<Settings>(folder, named: "*.json").documents {
        do {
          print(file.url.lastPathComponent, try file.read()?.value.theme ?? "")
        } catch {
          print(error)
        }
      }
    }
  }

  @Test func `storage of another kind needs no file`() throws {
    let data = Data(#"{"version":1,"fontSize":12}"#.utf8)
    let opened = try OpenedDocument<Settings>(data)
    var settings = opened.value
    settings.fontSize += 1
    let pending = try opened.saving(settings)
    // Store pending.data, and pending.documentToBackUp beside it if it isn't nil.
    #expect(pending.documentToBackUp == nil)
    #expect(try OpenedDocument<Settings>(pending.data).value.fontSize == 13)
  }

  // MARK: - Settings and UserDefaults

  /// Only compiled, because it would write to the settings of this program.
  func userDefaults() throws {
    let store = DocumentStore<Settings>(UserDefaultsPlace(.standard, key: "settings"))
    let settings = try store.read()?.value ?? Settings()
    try store.update(default: Settings()) { $0.fontSize = 15 }
    _ = settings
  }

  /// Only compiled, for the same reason.
  func separateKeys() {
    let file = DocumentFile<Settings>(
      "settings.json", in: .applicationSupport,
      imports: [
        .userDefaults(.standard, keys: ["theme", "fontSize"]) { objects in
          guard let theme = objects["theme", default: "light"] as? String,
            let fontSize = objects["fontSize", default: 14] as? Int
          else { throw Problem.unexpectedSettings }
          return Settings(theme: theme, fontSize: fontSize)
        }
      ])
    _ = file
  }

  // MARK: - SwiftUI and live documents

  @MainActor @Test func `a live document needs no SwiftUI`() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = DocumentFile<Settings>(folder.appending(path: "settings.json"))
    let document = LiveDocument(file, default: Settings())
    document.value.fontSize = 15
    try await document.save()
    #expect(try file.read()?.value.fontSize == 15)
  }

  // MARK: - Moving to documents

  struct Library: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var books: [Book]

    struct Book: Codable, Identifiable {
      var id: UUID
      var title: String
    }
  }

  /// A database of an earlier version of the program.
  struct LegacyDatabase {
    static func open() throws -> LegacyDatabase? { nil }
    static func remove() {}
    func library() throws -> Library { Library(books: []) }
  }

  /// Only compiled, because it would read the settings of this program.
  func imports(oldURL: URL) {
    let file = DocumentFile<Library>(
      "library.json", in: .applicationSupport,
      imports: [
        .file(oldURL),
        .userDefaults(.standard, key: "library"),
        DocumentImport {
          try LegacyDatabase.open()?.library()
        } cleanUp: {
          LegacyDatabase.remove()
        },
      ])
    _ = file
  }

  // MARK: - When something is damaged

  func open(
    _ file: DocumentFile<Settings>,
    choose: ([DocumentBackup<Settings>]) throws -> DocumentBackup<Settings>?
  ) throws -> Settings {
    do {
      return try file.read()?.value ?? Settings()
    } catch StoreError.damaged(let damaged) {
      // Ask the user, who may also choose to start over.
      if let backup = try choose(file.backups().filter { !$0.isDamaged }) {
        return try file.restore(backup).value
      }
      return try file.write(Settings(), replacing: damaged).value
    }
  }

  @Test func `a damaged document is recovered as the user chooses`() throws {
    try withFile { file in
      try Data("{".utf8).write(to: file.url)
      #expect(try open(file) { $0.first }.fontSize == 14)
      #expect(try file.backups().map(\.isDamaged) == [true])

      try Data(#"{"version":1,"fontSize":12}"#.utf8).write(to: file.url)
      let options = DocumentOptions(backups: .everySave(keep: 3))
      try DocumentFile<Settings>(file.url, options: options).update { $0.fontSize = 20 }
      try Data("{".utf8).write(to: file.url)
      #expect(try open(file) { $0.first }.fontSize == 12)
    }
  }

  // MARK: - Support

  private func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "lineage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private func withFile(_ body: (DocumentFile<Settings>) throws -> Void) throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(DocumentFile(folder.appending(path: "settings.json")))
  }
}

/// The messages of `Docs/WhenSomethingIsDamaged.md`.
enum StoreErrorExamples {
  static var messages: [String] {
    let path = "/Users/ada/settings.json"
    let empty = DamagedDocument(
      StoredBytes(Data()), in: DocumentName(Settings.self, at: path), underlyingError: nil)
    let full = StoreFailure(
      SystemError(call: "pwrite", code: 28).description, in: DocumentName(Settings.self, at: path),
      systemError: SystemError(call: "pwrite", code: 28))
    return ["\(StoreError.damaged(empty))", "\(StoreError.notWritten(full))"]
  }

  private struct Settings: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
  }
}

#if canImport(SwiftUI)
  import SwiftUI
  import UniformTypeIdentifiers
#else
  // What the example of a document-based app needs of SwiftUI.

  private struct UTType: Sendable {
    static let json = UTType()
  }

  private struct FileWrapper {
    let regularFileContents: Data?

    init(regularFileWithContents contents: Data) { regularFileContents = contents }
  }

  private protocol FileDocument {
    typealias ReadConfiguration = FileDocumentReadConfiguration
    typealias WriteConfiguration = FileDocumentWriteConfiguration
    static var readableContentTypes: [UTType] { get }
    init(configuration: ReadConfiguration) throws
    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper
  }

  private struct FileDocumentReadConfiguration {
    let file: FileWrapper
  }

  private struct FileDocumentWriteConfiguration {}

  extension StoreGuideTests {
    @Test func `a document-based app reads, changes and writes a document`() throws {
      let file = FileWrapper(regularFileWithContents: Data(#"{"fontSize":12,"version":1}"#.utf8))
      var document = try AppGuide.SettingsDocument(configuration: .init(file: file))
      document.settings.theme = "dark"

      let saved = try document.fileWrapper(configuration: .init()).regularFileContents ?? Data()

      let settings = try OpenedDocument<Settings>(saved).value
      #expect(settings.theme == "dark" && settings.fontSize == 12)
      let damaged = FileWrapper(regularFileWithContents: Data("{".utf8))
      #expect(throws: StoreError.self) {
        try AppGuide.SettingsDocument(configuration: .init(file: damaged))
      }
      #expect(
        try AppGuide.SettingsDocument().fileWrapper(configuration: .init()).regularFileContents
          != nil)
    }
  }
#endif

/// The code of `Docs/SwiftUIAndLiveDocuments.md` that isn't in a view.
private enum AppGuide {
  typealias Settings = StoreGuideTests.Settings

  struct SettingsDocument: FileDocument {
    static let readableContentTypes = [UTType.json]
    var settings = Settings()
    private var opened: OpenedDocument<Settings>?

    init() {}

    init(configuration: ReadConfiguration) throws {
      let opened = try OpenedDocument<Settings>(configuration.file.regularFileContents ?? Data())
      settings = opened.value
      self.opened = opened
    }

    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
      let pending = try opened?.saving(settings) ?? PendingDocument(first: settings)
      return FileWrapper(regularFileWithContents: pending.data)
    }
  }

  #if os(iOS)
    func saveInBackground(_ settings: LiveDocument<Settings>) {
      ProcessInfo.processInfo.performExpiringActivity(withReason: "Save settings") { isExpired in
        if isExpired { return }
        let isSaved = DispatchSemaphore(value: 0)
        Task {
          try? await settings.save()
          isSaved.signal()
        }
        isSaved.wait()  // The time ends when this closure returns.
      }
    }
  #endif
}

#if canImport(SwiftUI)

  /// The views of `Docs/SwiftUIAndLiveDocuments.md`.
  enum SwiftUIGuide {
    typealias Settings = StoreGuideTests.Settings

    struct SettingsView: View {
      @State private var settings = LiveDocument(
        DocumentFile<Settings>("settings.json", in: .applicationSupport), default: Settings())
      @Environment(\.scenePhase) private var phase

      var body: some View {
        Form {
          Stepper("Font size", value: $settings.value.fontSize)
          DocumentState(document: settings)
        }
        .onChange(of: phase) {
          // If this fails, `settings.state` says so.
          if phase == .background { Task { try? await settings.save() } }
        }
      }
    }

    struct DocumentState: View {
      let document: LiveDocument<Settings>

      var body: some View {
        switch document.state {
        case .ready:
          EmptyView()
        case .readOnly(.newer):
          Text("Update the app to change these settings.")
        case .readOnly:
          Text("These settings can't be changed here.")
        case .damaged:
          Text("The settings can't be read.")
          if let last = try? document.backups().first(where: \.isRestorePoint) {
            Button("Restore the last backup") { Task { try await document.restore(last) } }
          }
          Button("Start over") { Task { try await document.replaceDamaged() } }
        case .unavailable(.newer):
          Text("A newer version of this app has saved the settings. Update the app to change them.")
        case .unavailable:
          Text("The settings can't be saved right now.")
          Button("Try again") { Task { await document.reload() } }
        case .conflict:
          Button("Keep mine") { Task { try await document.keepMine() } }
          Button("Use the other version") { Task { await document.takeTheirs() } }
        @unknown default:
          EmptyView()
        }
      }
    }
  }
#endif
