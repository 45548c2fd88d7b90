import Foundation
import Testing

@testable import Lineage

/// Compares the writer with Foundation's on values decoded from generated documents.
///
/// Only sorted keys have the same order in both.
struct JSONWritingAgainstFoundationTests {
  @Test(arguments: JSONShape.all, JSONOption<JSONEncoder>.layouts)
  func `a value is written as JSONEncoder writes it`(
    shape: JSONShape, layout: JSONOption<JSONEncoder>
  ) {
    var random = JSONRandom(seed: 4)
    random.noise = 0
    let encoder = JSONEncoder()
    layout.apply(encoder)

    let difference = firstDifference(in: JSONRandom.count(8)) {
      let document = shape.document(&random)
      return (document, shape.differenceInWriting(Data(document.utf8), encoder))
    }

    #expect(difference == nil)
  }

  @Test(arguments: JSONShape.all)
  func `a value decodes as JSONEncoder's output does, in any order of keys`(
    shape: JSONShape
  ) {
    var random = JSONRandom(seed: 6)
    random.noise = 0
    let formats: [JSONEncoder.OutputFormatting] = [[], .prettyPrinted, .withoutEscapingSlashes]

    let difference = firstDifference(in: JSONRandom.count(30)) {
      let document = shape.document(&random)
      let encoder = JSONEncoder()
      encoder.outputFormatting = random.pick(formats)
      return (document, shape.differenceInReadingBack(Data(document.utf8), encoder))
    }

    #expect(difference == nil)
  }

  @Test(arguments: JSONShape.all)
  func `a value is written as JSONEncoder writes it with any options`(shape: JSONShape) {
    var random = JSONRandom(seed: 5)
    random.noise = 0

    let difference = firstDifference(in: JSONRandom.count(30)) {
      let document = shape.document(&random)
      let encoder = JSONEncoder()
      var options = [random.pick(JSONOption<JSONEncoder>.dates), random.pick(JSONOption.data)]
      options += [random.pick(JSONOption.floats), random.pick(JSONOption.keys)]
      options.append(random.pick(JSONOption.layouts))
      for option in options { option.apply(encoder) }
      let difference = shape.differenceInWriting(Data(document.utf8), encoder)
      return ("\(options)\n\(document)", difference)
    }

    #expect(difference == nil)
  }
}
