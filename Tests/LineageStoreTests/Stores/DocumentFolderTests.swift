import Foundation
import Lineage
import LineageStore
import Testing

/// Folders of documents, and folders of the system.
struct DocumentFolderTests {
  @Test(arguments: [
    "/etc/frogs.poem", "../frogs.poem", "a/../../frogs.poem", "../\u{301}frogs.poem",
  ])
  func `a name doesn't lead out of its folder`(name: String) throws {
    let folder = try TemporaryFolder()
    let file = DocumentFolder<Note>(folder.url, named: "*.poem").document(named: name)
    let other = DocumentFile<Note>(name, in: DocumentDirectory(folder.url))

    for file in [file, other] {
      let error = #expect(throws: StoreError.self) { try file.read() }
      #expect(error.map { "\($0)".contains("its name leads out of its folder") } == true)
      #expect(throws: StoreError.self) { try file.write(.sample, over: nil) }
    }
  }

  @Test(arguments: [
    (".note.json.saving", "the temporary file of another document"),
    (".note.json.SAVING", "the temporary file of another document"),
    // The period and the accent are one character.
    (".\u{301}note.json.saving", "the temporary file of another document"),
    (".note.json.\u{17F}aving", "the temporary file of another document"),
    (".backups", "the folder for backups"), (".Backups", "the folder for backups"),
  ])
  func `a document isn't named as what a save needs`(name: String, purpose: String) throws {
    let folder = try TemporaryFolder()
    let documents = DocumentFolder<Note>(folder.url, named: "*")

    let error = #expect(throws: StoreError.self) {
      try documents.document(named: name).write(.sample, over: nil)
    }

