import Foundation
import Lineage

extension Group {
  /// Finding the version of a large document without decoding it.
  static func versions(_ scale: Scale) -> Group {
    Group(
      name: "version",
      explanation: "Times as fast as JSONDecoder.decode of a struct with nothing but the version.",
      columns: ["Foundation", "Lineage"], ratio: .speed,
      cases: ["first", "last"].map { place in
        Case(name: "version/\(place)") {
          let data = try Library.sampleText(scale)
          return try finding(in: place == "last" ? data : data.withVersionFirst())
        }
      })
  }

  private static func finding(in data: Data) throws -> Subject {
    let decoder = JSONDecoder()
    return Subject(
      bytes: data.count,
      work: [
        .repeated { _ = try decoder.decode(JustVersion.self, from: data) },
        .repeated { _ = try decoder.version(of: Library.self, in: data) },
      ])
  }

  /// Property lists, which Lineage's own readers decode and Foundation's encoder writes.
  static func propertyLists() -> Group {
    Group(
      name: "plist", explanation: "Times what Foundation's plain coder takes.",
      columns: ["Foundation", "Lineage"], ratio: .cost,
      cases: [("binary", PropertyListSerialization.PropertyListFormat.binary), ("xml", .xml)]
        .flatMap { name, format in
          [
            Case(name: "plist/decode-\(name)") { try propertyListDecoding(format) },
            Case(name: "plist/encode-\(name)") { try propertyListEncoding(format) },
          ]
        })
  }

  private static func propertyListDecoding(
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws -> Subject {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    let data = try encoder.encode(versioned: Album.sample())
    let decoder = PropertyListDecoder()
    return Subject(
      bytes: data.count,
      work: [
        .repeated { _ = try decoder.decode(Album.self, from: data) },
        .repeated { _ = try decoder.decode(versioned: Album.self, from: data) },
      ])
  }

  private static func propertyListEncoding(
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws -> Subject {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    let album = Album.sample()
    return Subject(
      bytes: try encoder.encode(album).count,
      work: [
        .repeated { _ = try encoder.encode(album) },
        .repeated { _ = try encoder.encode(versioned: album) },
      ])
  }

  /// Files of unknown shape, decoded as a value of any shape. Foundation has no such type, so its
  /// decoder gets the usual enum that tries one type after the other.
  static func files(in folder: String) throws -> Group {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".json") }.sorted()
    if names.isEmpty { throw UsageError("There is no JSON file in the folder '\(folder)'.") }
    return Group(
      name: "files",
      explanation: """
        Times as fast as JSONDecoder.decode of an enum of any shape; ours is DocumentValue, and \
        JSONSerialization is for programs that don't need Codable.
        """,
      columns: ["Foundation", "JSONSerialization", "Lineage"], ratio: .speed,
      cases: names.map { name in
        Case(name: "files/\(name)") {
          let data = try Data(contentsOf: URL(filePath: folder).appending(path: name))
          let decoder = JSONDecoder()
          return Subject(
            bytes: data.count,
            work: [
              .repeated { _ = try decoder.decode(AnyValue.self, from: data) },
              .repeated {
                _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
              },
              .repeated { _ = try decoder.decode(unversioned: DocumentValue.self, from: data) },
            ])
        }
      })
  }
}

extension Data {
  /// The same JSON with its version first.
  fileprivate func withVersionFirst() throws -> Data {
    var text = String(decoding: self, as: UTF8.self)
    guard let version = text.range(of: #","version":1}"#, options: .backwards) else {
      throw UsageError("The sample has no version at its end.")
    }
    text.replaceSubrange(version, with: "}")
    return Data((#"{"version":1,"# + text.dropFirst()).utf8)
  }
}
