import Foundation
import Lineage
import Testing

/// What a newer document says in so many words is written back, whatever type has read it, and what it leaves to its own
/// defaults isn't said for it.
struct PartsOfNewerTests {
  struct Sparse: Codable, DefaultFillable, Equatable {
    static let encodesDefaults = false
    var color = "red"
    var width = 1
  }

  struct SparseKeeping: Codable, DefaultFillable, Equatable {
    static let encodesDefaults = false
    var color = "red"
    var width = 1
    var unknownFields = UnknownFields()
  }

  struct Around: Codable, DefaultFillable, Equatable {
    var sparse: Sparse?
    var keeping: SparseKeeping?
    var unknownFields = UnknownFields()
  }

  struct OfItsOwnVersion: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var color = "red"
    var sparse: Sparse?
    var unknownFields = UnknownFields()
  }

  struct Zeros: Codable, ZeroFillable, Equatable {
    var count: Int
    var name: String
    var isOn: Bool
    var unknownFields: UnknownFields
  }

  struct Album: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var title = "t"
    var sparse: Sparse?
    var list: [Sparse] = []
    var byName: [String: Sparse] = [:]
    var around: Around?
    var versioned: OfItsOwnVersion?
    var zeros: Zeros?
    var manyZeros: [Zeros] = []
    var unknownFields = UnknownFields()
  }

  static let documents: [DocumentValue] = {
    let whole: DocumentValue = ["color": "red", "width": 1]
    let zeros: [DocumentValue] = [
      [:], ["count": 0], ["name": "", "count": 7], ["isOn": false, "more": 1],
      ["count": 0, "name": "", "isOn": false],
    ]
    let all: [DocumentValue] = [
      ["version": 3, "sparse": whole],
      ["version": 3, "list": [whole, ["color": "red", "width": 5], whole]],
      ["version": 3, "byName": ["a": whole]],
      ["version": 3, "around": ["sparse": whole]],
      ["version": 3, "around": ["keeping": ["width": 1]]],
      ["version": 3, "around": ["keeping": ["width": 1], "sparse": whole]],
      ["version": 3, "title": "t", "new": [1], "sparse": whole, "list": [whole]],
      ["version": 3, "sparse": whole, "versioned": ["version": 1]],
      ["version": 3, "versioned": ["version": 1, "sparse": [:]]],
    ]
    return all
      + zeros.flatMap { content -> [DocumentValue] in
        [["version": 3, "zeros": content], ["version": 3, "manyZeros": [content, content]]]
      }
  }()

  @Test(arguments: FutureFormat.allCases, documents)
  func `what a newer document says is written back`(
    format: FutureFormat, document: DocumentValue
  ) throws {
    #expect(try format.saved(document, by: Album.self) == document)
  }

  @Test(arguments: FutureFormat.allCases)
  func `a current document still omits defaults`(format: FutureFormat) throws {
    let document: DocumentValue = [
      "version": 2, "title": "t", "list": [["color": "red", "width": 1]], "byName": [:],
      "manyZeros": [],
    ]
    let saved = try #require(try format.saved(document, by: Album.self).object)
    #expect(saved["list"] == [[:]])
  }

  struct Tree: VersionedCodable, Equatable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var sparse: Sparse?
    var children: [Tree]?
    var unknownFields: UnknownFields
  }

  /// If each value were encoded twice, this would take years.
  @Test(arguments: FutureFormat.allCases)
  func `newer values are written back from any depth`(format: FutureFormat) throws {
    var document: DocumentValue = ["version": 2, "sparse": ["color": "red"]]
    for _ in 0..<60 {
      document = [
        "version": 2, "sparse": ["color": "red", "width": 1], "children": [document],
      ]
    }
    let saved = try format.saved(document, by: Tree.self)
    // The innermost part doesn't remember what it had, so it is written whole.
    let text = try Future.text(saved)
    #expect(
      text.replacing(#""sparse":{"color":"red","width":1}"#, with: "").contains("sparse") == false)
    #expect(text.split(separator: #""version":2"#, omittingEmptySubsequences: false).count == 62)
  }

  // MARK: - In a step

  struct OldPart: Codable, DefaultFillable, Equatable {
    var a = 1
    var b = 2
    var unknownFields = UnknownFields()
  }

  struct NewPart: Codable, DefaultFillable, Equatable {
    static let encodesDefaults = false
    var a = 1
    var b = 2
    var c = 3
    var unknownFields = UnknownFields()
  }

  struct OldInner: VersionedCodable, Equatable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var part: OldPart
    var fields: InsideNewerTests.ByFields?
    var zeros: Zeros?
    var parts: [OldPart]?
    var unknownFields: UnknownFields
  }

  struct NewInner: VersionedCodable, Equatable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    var part: NewPart
    var fields: InsideNewerTests.ByFields?
    var zeros: Zeros?
    var parts: [NewPart]?
    var unknownFields: UnknownFields

    init(from old: OldInner) throws { try self.init(carryingOver: old) }
  }

  /// Carries the fields of its parts over itself.
  struct InnerByHand: VersionedCodable, Equatable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    var part: NewPart
    var fields: InsideNewerTests.ByFields?
    var zeros: Zeros?
    var parts: [NewPart]?
    var unknownFields: UnknownFields

    init(from old: OldInner) throws {
      try self.init(carryingOver: old) { fields in
        try fields.set(NewPart(carryingOver: old.part), for: "part")
        try fields.set(old.zeros.map { try Zeros(carryingOver: $0) }, for: "zeros")
        try fields.set(old.parts?.map { try NewPart(carryingOver: $0) }, for: "parts")
      }
    }
  }

  struct OldOuter: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var inner: OldInner
  }

  struct OuterByHand: VersionedCodable, Equatable {
    static let version = 2
    var inner: InnerByHand

    init(from old: OldOuter) throws { try self.init(carryingOver: old) }
  }

  struct NewOuter: VersionedCodable, Equatable {
    static let version = 2
    var inner: NewInner

    init(from old: OldOuter) throws { try self.init(carryingOver: old) }
  }

  @Test(
    arguments: FutureFormat.allCases,
    [
      ["part": ["a": 1]], ["part": [:]], ["part": ["a": 1, "b": 2]], ["part": ["a": 5, "d": 1]],
      ["part": ["a": 1], "parts": [["b": 2], [:], ["a": 3]]],
      ["part": [:], "fields": ["color": "red"]],
      ["part": [:], "zeros": ["count": 0]],
      ["part": ["a": .null], "parts": [["b": .null, "a": 3], ["d": .null]]],
      ["part": ["a": .null], "fields": ["color": .null], "zeros": ["count": .null]],
    ] as [DocumentValue])
  func `a step around a newer value keeps what its parts say`(
    format: FutureFormat, content: DocumentValue
  ) throws {
    var inner = try #require(content.object)
    inner["version"] = 9
    let old: DocumentValue = ["version": 1, "inner": .object(inner)]
    let new: DocumentValue = ["version": 2, "inner": .object(inner)]
    #expect(try format.saved(old, by: NewOuter.self) == new)
    #expect(try format.saved(old, by: OuterByHand.self) == new)
  }
}
