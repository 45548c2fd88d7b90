import Foundation
import Lineage
import LineageStore
import Testing

/// Documents that leave out defaults are merged like those that write them.
struct SparseMergeTests {
  protocol Writing: Hashable, Sendable { static var writesDefaults: Bool { get } }
  enum All: Writing { static var writesDefaults: Bool { true } }
  enum Few: Writing { static var writesDefaults: Bool { false } }

  struct Size<Fields: Writing>: Codable, DefaultFillable, Hashable {
    static var encodesDefaults: Bool { Fields.writesDefaults }
    var width = 1
    var unit: String? = "cm"
    var note: String?
    var marks = [1]

    mutating func change(_ random: inout SeededGenerator) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: width = .random(in: 0..<3, using: &random)
      case 1: unit = [nil, "cm", "mm"].randomElement(using: &random) ?? nil
      case 2: note = [nil, "a", "b"].randomElement(using: &random) ?? nil
      default: marks = [[], [1], [1, 2]].randomElement(using: &random) ?? []
      }
    }
  }

  enum Form<Fields: Writing>: Codable, Hashable {
    case dot
    case box(Size<Fields>)
  }

  struct Item<Fields: Writing>: Codable, DefaultFillable, Hashable {
    static var encodesDefaults: Bool { Fields.writesDefaults }
    var id = 0
    var size = Size<Fields>()
    var other: Size<Fields>?

    mutating func change(_ random: inout SeededGenerator) {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: size.change(&random)
      case 1: other = Bool.random(using: &random) ? nil : Size()
      default: other?.change(&random)
      }
    }
  }

  struct Drawing<Fields: Writing>: VersionedCodable, DefaultFillable {
    static var version: Int { 1 }
    static var encodesDefaults: Bool { Fields.writesDefaults }
    typealias PreviousVersion = NothingOlder
    var count = 1
    var item = Item<Fields>()
    var first: Item<Fields>? = Item()
    var items = [Item<Fields>()]
    var tags: Set<String> = ["a", "b"]
    var sizes: Set<Size<Fields>> = [Size()]
    var byName = ["a": Item<Fields>()]
    var byNumber = [1.5: Size<Fields>()]
    var form = Form<Fields>.dot
    var unknownFields = UnknownFields()

    mutating func change(_ random: inout SeededGenerator, _ topic: Int) {
      switch topic {
      case 0: count = .random(in: 0..<3, using: &random)
      case 1: item.change(&random)
      case 2:
        if Bool.random(using: &random) { first = first == nil ? Item() : nil }
        first?.change(&random)
      case 3:
        if Bool.random(using: &random) {
          let id = Int.random(in: 0..<4, using: &random)
          if let index = items.firstIndex(where: { $0.id == id }) {
            items.remove(at: index)
          } else {
            items.append(Item(id: id))
          }
        }
        if let index = items.indices.randomElement(using: &random) { items[index].change(&random) }
      case 4: tags.formSymmetricDifference([["a", "b", "c"].randomElement(using: &random) ?? ""])
      case 5:
        var size = Size<Fields>()
        size.change(&random)
        sizes.formSymmetricDifference([size])
      case 6:
        let name = ["a", "b"].randomElement(using: &random) ?? ""
        byName[name] = Bool.random(using: &random) ? nil : Item()
        byName[name]?.change(&random)
      case 7:
        let number = Bool.random(using: &random) ? 0.5 : 1.5
        byNumber[number] = Bool.random(using: &random) ? nil : Size()
        byNumber[number]?.change(&random)
      case 8:
        var size = Size<Fields>()
        size.change(&random)
        form = Bool.random(using: &random) ? .dot : .box(size)
      default: unknownFields["x"] = [nil, 1, 2].randomElement(using: &random) ?? nil
      }
    }
  }

  /// The result of a merge of random changes, without the order of its sets, or its conflicts.
  private func merged<Fields: Writing>(
    _ type: Drawing<Fields>.Type, _ seed: UInt64, preferring side: Conflict.Side?
  ) throws -> (result: Drawing<All>?, conflicts: Set<String>) {
    var random = SeededGenerator(state: seed)
    let topic = Int.random(in: 0..<10, using: &random)
    func changed(_ drawing: Drawing<Fields>) -> Drawing<Fields> {
      var changed = drawing
      for _ in 0..<Int.random(in: 0..<4, using: &random) { changed.change(&random, topic) }
      return changed
    }
    let base = changed(Drawing())
    let (mine, theirs) = (changed(base), changed(base))
    let encoder = JSONEncoder()
    let conflict = Conflict(
      of: type, base: try encoder.encode(versioned: base),
      mine: try encoder.encode(versioned: mine), theirs: try encoder.encode(versioned: theirs))
    do {
      let merged: Drawing<Fields> = try conflict.merged(preferring: side)
      let data = try encoder.encode(versioned: merged)
      return (try JSONDecoder().decode(versioned: Drawing<All>.self, from: data), [])
    } catch let error as FieldConflicts {
      // A dictionary has another order in each document.
      return (nil, Set(error.paths.map { "\($0)".filter { !$0.isNumber } }))
    }
  }

  @Test(arguments: [nil, .mine, .theirs] as [Conflict.Side?])
  func `random changes have the same result, whether defaults are written or not`(
    _ side: Conflict.Side?
  ) throws {
    for seed in 0..<400 as Range<UInt64> {
      let all = try merged(Drawing<All>.self, seed, preferring: side)
      let few = try merged(Drawing<Few>.self, seed, preferring: side)

      #expect(few.conflicts == all.conflicts, "seed \(seed)")
      let (own, other) = (few.result, all.result)
      #expect(own?.count == other?.count && own?.item == other?.item, "seed \(seed)")
      #expect(own?.first == other?.first && own?.items == other?.items, "seed \(seed)")
      #expect(own?.tags == other?.tags && own?.sizes == other?.sizes, "seed \(seed)")
      #expect(own?.byName == other?.byName && own?.byNumber == other?.byNumber, "seed \(seed)")
      #expect(own?.form == other?.form, "seed \(seed)")
      #expect(own?.unknownFields == other?.unknownFields, "seed \(seed)")
    }
  }
}
