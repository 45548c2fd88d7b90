import Foundation
import Testing

@testable import Lineage

/// Compares the reader with Foundation's on generated documents.
struct JSONReadingAgainstFoundationTests {
  @Test(arguments: JSONShape.all)
  func `a document decodes as JSONDecoder decodes it`(shape: JSONShape) {
    var random = JSONRandom(seed: 1)
    let decoder = JSONDecoder()

    let difference = firstDifference(in: JSONRandom.count(30)) {
      let document = shape.document(&random)
      return (document, shape.differenceInReading(Data(document.utf8), decoder))
    }

    #expect(difference == nil)
  }

  @Test(arguments: JSONShape.all)
  func `a document decodes as JSONDecoder decodes it with any options`(shape: JSONShape) {
    var random = JSONRandom(seed: 2)
    random.noise = 1
    // With a key strategy, JSONDecoder decodes all equal keys, and throws if one is invalid.
    random.repeatsKeys = false

    let difference = firstDifference(in: JSONRandom.count(30)) {
      let document = shape.document(&random)
      let (decoder, options) = decoderWithOptions(&random)
      // In JSON5, JSONDecoder rejects the escape of a zero.
      if decoder.allowsJSON5, document.contains("\\u0000") { return (document, nil) }
      // JSONDecoder reads beyond the end of JSON5 that ends with a number, and may trap.
      let end = decoder.allowsJSON5 ? "\n" : ""
      let difference = shape.differenceInReading(Data((document + end).utf8), decoder)
      return ("\(options)\n\(document)", difference)
    }

    #expect(difference == nil)
  }

  @Test(arguments: JSONShape.all)
  func `a damaged document decodes or fails as with JSONDecoder`(shape: JSONShape) {
    var random = JSONRandom(seed: 3)
    // JSONDecoder never reads the second of equal keys.
    random.repeatsKeys = false

    let difference = firstDifference(in: JSONRandom.count(40)) {
      var bytes = Array(shape.document(&random).utf8)
      random.damage(&bytes)
      let (decoder, options) = decoderWithOptions(&random)
      // On damaged JSON5 JSONDecoder itself may trap.
      decoder.allowsJSON5 = false
      let document = "\(options)\n\(String(decoding: bytes, as: UTF8.self))\n\(bytes)"
      // JSONDecoder rejects 0e1, although it is a valid number.
      if document.contains("0e") || document.contains("0E") { return (document, nil) }
      return (document, shape.differenceInReading(Data(bytes), decoder))
    }

    #expect(difference == nil)
  }

  private func decoderWithOptions(
    _ random: inout JSONRandom
  ) -> (decoder: JSONDecoder, options: [JSONOption<JSONDecoder>]) {
    let decoder = JSONDecoder()
    var options = [random.pick(JSONOption<JSONDecoder>.dates), random.pick(JSONOption.data)]
    options.append(random.pick(JSONOption.floats))
    options.append(random.pick(JSONOption.keys))
    if random.chance(50) { options.append(random.pick(JSONOption.syntax)) }
    for option in options { option.apply(decoder) }
    return (decoder, options)
  }
}

/// The first document of many whose outcome differs, with the difference.
func firstDifference(
  in count: Int, _ compare: () -> (document: String, difference: String?)
) -> String? {
  for _ in 0..<count {
    let (document, difference) = compare()
    if let difference { return "\(document)\n\(difference)" }
  }
  return nil
}
