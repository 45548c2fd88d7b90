import Foundation
import Testing

@testable import Lineage

/// Arrays are allocated by Lineage, which must not be observable.
struct ArrayStorageTests {
  /// Elements of many layouts.
  private struct Lists: Codable, Equatable {
    var bytes: [Byte] = []
    var names: [Name] = []
    var empties: [Empty] = []
    var vectors: [Vector] = []
    var enums: [Kind] = []
    var optionals: [Name?] = []
    var lists: [[Name]] = []

    struct Byte: Codable, Equatable { var value: UInt8 }
    struct Name: Codable, Equatable { var name: String, isLong = false }
    struct Empty: Codable, Equatable {}
    /// Its alignment is more than that of any allocated object.
    struct Vector: Codable, Equatable { var value: SIMD4<Double> }
    enum Kind: String, Codable { case first, second }
  }

  /// Counts its instances.
  private final class Counted: Codable {
    nonisolated(unsafe) static var alive = 0
    let name: String

    enum CodingKeys: String, CodingKey { case name }

    init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
      Self.alive += 1
    }

    deinit { Self.alive -= 1 }
  }

  private func lists(_ count: Int) -> Lists {
    let indices = 0..<count
    let names = indices.map { Lists.Name(name: String(repeating: "n", count: $0)) }
    return Lists(
      bytes: indices.map { Lists.Byte(value: UInt8(truncatingIfNeeded: $0)) }, names: names,
      empties: indices.map { _ in Lists.Empty() },
      vectors: indices.map { Lists.Vector(value: SIMD4(repeating: Double($0))) },
      enums: indices.map { $0 % 3 == 0 ? .first : .second },
      optionals: indices.map { $0 % 3 == 0 ? nil : names[$0] },
      lists: indices.map { Array(names.prefix($0)) })
  }

  @Test(arguments: [0, 1, 2, 3, 7, 50, 300])
  func `arrays of all layouts are decoded, and can be changed`(count: Int) throws {
    let lists = lists(count)
    let document = try JSONEncoder().encode(lists)

    var decoded = try JSONDecoder().decode(unversioned: Lists.self, from: document)

    #expect(decoded == lists)
    let copy = decoded
    decoded.bytes.append(Lists.Byte(value: 1))
    decoded.names.append(Lists.Name(name: "more"))
    decoded.empties.append(Lists.Empty())
    decoded.vectors.append(Lists.Vector(value: .zero))
    decoded.enums.insert(.first, at: 0)
    decoded.optionals.append(nil)
    decoded.lists.removeAll { $0.isEmpty }
    #expect(copy == lists)
    #expect(decoded.names == lists.names + [Lists.Name(name: "more")])
    #expect(decoded.enums == [.first] + lists.enums)
    #expect(decoded.lists == lists.lists.filter { !$0.isEmpty })
    if count > 0 {
      decoded.names[0].name = "other"
      #expect(copy == lists)
    }
  }

  @Test func `an array has room for its elements, and no more`() throws {
    let document = try JSONEncoder().encode(lists(5))

    let decoded = try JSONDecoder().decode(unversioned: Lists.self, from: document)

    // The standard library would make all of them larger. It does so only if the storage of an array has
    // changed, or for elements whose alignment is more than a word.
    #expect(decoded.bytes.capacity == 5)
    #expect(decoded.names.capacity == 5)
    #expect(decoded.empties.capacity == 5)
    #expect(decoded.lists.capacity == 5)
    #expect(decoded.vectors.capacity >= 5)
  }

  @Test func `an element that doesn't decode releases those before it`() throws {
    let whole = Data(#"[{"name":"a"},{"name":"b"},{"name":"c"}]"#.utf8)
    let broken = Data(#"[{"name":"a"},{"name":"b"},{"name":3}]"#.utf8)
    for _ in 0..<3 {
      #expect(throws: MigrationError.self) {
        try JSONDecoder().decode(unversioned: [Counted].self, from: broken)
      }
      #expect(Counted.alive == 0)

      var decoded = try JSONDecoder().decode(unversioned: [Counted].self, from: whole)

      #expect(Counted.alive == 3)
      #expect(decoded.map(\.name) == ["a", "b", "c"])
      decoded.removeFirst()
      #expect(Counted.alive == 2)
      decoded = []
      #expect(Counted.alive == 0)
    }
  }
}
