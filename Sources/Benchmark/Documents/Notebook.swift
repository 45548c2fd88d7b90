import Foundation
import Lineage

/// Cells of text and code with metadata of any shape, and a picture in base64: 1.5 MB with its spaces.
struct Notebook: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var cells: [Cell]
  var metadata: [String: AnyValue]
  var nbformat: Int
  var nbformatMinor: Int

  enum CodingKeys: String, CodingKey {
    case cells, metadata, nbformat
    case nbformatMinor = "nbformat_minor"
  }

  struct Cell: Codable, Equatable {
    var kind: Kind
    var executionCount: Int?
    var id: String
    var metadata: [String: AnyValue]
    var outputs: [Output]?
    var source: String

    enum CodingKeys: String, CodingKey {
      case kind = "cell_type"
      case executionCount = "execution_count"
      case id, metadata, outputs, source
    }
  }

  enum Kind: String, Codable {
    case code, markdown
  }

  struct Output: Codable, Equatable {
    var data: [String: String]?
    var executionCount: Int?
    var metadata: [String: AnyValue]?
    var name: String?
    var type: String
    var text: [String]?

    enum CodingKeys: String, CodingKey {
      case data, metadata, name, text
      case executionCount = "execution_count"
      case type = "output_type"
    }
  }

  static var document: SampleDocument<Notebook> {
    SampleDocument(
      name: "notebook",
      makeText: {
        try JSONEncoder([.prettyPrinted, .withoutEscapingSlashes]).encode(versioned: sample($0))
      })
  }

  private static func sample(_ scale: Scale) -> Notebook {
    var random = SplitMix(seed: 18)
    let picture = Data(
      (0..<scale.count(800_000)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    var cells = (0..<scale.count(300)).map { _ in cell(&random) }
    cells[0].outputs = [
      Output(
        data: ["image/png": picture.base64EncodedString(), "text/plain": "<Figure size 640x480>"],
        metadata: ["needs_background": .string("light")], type: "display_data")
    ]
    return Notebook(
      cells: cells,
      metadata: [
        "kernelspec": .object(["display_name": .string("Swift"), "language": .string("swift")]),
        "toc": .object(["base_numbering": .int(1), "nav_menu": .object([:]), "skip": .bool(false)]),
        "width": .double(0.85),
      ],
      nbformat: 4, nbformatMinor: 5)
  }

  private static func cell(_ random: inout SplitMix) -> Cell {
    func lines(_ count: Int) -> [String] {
      (0..<count).map { _ in "    let \(random.word(5)) = \"\(random.sentence(words: 6))\"\n" }
    }
    let isCode = random.isTrue(percent: 60)
    return Cell(
      kind: isCode ? .code : .markdown, executionCount: isCode ? random.number(below: 90) : nil,
      id: random.word(8),
      metadata: [
        "tags": .array([.string(random.word(5)), .string(random.word(8))]),
        "collapsed": .bool(random.isTrue(percent: 50)),
        "execution": .object([
          "iopub.status": .string("2024-05-01T10:11:12.123456Z"), "depth": .int(3),
        ]),
      ],
      outputs: isCode ? [Output(name: "stdout", type: "stream", text: lines(3))] : nil,
      source: lines(10).joined())
  }
}
