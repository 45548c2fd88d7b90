import Foundation
import Lineage
import Testing

struct MessageV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var text: String
}

struct Message: Downgradable {
  static let version = 2
  var paragraphs: [String]
}

extension Message {
  init(from old: MessageV1) throws {
    paragraphs = [old.text]
  }

  func downgraded() throws -> MessageV1 {
    MessageV1(text: paragraphs.joined(separator: "\n"))
  }
}

extension NewerDocumentTests.HandmadeContact {
  typealias ContactV1 = NewerDocumentTests.ContactV1

  init(from old: ContactV1) throws {
    name = old.name
    pronouns = old.unknownFields["pronouns"]?.string ?? ""
    unknownFields = old.unknownFields.removing("pronouns")
  }
}

/// The code of `Docs/WhenTheOlderAppMeetsTheNewerDocument.md`.
struct NewerDocumentTests {
  struct ContactV1: VersionedCodable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var name: String
    var unknownFields = UnknownFields()
  }

  struct Contact: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = ContactV1
    var name = ""
    var pronouns = ""
    var unknownFields = UnknownFields()
  }

  struct Recipe: VersionedCodable, DefaultFillable {
    static let version = 3
    static let readableSince: Int? = 2
    static let newerVersions = NewerVersionPolicy.ifReadable
    typealias PreviousVersion = NothingOlder
    var name = ""
    var unknownFields = UnknownFields()
  }

  struct HandmadeContact: VersionedCodable {
    static let version = 2
    var name: String
    var pronouns: String
    var unknownFields = UnknownFields()
  }

  private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  @Test func `an older program edits a newer document`() throws {
    let newer = Data(#"{"name":"Ada","pronouns":"she/her","score":1.10,"version":2}"#.utf8)
    var contact = try JSONDecoder().decode(versioned: ContactV1.self, from: newer)
    contact.name = "Ada Lovelace"
    let saved = try encoder.encode(versioned: contact)
    // {"name":"Ada Lovelace","pronouns":"she/her","score":1.10,"version":2}

    let opened = try JSONDecoder().decode(versioned: Contact.self, from: saved)
    // Contact(name: "Ada Lovelace", pronouns: "she/her", unknownFields: {"score": 1.10})

    #expect(
      String(decoding: saved, as: UTF8.self)
        == #"{"name":"Ada Lovelace","pronouns":"she/her","score":1.10,"version":2}"#)
    #expect(
      "\(opened)" == """
        Contact(name: "Ada Lovelace", pronouns: "she/her", unknownFields: {"score": 1.10})
        """)
  }

  @Test func `a step without carry-over removes an unknown field that it has used`() throws {
    let contact = try JSONDecoder().decode(
      versioned: HandmadeContact.self,
      from: Data(#"{"name":"Ada","pronouns":"she/her","score":1,"version":1}"#.utf8))

    #expect(contact.pronouns == "she/her")
    #expect(contact.unknownFields == ["score": 1])
  }

  @Test func `a version declares which programs can read it`() throws {
    let recipe = try encoder.encode(versioned: Recipe())
    // {"name":"","readableSince":2,"version":3}

    #expect(
      String(decoding: recipe, as: UTF8.self) == #"{"name":"","readableSince":2,"version":3}"#)
  }

  @Test func `a message is written as its first version`() throws {
    let message = try JSONDecoder().decode(
      versioned: Message.self, from: Data(#"{"text":"Hello","version":1}"#.utf8))

    let forOldClients = try encoder.encode(versioned: message, as: MessageV1.self)
    // {"text":"Hello","version":1}

    #expect(String(decoding: forOldClients, as: UTF8.self) == #"{"text":"Hello","version":1}"#)
  }

  // MARK: - `Docs/UpdatingAndRollingBack.md`

  func reply(with message: Message, toClientOfVersion version: Int) throws -> Data {
    version < 2
      ? try encoder.encode(versioned: message, as: MessageV1.self)
      : try encoder.encode(versioned: message)
  }

  @Test func `each client gets the version that it knows`() throws {
    let message = Message(paragraphs: ["Hello", "Bye"])

    let older = try reply(with: message, toClientOfVersion: 1)
    let newer = try reply(with: message, toClientOfVersion: 2)

    #expect(String(decoding: older, as: UTF8.self) == #"{"text":"Hello\nBye","version":1}"#)
    #expect(
      String(decoding: newer, as: UTF8.self) == #"{"paragraphs":["Hello","Bye"],"version":2}"#)
    #expect(Message.chain.links.first?.version == 2)
  }
}
