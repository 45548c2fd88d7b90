import Foundation
import Lineage
import Testing

@testable import LineageStore

/// The text of each `StoreError`, word for word.
struct StoreErrorTests {
  @Test func `errors can be made for previews`() {
    let failure = StoreFailure("the key can't be reached", documentType: "Note", location: "a.note")
    let damaged = DamagedDocument(data: Data(), documentType: "Note", location: "a.note")
    let newer = NewerDocument(data: Data(), documentType: "Note", version: 7)

    #expect(
      "\(StoreError.readOnly(failure))" == """
        The document 'a.note' (Note) can't be written: the key can't be reached. Nothing was changed. Change that, then \
        try again.
        """)
    #expect(
      "\(StoreError.damaged(damaged))".hasPrefix(
        "The document 'a.note' (Note) can't be read: it is empty."))
    #expect(
      "\(StoreError.newer(newer))".hasPrefix(
        "The document (Note) has version '7' and was written by a newer"))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let error: StoreError
    let text: String

    init(_ id: String, _ error: StoreError, _ text: String) {
      (self.id, self.error, self.text) = (id, error, text)
    }

    var testDescription: String { id }
  }

  private static let name = DocumentName(Note.self, at: "/notes/frogs.json")

  private static func failure(_ code: Int32, _ call: String) -> StoreFailure {
    let error = SystemError(call: call, code: code)
    return StoreFailure(error.description, in: name, systemError: error)
  }

  private static func newer(than loss: NewerDocument.Loss) -> StoreError {
    var document = NewerDocument(StoredBytes(Data()), in: name, version: 7, underlyingError: nil)
    document.loss = loss
    return .newer(document)
  }

  private static func conflict(_ base: String?, _ theirs: String?) -> Conflict {
    Conflict(
      base: base.map { Data($0.utf8) }, mine: Data(),
      theirs: theirs.flatMap { try? OpenedDocument<Anything>(Data($0.utf8)) }, name: name,
      coding: DocumentFormat.json.coding)
  }

  /// A type that any object can be read as.
  private struct Anything: VersionedCodable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
  }

  private struct Unexpected: Error {}

  private static let refusal = EncodingError.invalidValue(
    "secret",
    .init(codingPath: [Key("lines"), Key(1)], debugDescription: "It can't be 'secret'."))

  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ key: String) { (stringValue, intValue) = (key, nil) }
    init(_ index: Int) { (stringValue, intValue) = ("Index \(index)", index) }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init(intValue) }
  }

  private static func removal(_ kind: PlaceError.Kind, _ code: Int32) -> StoreError {
    PlaceError(kind, SystemError(call: "unlinkat", code: code)).storeError(for: name, .removing)
  }

  static let cases = [
    Case(
      "unavailable", .unavailable(failure(EACCES, "open")),
      """
      The document '/notes/frogs.json' (Note) can't be opened: permission denied (open, error \(EACCES)). It \
      isn't known whether it exists, and nothing was changed. Give this program permission, then try again.
      """),
    Case(
      "unavailable without its key",
      StoreError(SealingUnavailable(), reading: StoredBytes(Data([1])), named: name),
      """
      The document '/notes/frogs.json' (Note) can't be opened: the key to decrypt it can't be reached. It isn't \
      known whether it exists, and nothing was changed. Try again when the key can be reached.
      """),
    Case(
      "unavailable in a place",
      .unavailable(
        StoreFailure("Unexpected was thrown", in: name, underlyingError: Unexpected())),
      """
      The document '/notes/frogs.json' (Note) can't be opened: Unexpected was thrown. It isn't known whether \
      it exists, and nothing was changed. See underlyingError.
      """),
    Case(
      "removal without permission", removal(.readOnly, EACCES),
      """
      The document '/notes/frogs.json' (Note) can't be removed: permission denied (unlinkat, error \(EACCES)). \
      Nothing was changed. Give this program permission, then try again.
      """),
    Case(
      "removal without a backup", removal(.backupFailed, ENOSPC),
      """
      The document '/notes/frogs.json' (Note) wasn't removed, because the stored document couldn't be backed up \
      first: no space left on the disk (unlinkat, error \(ENOSPC)). The stored document is intact. Free some space, \
      then try again.
      """),
    Case(
      "removal that wasn't synced", removal(.uncertain(.unconfirmed), EIO),
      """
      The document '/notes/frogs.json' (Note) was removed, but the disk didn't confirm it: the disk failed \
      (unlinkat, error \(EIO)). After a power cut, the document may be there again.
      """),
    Case(
      "damaged, without a byte",
      .damaged(DamagedDocument(StoredBytes(Data()), in: name, underlyingError: nil)),
      """
      The document '/notes/frogs.json' (Note) can't be read: it is empty. Nothing was changed. Restore a backup, or \
      replace the document with write(_:replacing:), which keeps the old one.
      """),
    Case(
      "damaged, without a location",
      .damaged(
        DamagedDocument(
          StoredBytes(Data()), in: DocumentName(Note.self, at: nil),
          underlyingError: Unexpected())),
      """
      The document (Note) can't be read. Unexpected was thrown. See underlyingError. Nothing was \
      changed. Restore a backup, or replace the document with write(_:replacing:), which keeps the \
      old one.
      """),
    Case(
      "newer, at the top",
      .newer(
        NewerDocument(StoredBytes(Data()), in: name, version: 7, underlyingError: nil)),
      """
      The document '/notes/frogs.json' (Note) has version '7' and was written by a newer program; Note can't \
      preserve the newer fields, so it isn't written. Nothing was changed. Give the type, and those \
      of the values inside, a property for UnknownFields; or update this program.
      """),
    Case(
      "newer, inside",
      .newer(
        NewerDocument(StoredBytes(Data()), in: name, version: nil, underlyingError: nil)),
      """
      The document '/notes/frogs.json' (Note) has values of newer versions and was written by a newer program; Note \
      can't preserve the newer fields, so it isn't written. Nothing was changed. Give the type, and those \
      of the values inside, a property for UnknownFields; or update this program.
      """),
    Case(
      "newer, and replaced by a new value", newer(than: .newValue),
      """
      The document '/notes/frogs.json' (Note) has version '7' and was written by a newer program; the new value wasn't \
      made from the one that was read, and lacks its newer fields, so it isn't written. Nothing was changed. Change \
      the value of the opened document instead of making a new one.
      """),
    Case(
      "newer, and replaced by a backup", newer(than: .backup),
      """
      The document '/notes/frogs.json' (Note) has version '7' and was written by a newer program; the backup lacks its \
      newer fields, so it isn't written. Nothing was changed. Update this program, or remove the document, which keeps \
      it as a backup, and restore the other one then.
      """),
    Case(
      "absent", .absent(StoreFailure("there is no document to update", in: name)),
      """
      The document '/notes/frogs.json' (Note) can't be updated, because it doesn't exist. Nothing was changed. \
      Create it with write(_:over:), or update it with a default.
      """),
    Case(
      "changed", .changed(conflict("{}", "{ }")),
      """
      The document '/notes/frogs.json' (Note) was changed by another program since it was read, so it wasn't \
      written. Merge the two with merged(as:), or read the document again. Nothing was changed.
      """),
    Case(
      "changed, because it is new", .changed(conflict(nil, "{}")),
      """
      The document '/notes/frogs.json' (Note) was created by another program since it was read, so it wasn't \
      written. Merge the two with merged(as:), or read the document again. Nothing was changed.
      """),
    Case(
      "changed, because it is gone", .changed(conflict("{}", nil)),
      """
      The document '/notes/frogs.json' (Note) was removed by another program since it was read, so it wasn't \
      written. Write it again with write(_:over: nil), or discard it. Nothing was changed.
      """),
    Case(
      "read-only", .readOnly(failure(EROFS, "open")),
      """
      The document '/notes/frogs.json' (Note) can't be written: the disk is read-only (open, error \(EROFS)). \
      Nothing was changed. Make the disk writable, then try again.
      """),
    Case(
      "locked",
      .locked(StoreFailure("another process has locked its folder for 10 seconds", in: name)),
      """
      The document '/notes/frogs.json' (Note) wasn't written: another process has locked its folder for 10 seconds. \
      Nothing was changed. Try again later; if that doesn't help, look for a program that has locked the folder.
      """),
    Case(
      "without a backup", .backupFailed(failure(ENOSPC, "pwrite")),
      """
      The document '/notes/frogs.json' (Note) wasn't written, because the stored document couldn't be backed up \
      first: no space left on the disk (pwrite, error \(ENOSPC)). Nothing was changed. Free some space, then try \
      again.
      """),
    Case(
      "not written", .notWritten(failure(EIO, "fsync")),
      """
      The document '/notes/frogs.json' (Note) couldn't be written: the disk failed (fsync, error \(EIO)). The stored \
      document is intact. The disk may be failing: save to another one.
      """),
    Case(
      "not verified",
      .notVerified(
        StoreFailure("it can't be encoded", in: name, underlyingError: Unexpected())),
      """
      The document '/notes/frogs.json' (Note) wasn't written, because it can't be encoded. The stored document is \
      intact. See underlyingError.
      """),
    Case(
      "not verified, at a field",
      .notVerified(
        StoreFailure("it can't be encoded", in: name, underlyingError: refusal)),
      """
      The document '/notes/frogs.json' (Note) wasn't written, because it can't be encoded. EncodingError was thrown at \
      'lines[1]'. The stored document is intact. See underlyingError.
      """),
    Case(
      "uncertain", .uncertain(failure(EIO, "fsync")),
      """
      The document '/notes/frogs.json' (Note) was written, but the disk didn't confirm it: the disk failed \
      (fsync, error \(EIO)). After a power cut, the document may be the old one again; both are complete. Read it \
      and write it once more to be sure.
      """),
  ]

  @Test(arguments: cases)
  func `an error says what happened, where, and what to do`(_ input: Case) {
    #expect(input.error.description == input.text)
    #expect(input.error.errorDescription == input.text)
    #expect((input.error as any Error).localizedDescription == input.text)
  }

  @Test(arguments: [
    (EACCES, "permission denied", "Give this program permission, then try again."),
    (EPERM, "permission denied", "Give this program permission, then try again."),
    (ENOSPC, "no space left on the disk", "Free some space, then try again."),
    (EDQUOT, "the disk quota is used up", "Free some space, then try again."),
    (EFBIG, "the file would be larger than allowed", "Raise the limit, then try again."),
    (EROFS, "the disk is read-only", "Make the disk writable, then try again."),
    (EIO, "the disk failed", "The disk may be failing: save to another one."),
    (EMFILE, "too many files are open", "Close some files, then try again."),
    (ENFILE, "too many files are open", "Close some files, then try again."),
    (
      ENOENT, "no such file or folder",
      "Create the folder, or connect its disk, then try again."
    ),
    (
      ENOTDIR, "a part of the path isn't a folder",
      "Correct the path, or move the file that is where a folder should be."
    ),
    (ELOOP, "its symbolic links form a cycle", "Correct the path."),
    (EISDIR, "it is a folder", "Correct the path."),
    (ENAMETOOLONG, "the name is too long", "Correct the path."),
    (
      EBUSY, "it is in use by the system",
      "If the file itself is mounted, mount its folder instead."
    ),
    (EXDEV, "it is on another disk", "Put the document and its folder on one disk."),
    (ETIMEDOUT, "it took too long", "Try again."),
  ])
  func `an error of the system says what to do`(_ code: Int32, _ problem: String, _ remedy: String)
  {
    let error = StoreError.notWritten(Self.failure(code, "call"))
    #expect(
      "\(error)" == """
        The document '/notes/frogs.json' (Note) couldn't be written: \(problem) (call, error \(code)). The stored \
        document is intact. \(remedy)
        """)
  }

  @Test(
    arguments: [
      (.isFolder, "it is a folder. Nothing was changed. Move the folder, or correct the path."),
      (.isNoFile, "it isn't a file. Nothing was changed. Move it, or correct the path."),
      (
        .isNotDownloaded,
        "the file has to be downloaded first. Nothing was changed. Download it, then try again."
      ),
      (
        .isChangedRepeatedly,
        "another program keeps changing it. Nothing was changed. Try again later."
      ),
      (
        .isCreatedAndRemovedRepeatedly,
        """
        the file is repeatedly created and removed. It isn't known whether it exists, and nothing was changed. Try again \
        later.
        """
      ),
      (
        .linkLeadsNowhere,
        """
        the target of the symbolic link doesn't exist. It isn't known whether it exists, and nothing was changed. \
        Correct the link, or connect the disk that it leads to.
        """
      ),
    ] as [(FixedProblem, String)])
  func `an error with a certain remedy says it`(_ problem: FixedProblem, _ text: String) {
    let error = PlaceError(.unavailable, problem).storeError(for: Self.name)
    #expect("\(error)" == "The document '/notes/frogs.json' (Note) can't be opened: \(text)")
  }

  @Test(arguments: cases.filter { $0.error.failure == nil })
  func `a document that an error has prints as the error`(_ input: Case) {
    switch input.error {
    case .damaged(let document): #expect("\(document)" == input.text)
    case .newer(let document): #expect("\(document)" == input.text)
    case .changed(let conflict): #expect("\(conflict)" == input.text)
    default: Issue.record("Another error has a document.")
    }
  }

  @Test func `a failure says where it happened, and why`() {
    #expect(
      "\(Self.failure(ENOSPC, "write"))" == """
        The document '/notes/frogs.json' (Note): no space left on the disk (write, error \(ENOSPC)).
        """)
  }

  @Test func `an error says nothing of what is in a document`() throws {
    let folder = try TemporaryFolder()
    let file = DocumentFile<Note>(folder.file("note.json"))
    for text in [
      #"{"version":2,"title":"secret","lines":"secret"}"#, #"{"version":2,"title":"secret"#,
      #"{"version":9,"title":"secret"}"#, #"secret"#, #"{"version":2,"title":["secret"]}"#,
    ] {
      try folder.write(Data(text.utf8), to: "note.json")
      let error = #expect(throws: StoreError.self) { _ = try file.read() }
      #expect(error.map { "\($0)".contains("secret") } == false)
    }
  }

  @MainActor
  @Test func `a conflict says nothing of what is in its documents`() throws {
    let (old, new) = (Note(title: "secret", lines: []), Note(title: "secrets", lines: []))
    let conflict = Conflict(
      of: Note.self, base: nil, mine: try VersionedJSONEncoder().encode(old),
      theirs: try VersionedJSONEncoder().encode(new))

    #expect(!"\(conflict)".contains("secret"))
    #expect(!"\(LiveDocument<Note>.State.conflict(conflict))".contains("secret"))
  }

  @Test func `fields that can't be merged are named`() {
    let one = FieldConflicts(paths: [FieldPath()])
    #expect(
      one.description == """
        Both documents have changed the document itself. Merge them with merged(preferring:), or choose \
        one of the two values for each, and save with write(_:resolving:).
        """)
  }
}
