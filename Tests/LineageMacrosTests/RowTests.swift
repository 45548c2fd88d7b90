import Foundation
import LineageMacros
import Testing

/// The coders of databases treat some types in their own way, and look at the types of an object's members.
struct RowTests {
  struct Plain: Codable, Hashable {
    var id: UUID
    var parent: UUID?
    var title: String
    var created: Date
    var image: Data
    var size: Int
  }

  @Fillable struct Annotated: Hashable {
    let id: UUID
    var parent: UUID?
    var title = ""
    @Filled(Date(timeIntervalSince1970: 0)) let created: Date
    var image = Data()
    var size = 1
  }

  @Fillable struct Family: Hashable {
    let id: UUID
    var children: [UUID] = []
    var names: [String: UUID] = [:]
  }

  private let id = UUID()
  private let parent = UUID()

  @Test func `a row has the fields that a plain type would give it`() throws {
    let plain = Plain(
      id: id, parent: parent, title: "t", created: Date(timeIntervalSince1970: 9),
      image: Data([1]), size: 2)
    let annotated = Annotated(
      id: id, parent: parent, title: "t", created: Date(timeIntervalSince1970: 9),
      image: Data([1]), size: 2)

    let fields = try Row.encode(annotated)

    #expect(try Row.decode(Annotated.self, fields) == annotated)
    #expect(try Row.decode(Plain.self, fields) == plain)
    #expect(fields["id"] == .bytes(withUnsafeBytes(of: id.uuid) { Data($0) }))
  }

  @Test func `missing fields of a row are filled`() throws {
    let fields = try Row.encode(Annotated(id: id, created: Date(timeIntervalSince1970: 9)))
      .filter { $0.key == "id" }

    #expect(
      try Row.decode(Annotated.self, fields)
        == Annotated(id: id, created: Date(timeIntervalSince1970: 0)))
  }

  @Test(arguments: Coder.allCases)
  func `UUIDs are text in other formats`(coder: Coder) throws {
    let family = Family(id: id, children: [parent], names: ["a": parent])
    let document = #"{"children":["\#(parent)"],"id":"\#(id)","names":{"a":"\#(parent)"}}"#

    #expect(try coder.encode(family) == document)
    #expect(try coder.decode(Family.self, document) == family)
    #expect(try coder.failure(decoding: Family.self, #"{"id":"a"}"#) == "id")
  }
}
