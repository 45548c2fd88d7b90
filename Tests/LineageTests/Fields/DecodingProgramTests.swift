import Foundation
import Lineage
import Testing

/// Compares containers with Foundation's, in generated programs.
struct DecodingProgramTests {
  @Test(arguments: 1...4)
  func `container operations have the same results as with JSONDecoder`(part: UInt64) {
    let difference = firstDifference(in: JSONRandom.count(1500), from: part &* 1_000_000)

    #expect(difference == nil)
  }

  private func firstDifference(in count: Int, from first: UInt64) -> String? {
    for seed in first..<first + UInt64(count) {
      var random = JSONRandom(seed: seed)
      random.repeatsKeys = false
      let document = random.programDocument()
      let option = random.pick(options)
      let (reference, ours) = (JSONDecoder(), VersionedJSONDecoder())
      option.apply(reference)
      option.apply(ours)
      let data = Data(document.utf8)

      let expected = DecodingProgram.notes(seed: seed) { try reference.decode($0, from: data) }
      let found = DecodingProgram.notes(seed: seed) { try ours.decode($0, from: data) }

      let same = zip(expected, found).prefix { DecodingProgram.agree($0, $1) }.count
      if same < max(expected.count, found.count) {
        return """
          seed \(seed), \(option)
          \(document)
          \(expected.prefix(same).joined(separator: "\n"))
          Foundation: \(expected.dropFirst(same).prefix(2).joined(separator: "\n"))
          here: \(found.dropFirst(same).prefix(2).joined(separator: "\n"))
          """
      }
    }
    return nil
  }

  private var options: [JSONOption<JSONDecoder>] {
    JSONOption<JSONDecoder>.dates + JSONOption<JSONDecoder>.keys
  }
}
