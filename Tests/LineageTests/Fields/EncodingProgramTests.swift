import Foundation
import Lineage
import Testing

/// Whatever a type does with its containers, the output is the same as Foundation's.
struct EncodingProgramTests {
  @Test(
    arguments: [[.sortedKeys], [.sortedKeys, .prettyPrinted], []] as [JSONEncoder.OutputFormatting],
    [false, true])
  func `container operations write the same as with JSONEncoder`(
    formatting: JSONEncoder.OutputFormatting, convertsToSnakeCase: Bool
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    if convertsToSnakeCase { encoder.keyEncodingStrategy = .convertToSnakeCase }
    for seed in 0..<UInt64(JSONRandom.count(150)) {
      func run(
        isReference: Bool, _ encode: (EncodingProgram) throws -> Data
      ) -> (String, EncodingProgram.World) {
        let world = EncodingProgram.World(
          isReference: isReference, convertsToSnakeCase: convertsToSnakeCase)
        do {
          let data = try encode(EncodingProgram(seed: seed, world: world))
          guard formatting.isEmpty else { return (String(decoding: data, as: UTF8.self), world) }
          let value = try JSONDecoder().decode(unversioned: DocumentValue.self, from: data)
          let sorting = JSONEncoder()
          sorting.outputFormatting = .sortedKeys
          return (String(decoding: try sorting.encode(unversioned: value), as: UTF8.self), world)
        } catch {
          return ("\(type(of: error))", world)
        }
      }

      let (text, world) = run(isReference: false, encoder.encode(unversioned:))
      let (expected, foundation) = run(isReference: true, encoder.encode)

      #expect(text == expected, "with the seed \(seed)")
      #expect(world.log == foundation.log, "with the seed \(seed)")
      #expect(world.wrongPaths == [], "with the seed \(seed)")
      if text != expected || !world.wrongPaths.isEmpty { return }
    }
  }

  @Test func `container operations write the same as with PropertyListEncoder`() throws {
    let encoder = PropertyListEncoder(.xml)
    for seed in 0..<UInt64(JSONRandom.count(150)) {
      func run(isReference: Bool, _ encode: (EncodingProgram) throws -> Data) -> String {
        let world = EncodingProgram.World(isReference: isReference, acceptsInfinity: true)
        do {
          return String(
            decoding: try encode(EncodingProgram(seed: seed, world: world)), as: UTF8.self)
        } catch {
          return "\(type(of: error))"
        }
      }

      let text = run(isReference: false, encoder.encode(unversioned:))

      #expect(text == run(isReference: true, encoder.encode), "with the seed \(seed)")
    }
  }
}
