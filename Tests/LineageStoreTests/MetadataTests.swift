#if os(Linux)
  import CLineageStore
  import Foundation
  import Lineage
  import Synchronization
  import Testing

  @testable import LineageStore

  /// What a save leaves as it was besides the content of a document.
  struct MetadataTests {
    let folder: TemporaryFolder
    let file: DocumentFile<Note>

    init() throws {
      folder = try TemporaryFolder()
      file = DocumentFile(folder.file("note.json"))
      try folder.write(oldNote, to: "note.json")
    }

    /// Saves the document, which keeps a backup, and checks that it is another file now.
    private func save() throws {
      let before = try status("note.json")
      try file.update { $0.title = "Toads" }
      #expect(try status("note.json").number != before.number)
      #expect(try file.read()?.value.title == "Toads")
    }

    private func status(_ name: String) throws -> FileStatus {
      try SystemCalls().status(
        of: folder.path(name), in: .workingFolder, followingLinks: false)
    }

    private var backup: String {
      get throws { ".backups/note.json/\(try file.backups().first?.stored.name ?? "")" }
    }

    @Test(
      arguments: [
        0o600, 0o640, 0o644, 0o664, 0o666, 0o400, 0o444, 0o755, 0o700, 0o4755, 0o2755, 0o1644,
      ] as [mode_t])
    func `a document and its backup have the permissions of the original`(_ mode: mode_t) throws {
      try #require(chmod(folder.path("note.json"), mode) == 0)
      // Only root may write what is read-only.
      guard geteuid() == 0 || mode & 0o200 != 0 else { return }

      try save()

      #expect(try status("note.json").permissions == UInt32(mode))
      #expect(try status(backup).permissions == UInt32(mode))
    }

    @Test(arguments: [0o700, 0o750, 0o755, 0o775, 0o2775, 0o777] as [mode_t])
    func `a folder for backups has the permissions of the document's folder`(
      _ mode: mode_t
    ) throws {
      try #require(chmod(folder.url.path, mode) == 0)

      try save()

      #expect(try status(".backups").permissions == UInt32(mode))
      #expect(try status(".backups/note.json").permissions == UInt32(mode))
    }

    @Test(.enabled(if: geteuid() == 0, "Only root may give files away."))
    func `a folder for backups has the owner and the group of the document's folder`() throws {
      try #require(chown(folder.url.path, 1234, 2345) == 0)
      try #require(chmod(folder.url.path, 0o2770) == 0)

      try save()

      for name in [".backups", ".backups/note.json"] {
        let status = try status(name)
        #expect(status.owner == 1234)
        #expect(status.group == 2345)
        #expect(status.permissions == 0o2770)
      }
    }

    @Test func `folders for backups in another place are for their owner only`() throws {
      let options = DocumentOptions(backupFolder: folder.file("kept"))

      try DocumentFile<Note>(file.url, options: options).update { $0.title = "Toads" }

      let backup = try #require(
        try DocumentFile<Note>(file.url, options: options).backups().first?.url)
      let path = backup.deletingLastPathComponent().path
      #expect(try status("kept").permissions == 0o700)
      #expect(
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700)
    }

    @Test(arguments: [0o600, 0o640, 0o664, 0o755] as [mode_t])
    func `a document that is restored after its removal has its permissions`(
      _ mode: mode_t
    ) throws {
      try #require(chmod(folder.path("note.json"), mode) == 0)
      try save()
      try FileManager.default.removeItem(at: file.url)

      try file.restore(try #require(try file.backups().first))

      #expect(try status("note.json").permissions == UInt32(mode))
    }

    @Test(.enabled(if: geteuid() == 0, "Only root may give files away."))
    func `a document that is restored after its removal has its owner and its group`() throws {
      try #require(chown(folder.path("note.json"), 1234, 2345) == 0)
      try save()
      try FileManager.default.removeItem(at: file.url)

      try file.restore(try #require(try file.backups().first))

      #expect(try status("note.json").owner == 1234)
      #expect(try status("note.json").group == 2345)
    }

    @Test(.enabled(if: Attributes.areSupported("user.test")))
    func `a document that is restored after its removal has its extended attributes`() throws {
      let color = Array("green".utf8)
      try Attributes.set("user.color", color, of: folder.path("note.json"))
      try save()
      try FileManager.default.removeItem(at: file.url)

      try file.restore(try #require(try file.backups().first))

      #expect(try Attributes.get("user.color", of: folder.path("note.json")) == color)
    }

    @Test(.enabled(if: geteuid() == 0, "Only root may give files away."))
    func `a document and its backup have the owner and the group of the original`() throws {
      try #require(chown(folder.path("note.json"), 1234, 2345) == 0)
      try #require(chmod(folder.path("note.json"), 0o4640) == 0)

      try save()

      for name in ["note.json", try backup] {
        let status = try status(name)
        #expect(status.owner == 1234)
        #expect(status.group == 2345)
        #expect(status.permissions == 0o4640)
      }
    }

    @Test(.enabled(if: getuid() == 0), arguments: [EPERM, EINVAL, ENOSYS])
    func `a document is saved where owners can't be changed`(code: Int32) throws {
      try #require(chmod(folder.path("note.json"), 0o660) == 0)
      try #require(chown(folder.path("note.json"), 0, 12_345) == 0)
      let calls = RefusedCalls(ownerError: code)
      let file = DocumentFile<Note>(
        path: folder.path("note.json"), createsFolder: false, options: .init(), calls: calls)

      try file.update { $0.title = "Toads" }

      #expect(try file.read()?.value.title == "Toads")
      // The permissions of a group are for that group only.
      #expect(try status("note.json").permissions == 0o600)
    }

    @Test func `a document that exists gets the protection that was chosen`() throws {
      let calls = RefusedCalls()
      let options = DocumentOptions(backups: .none, protection: .complete)
      let file = DocumentFile<Note>(
        path: folder.path("note.json"), createsFolder: false, options: options, calls: calls)

      try file.update { $0.title = "Toads" }

      // Before the first byte, and after all attributes of the original.
      #expect(calls.made.names == ["protection", "attributes", "protection"])
    }

    /// Calls that note what changes protection classes, and may refuse to change owners.
    private struct RefusedCalls: ForwardingCalls {
      let calls: any FileCalls = SystemCalls()
      var ownerError: Int32?
      let made = NotedCalls()

      func setOwner(
        _ status: FileStatus, of descriptor: Descriptor, groupOnly: Bool
      ) throws(SystemError) {
        if let ownerError { throw SystemError(call: "fchown", code: ownerError) }
        try calls.setOwner(status, of: descriptor, groupOnly: groupOnly)
      }

      func copyAttributes(from original: Descriptor, to copy: Descriptor) throws(SystemError) {
        made.append("attributes")
        try calls.copyAttributes(from: original, to: copy)
      }

      func setProtection(
        _ protection: FileProtection, of descriptor: Descriptor
      ) throws(SystemError) {
        made.append("protection")
        try calls.setProtection(protection, of: descriptor)
      }
    }

    private final class NotedCalls: Sendable {
      private let list = Mutex<[String]>([])
      var names: [String] { list.withLock { $0 } }

      func append(_ name: String) { list.withLock { $0.append(name) } }
    }

    @Test(.enabled(if: Attributes.areSupported("user.test")))
    func `a document and its backup have the extended attributes of the original`() throws {
      let color = Array("green".utf8)
      let long = [UInt8](repeating: 7, count: 1000)
      try Attributes.set("user.color", color, of: folder.path("note.json"))
      try Attributes.set("user.empty", [], of: folder.path("note.json"))
      try Attributes.set("user.long", long, of: folder.path("note.json"))
      // Names needn't be UTF-8.
      let latin = Array("user.gr".utf8CString.dropLast()) + [CChar(bitPattern: 0xFC), 0]
      try Attributes.set(latin, color, of: folder.path("note.json"))

      try save()

      for name in ["note.json", try backup] {
        #expect(try Attributes.get("user.color", of: folder.path(name)) == color)
        #expect(try Attributes.get("user.empty", of: folder.path(name)) == [])
        #expect(try Attributes.get("user.long", of: folder.path(name)) == long)
        #expect(try Attributes.get(latin, of: folder.path(name)) == color)
      }
    }

    @Test(arguments: [
      ("security.selinux", EACCES, true), ("security.selinux", EPERM, true),
      ("security.selinux", ENOTSUP, true), ("security.selinux", EIO, false),
      ("user.color", EACCES, false), ("user.color", ENOTSUP, false),
      (Attributes.accessList, EACCES, false), (Attributes.accessList, EPERM, false),
    ])
    func `only attributes that the system sets itself may be refused`(
      _ name: String, _ code: Int32, _ mayBeRefused: Bool
    ) {
      let error = SystemError(call: "fsetxattr", code: code)

      #expect(SystemCalls.isLeftToSystem(name, after: error) == mayBeRefused)
    }

    @Test(.enabled(if: Attributes.areSupported(Attributes.accessList, Attributes.list)))
    func `a document and its backup have the access control list of the original`() throws {
      try #require(chmod(folder.path("note.json"), 0o640) == 0)
      try Attributes.set(Attributes.accessList, Attributes.list, of: folder.path("note.json"))
      let permissions = try status("note.json").permissions

      try save()

      for name in ["note.json", try backup] {
        let list = try Attributes.get(Attributes.accessList, of: folder.path(name))
        #expect(list == Attributes.list)
        #expect(try status(name).permissions == permissions)
      }
    }

    @Test(.enabled(if: Attributes.areSupported(Attributes.accessList, Attributes.list)))
    func `a list that new files inherit gives a document no more readers`() throws {
      try #require(chmod(folder.path("note.json"), 0o600) == 0)
      try Attributes.set(Attributes.defaultList, Attributes.list, of: folder.url.path)

      try save()

      #expect(try Attributes.get(Attributes.accessList, of: folder.path("note.json")) == nil)
      #expect(try status("note.json").permissions == 0o600)
    }

    @Test func `symbolic links stay links, and the file that they lead to is replaced`() throws {
      try FileManager.default.createDirectory(
        at: folder.file("real"), withIntermediateDirectories: false)
      try FileManager.default.moveItem(
        at: folder.file("note.json"), to: folder.file("real/target.json"))
      try FileManager.default.createDirectory(
        at: folder.file("links"), withIntermediateDirectories: false)
      try folder.link("note.json", to: "links/second.json")
      try folder.link("links/second.json", to: "../links/./third.json")
      try folder.link("links/third.json", to: folder.path("folder/target.json"))
      try folder.link("folder", to: "real")
      let links = ["note.json", "links/second.json", "links/third.json", "folder"]
      let before = try links.map { try status($0).number }

      try file.update { $0.title = "Toads" }

      #expect(try file.read()?.value.title == "Toads")
      #expect(try links.map { try status($0).number } == before)
      #expect(try status("real/target.json").kind == .file)
      #expect(try folder.names() == ["folder", "links", "note.json", "real"])
      #expect(try file.backups().count == 1)
      // The file's own name finds the same backups.
      let real = DocumentFile<Note>(folder.file("real/target.json"))
      #expect(try real.backups().count == 1)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("real"))
      #expect(names.sorted() == [".backups", "target.json"])
    }

    @Test func `another hard link keeps the document that was there`() throws {
      try FileManager.default.linkItem(at: file.url, to: folder.file("other.json"))
      let before = try status("other.json")

      try save()

      #expect(try folder.bytes(of: "other.json") == oldNote)
      #expect(try status("other.json").number == before.number)
    }

    @Test func `a new document has the permissions that the process gives new files`() throws {
      let other = try SystemCalls().open(
        folder.path("other"), in: .workingFolder, .creating(permissions: 0o666))
      try SystemCalls().close(other)
      try DocumentFile<Note>(folder.file("new.json")).write(.sample, over: nil)

      #expect(try status("new.json").permissions == status("other").permissions)
      #expect(try status("new.json").permissions & 0o111 == 0)
    }

    @Test func `folders that are made for a document are for its owner only`() throws {
      let file = DocumentFile<Note>(
        "note.json", in: DocumentDirectory(folder.file("made/for/it")))
      #expect(try file.read() == nil)
      #expect(try folder.names() == ["note.json"])

      try file.write(.sample, over: nil)

      #expect(try status("made").permissions == 0o700)
      #expect(try status("made/for/it").permissions == 0o700)
    }
  }

  /// Extended attributes of files.
  private enum Attributes {
    static let accessList = "system.posix_acl_access"
    static let defaultList = "system.posix_acl_default"

    /// The owner may read and write, user 1234 and the group may read.
    static let list: [UInt8] =
      [2, 0, 0, 0]
      + entry(0x01, 6) + entry(0x02, 4, of: 1234) + entry(0x04, 4) + entry(0x10, 4)
      + entry(0x20, 0)

    private static func entry(
      _ tag: UInt8, _ permissions: UInt8, of user: UInt32 = .max
    ) -> [UInt8] {
      [tag, 0, permissions, 0] + (0..<4).map { UInt8(truncatingIfNeeded: user >> ($0 * 8)) }
    }

    static func areSupported(_ name: String, _ value: [UInt8] = [1]) -> Bool {
      do {
        let folder = try TemporaryFolder()
        try folder.write(Data(), to: "test")
        try set(name, value, of: folder.path("test"))
        return true
      } catch {
        return false
      }
    }

    static func set(_ name: String, _ value: [UInt8], of path: String) throws {
      try set(Array(name.utf8CString), value, of: path)
    }

    static func set(_ name: [CChar], _ value: [UInt8], of path: String) throws {
      let file = try SystemCalls().open(path, in: .workingFolder, .reading)
      defer { try? SystemCalls().close(file) }
      if lineage_set_attribute(file.number, name, value, value.count) != 0 {
        throw SystemError(call: "fsetxattr", code: errno)
      }
    }

    static func get(_ name: String, of path: String) throws -> [UInt8]? {
      try get(Array(name.utf8CString), of: path)
    }

    static func get(_ name: [CChar], of path: String) throws -> [UInt8]? {
      let file = try SystemCalls().open(path, in: .workingFolder, .reading)
      defer { try? SystemCalls().close(file) }
      var value = [UInt8](repeating: 0, count: 4096)
      let count = lineage_get_attribute(file.number, name, &value, value.count)
      return count < 0 ? nil : Array(value.prefix(count))
    }
  }
#endif
