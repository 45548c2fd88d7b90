import Foundation
import Testing

@testable import Lineage

/// What is made for every field or object is trivial data, and small enough to be passed without
/// allocation. So decoding a scalar allocates nothing, unless it is a long string.
struct LayoutTests {
  private enum Key: String, CodingKey { case a, b }

  /// An existential stores three words inline; larger values are allocated.
  private static let existentialRoom = 3 * MemoryLayout<UInt>.size

  @Test func `containers and fields are trivial types`() {
    #expect(_isPOD(KeyedReader<Key>.self))
    #expect(_isPOD(UnkeyedReader.self))
    #expect(_isPOD(Field.self))
    #expect(_isPOD(Frame.self))
    #expect(_isPOD(TreeNode.self))
    #expect(_isPOD(KeyName?.self))
  }

  @Test func `decoders and containers fit in existentials`() {
    #expect(MemoryLayout<ValueDecoder>.size <= Self.existentialRoom)
    #expect(MemoryLayout<UnkeyedReader>.size <= Self.existentialRoom)
  }

  @Test func `a value of a document takes 24 bytes`() {
    #expect(MemoryLayout<TreeNode>.stride == 24)
  }

  @Test func `every flag has its own bit`() {
    let slotFlags: [TreeNode.Flags] = [
      .escapedKey, .internationalKey, .isRead, .keysAreData, .isOmitted, .isUndecoded,
      .illFormedKey,
      .isVolatile, .isAlwaysWritten, .isUndeclared, .isRejected, .sharesText, .sharesKey,
      .isNullOfDocument,
      .isCollected,
    ]
    let frameFlags: [Frame.Flags] = [
      .usesKeyMap, .keysAreData, .listsAskedMembers, .isOpen, .marksReads,
      .collectsUnknown,
    ]

    #expect(Set(slotFlags.map(\.rawValue)).count == slotFlags.count)
    #expect(Set(frameFlags.map(\.rawValue)).count == frameFlags.count)
  }

  private struct Scalars: Codable {
    var text = "short"
    var number = 1
    var fraction = 0.5
    var flag = true
    var nothing: Int?
    var numbers = [1, 2, 3]
  }

  /// Records the size of a session, before and after some scalars are decoded.
  private struct Watching: Decodable {
    let frames: [Int]

    init(from decoder: any Decoder) throws {
      let state = try #require(decoder as? ValueDecoder).state
      let container = try decoder.container(keyedBy: AnyCodingKey.self)
      var frames: [Int] = []
      for _ in 0..<3 {
        _ = try container.decode(String.self, forKey: AnyCodingKey("text"))
        _ = try container.decode(Double.self, forKey: AnyCodingKey("fraction"))
        _ = try container.decode([Int].self, forKey: AnyCodingKey("numbers"))
        _ = try container.decodeIfPresent(Int.self, forKey: AnyCodingKey("nothing"))
        frames.append(state.pointee.frames.count)
      }
      self.frames = frames
    }
  }

  @Test func `a session does not grow with the number of decoded scalars`() throws {
    let data = try JSONEncoder().encode(Scalars())

    let watching = try JSONDecoder().decode(unversioned: Watching.self, from: data)

    #expect(Set(watching.frames).count == 1)
  }
}
