import Foundation
import Lineage

// Compares Lineage with Foundation's plain coders, side by side in one run:
//
//     swift run -c release Benchmark                   all cases, as a table
//     swift run -c release Benchmark CASE 100          our side of one case, 100 times, to count
//                                                      instructions with valgrind --tool=callgrind

var random = SplitMix(seed: 1)
let json = (decoder: JSONDecoder(), encoder: JSONEncoder())

/// Reading and writing a document that needs no migration.
func plain<Document: VersionedCodable>(_ name: String, _ document: Document) throws -> [Comparison]
{
  let data = try JSONEncoder().encode(document)
  return [
    Comparison(name: "decode \(name)", bytes: data.count) {
      _ = try json.decoder.decode(Document.self, from: data)
    } ours: {
      _ = try json.decoder.decode(versioned: Document.self, from: data)
    },
    Comparison(name: "encode \(name)", bytes: data.count) {
      _ = try json.encoder.encode(document)
    } ours: {
      _ = try json.encoder.encode(versioned: document)
    },
  ]
}

/// Documents that need something done: the baseline is Foundation reading them as they are.
func special() throws -> [Comparison] {
  let rows = FilledRow.make(150)
  let old = try json.encoder.encode(versioned: Growth0(rows: rows))
  let current = try json.encoder.encode(versioned: Growth10(rows: rows))
  let holes = try JSONSerialization.data(
    withJSONObject: [
      "version": 10,
      "rows": rows.map { ["id": $0.id, "name": $0.name, "balance": $0.balance, "tags": $0.tags] },
    ] as [String: Any])
  let large = try json.encoder.encode(
    versioned: Growth10(rows: Array(repeating: rows, count: 400).flatMap(\.self)))
  let plist = (
    decoder: PropertyListDecoder(), data: try PropertyListEncoder().encode(Growth0(rows: rows))
  )
  return [
    Comparison(name: "current, defaults on", bytes: current.count) {
      _ = try json.decoder.decode(Growth10.self, from: current)
    } ours: {
      _ = try json.decoder.decode(versioned: Growth10.self, from: current)
    },
    Comparison(name: "a third filled", bytes: holes.count) {
      _ = try json.decoder.decode(Growth10.self, from: current)
    } ours: {
      _ = try json.decoder.decode(versioned: Growth10.self, from: holes)
    },
    Comparison(name: "ten versions old", bytes: old.count) {
      _ = try json.decoder.decode(Growth0.self, from: old)
    } ours: {
      _ = try json.decoder.decode(versioned: Growth10.self, from: old)
    },
    Comparison(name: "version, standing last", bytes: large.count) {
      _ = try json.decoder.decode(JustVersion.self, from: large)
    } ours: {
      _ = try json.decoder.version(of: Growth10.self, in: large)
    },
    Comparison(name: "binary property list", bytes: plist.data.count) {
      _ = try plist.decoder.decode(Growth0.self, from: plist.data)
    } ours: {
      _ = try plist.decoder.decode(versioned: Growth0.self, version: 0, from: plist.data)
    },
  ]
}

struct JustVersion: Decodable {
  var version: Int
}

let cases =
  try plain("settings", SettingsDocument())
  + plain("library, 19 KB", LibraryDocument.make(members: 50, &random))
  + plain("library, 8 MB", LibraryDocument.make(members: 21_000, &random))
  + plain("outline, 2 MB", OutlineDocument.make(points: 50_000, &random)) + special()

if CommandLine.arguments.count == 3, let repetitions = Int(CommandLine.arguments[2]) {
  guard let chosen = cases.first(where: { $0.name == CommandLine.arguments[1] }) else {
    print("There is no such case. The cases are:", cases.map(\.name).joined(separator: ", "))
    exit(1)
  }
  for _ in 0..<repetitions { try chosen.ours() }
} else {
  print(Comparison.header)
  for comparison in cases { print(try comparison.row(rounds: 7)) }
}