    #expect(error.map { "\($0)".contains("its name is that of \(purpose)") } == true)
    try documents.document(named: "note.saving").write(.sample, over: nil)
  }

  @Test(arguments: ["", "note/", "sub/"])
  func `a document has a name, and no folder gets it`(name: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.file("sub"), withIntermediateDirectories: false)
    let file = DocumentFolder<Note>(folder.url).document(named: name)
    let other = DocumentFile<Note>(name, in: DocumentDirectory(folder.url))

    for file in [file, other] {
      for body in [
        { _ = try file.read() }, { try file.write(.sample, over: nil) },
        { _ = try file.backups() },
      ] {
        expect(
          throws: """
            The document '\(folder.path(""))\(name)' (Note) can't be opened: its path is empty or ends \
            with a slash, so it has no name. It isn't known whether it exists, and nothing was changed. Change that, then \
            try again.
            """, body)
      }
    }
    #expect(try folder.names() == ["sub"])
  }

  @Test func `a temporary file whose name begins with an accent isn't listed`() throws {
    let folder = try TemporaryFolder()
    try folder.write(oldNote, to: ".\u{301}note.json.saving")
    #expect(try DocumentFolder<Note>(folder.url, named: "*").documents.isEmpty)
  }

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `each document is read on its own`() throws {
    try folder.write(oldNote, to: "b.note")
    try folder.write(Data("{".utf8), to: "c.note")
    try folder.write(newerNote, to: "d.note")
    try folder.write(oldNote, to: "e.txt")
    try folder.write(oldNote, to: ".f.note")
    try FileManager.default.createDirectory(
      at: folder.file("a.note"), withIntermediateDirectories: false)
    let documents = try DocumentFolder<Note>(folder.url, named: "*.note").documents
    let results = documents.map { file in
      do {
        return "\(file.url.lastPathComponent) \(try file.read()?.value.title ?? "")"
      } catch StoreError.unavailable {
        return "\(file.url.lastPathComponent) unavailable"
      } catch StoreError.damaged {
        return "\(file.url.lastPathComponent) damaged"
      } catch StoreError.newer {
        return "\(file.url.lastPathComponent) newer"
      } catch {
        return "\(error)"
      }
    }
    #expect(results == ["b.note Frogs", "c.note damaged", "d.note newer"])
  }

  @Test func `a folder that can't be listed is not empty`() throws {
    let missing = DocumentFolder<Note>(folder.file("missing"))
    let failure = try expectUnavailable { try missing.documents }
    #expect(failure.systemError == SystemError(call: "open", code: 2))
  }

  @Test func `a document of a folder is made, found and changed`() throws {
    let poems = DocumentFolder<Note>(folder.url, named: "*.note")
    try poems.document(named: "Bashō 100%.note").write(.sample, over: nil)
    #expect(try poems.documents.map { try $0.read()?.value } == [.sample])
    try poems.documents.first?.update { $0.title = "Toads" }
    #expect(try poems.document(named: "Bashō 100%.note").read()?.value.title == "Toads")
    #expect(try folder.names() == ["Bashō 100%.note"])
  }

  #if os(Linux)
    // Only file systems of Linux have such names.
    @Test func `a document whose name isn't valid UTF-8 isn't one that doesn't exist`() throws {
      let path = Array(folder.path("caf").utf8) + [0xE9] + Array(".poem".utf8) + [0]
      try folder.write(oldNote, to: "plain.poem")
      #expect(rename(folder.path("plain.poem"), path.map(CChar.init(bitPattern:))) == 0)
      let url = try #require(URL(string: "file://\(folder.path("caf%E9.poem"))"))
      let listed = try DocumentFolder<Note>(folder.url).documents
      #expect(listed.map(\.url.lastPathComponent) == ["caf\u{FFFD}.poem"])

      for file in listed + [DocumentFile<Note>(url)] {
        let actions = [
          { _ = try file.read() }, { try file.update(default: .sample) { $0.title = "x" } },
          { try file.write(.sample, over: nil) },
        ]
        for action in actions {
          #expect {
            try action()
          } throws: { error in
            guard case StoreError.unavailable = error else { return false }
            return "\(error)".contains("its name isn't valid UTF-8")
          }
        }
      }
      #expect(try DocumentFolder<Note>(folder.url).documents.count == 1)
      // A name may have the character that replaces what isn't valid.
      let valid = DocumentFolder<Note>(folder.url).document(named: "\u{FFFD}.poem")
      try valid.update(default: .sample) { $0.title = "Toads" }
      #expect(try valid.read()?.value.title == "Toads")
    }

    @Test(arguments: ["caf%E9/note.poem", "caf%E9.poem", "link/../caf%E9/note.poem"])
    func `a link to a name that isn't valid UTF-8 can be read, and says why it isn't written`(
      _ target: String
    ) throws {
      try folder.write(oldNote, to: "plain.poem")
      func bytes(_ name: String) -> [CChar] {
        let parts = name.components(separatedBy: "%E9").map { Array($0.utf8) }
        return (Array(parts.joined(separator: [0xE9])) + [0]).map(CChar.init(bitPattern:))
      }
      let made = bytes(folder.path("caf%E9"))
      try FileManager.default.createDirectory(
        at: folder.file("link"), withIntermediateDirectories: false)
      if target.contains("/") {
        #expect(mkdir(made, 0o700) == 0)
        #expect(rename(folder.path("plain.poem"), bytes(folder.path("caf%E9/note.poem"))) == 0)
      } else {
        #expect(rename(folder.path("plain.poem"), bytes(folder.path("caf%E9.poem"))) == 0)
      }
      #expect(symlink(bytes(target), folder.path("note.poem")) == 0)
      let file = DocumentFile<Note>(folder.file("note.poem"))

      #expect(try file.read()?.value == .sample)
      #expect {
        try file.update { $0.title = "Toads" }
      } throws: { error in
        guard case StoreError.unavailable = error else { return false }
        return "\(error)".contains("isn't valid UTF-8")
      }
    }
  #endif

  @Test(arguments: [
    ("*", "a", true), ("*.poem", "a.poem", true), ("*.poem", ".poem", false),
    (".*", ".poem", false),
    ("*.poem", "a.poet", false), ("?.poem", "a.poem", true), ("?.poem", "ab.poem", false),
    ("a*b*c", "aXbYc", true), ("a*b*c", "aXcYb", false), ("a*", "ba", false), ("abc", "abc", true),
    ("abc", "ab", false), ("**", "abc", true), ("*a", "aaaa", true), ("é*", "école", true),
    ("*.note", "\u{600}.note", true), ("\u{600}?", "\u{600}1", true),
    ("\u{E9}.*", "e\u{301}.\u{600}a", true),
  ])
  func `names are matched as in a shell`(_ pattern: String, _ name: String, _ matches: Bool) throws
  {
    try folder.write(oldNote, to: name)
    #expect(try DocumentFolder<Note>(folder.url, named: pattern).documents.isEmpty != matches)
  }

  @Test func `a pattern with many stars takes no longer than the name`() throws {
    let name = String(repeating: "a", count: 200)
    try folder.write(oldNote, to: name)
    let pattern = String(repeating: "*a", count: 60) + "b"
    #expect(try DocumentFolder<Note>(folder.url, named: pattern).documents.isEmpty)
  }

  // MARK: - Folders of the system

  @Test func `a folder of the program is made by the first save, not by reading`() throws {
    let directory = DocumentDirectory(folder.file("App/State"))
    let file = DocumentFile<Note>("note.json", in: directory)
    #expect(try file.read() == nil)
    #expect(try file.backups().isEmpty)
    #expect(try folder.names() == [])
    try file.write(.sample, over: nil)
    #expect(try folder.names() == ["App"])
    #expect(try file.read()?.value == .sample)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("App/State").path) == [
        "note.json"
      ])
  }

  @Test func `the folder of another place must exist`() throws {
    let file = DocumentFile<Note>(folder.file("missing/note.json"))
    for action in [{ _ = try file.read() }, { try file.write(.sample, over: nil) }] {
      #expect {
        try action()
      } throws: { error in
        guard case StoreError.unavailable(let failure) = error else { return false }
        return failure.systemError?.code == 2
      }
    }
    #expect(try folder.names() == [])
  }

  @Test func `application support is a folder of the program's own`() {
    let url = DocumentFile<Note>("settings.json", in: .applicationSupport).url
    #expect(url.lastPathComponent == "settings.json")
    #expect(url.path.hasPrefix(NSHomeDirectory()))
    #expect(url.deletingLastPathComponent() != DocumentDirectory.documents.url)
  }
}
