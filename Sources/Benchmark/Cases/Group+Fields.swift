import Foundation
import Lineage

/// A document whose types are declared a second time, with the annotations of LineageMacros.
struct AnnotatedDocument {
  let document: any AnySampleDocument
  let type: any (VersionedCodable & Equatable).Type
  var name: String { document.name }

  static var all: [AnnotatedDocument] {
    [
      AnnotatedDocument(Settings.document, SettingsByFields.self),
      AnnotatedDocument(Display.document, DisplayByFields.self),
      AnnotatedDocument(Display.olderDocument, DisplayByFields.self),
      AnnotatedDocument(Album.document, AlbumByFields.self),
      AnnotatedDocument(Microblog.document, MicroblogByFields.self),
      AnnotatedDocument(Microblog.escapedDocument, MicroblogByFields.self),
      AnnotatedDocument(People.document, PeopleByFields.self),
      AnnotatedDocument(Builds.document, BuildsByFields.self),
      AnnotatedDocument(Coordinates.document, CoordinatesByFields.self),
      AnnotatedDocument(Mesh.document, MeshByFields.self),
      AnnotatedDocument(Numbers.document, NumbersByFields.self),
      AnnotatedDocument(Symbols.document, SymbolsByFields.self),
      AnnotatedDocument(Notebook.document, NotebookByFields.self),
    ]
  }

  /// The members of all objects in an order of their own.
  static var shuffled: [AnnotatedDocument] {
    [
      AnnotatedDocument(People.document.shuffled, PeopleByFields.self),
      AnnotatedDocument(Album.document.shuffled, AlbumByFields.self),
    ]
  }

  private init(
    _ document: any AnySampleDocument, _ type: any (VersionedCodable & Equatable).Type
  ) {
    self.document = document
    self.type = type
  }
}

extension Group {
  /// The same documents by way of containers and, with annotated types, by fields.
  static func fieldDecoding(_ scale: Scale) -> Group {
    Group(
      name: "fields-decode",
      explanation: "Times as fast as JSONDecoder.decode; fields: the types are annotated.",
      columns: ["Foundation", "Lineage", "fields"], ratio: .speed,
      cases: (AnnotatedDocument.all + AnnotatedDocument.shuffled).map { document in
        Case(name: "fields-decode/\(document.name)") {
          try decoding(document.document, as: document.type, scale)
        }
      })
  }

  static func fieldEncoding(_ scale: Scale) -> Group {
    Group(
      name: "fields-encode",
      explanation: "Times as fast as JSONEncoder.encode; fields: the types are annotated.",
      columns: ["Foundation", "Lineage", "fields"], ratio: .speed,
      cases: AnnotatedDocument.all.filter(\.document.isWritten).map { document in
        Case(name: "fields-encode/\(document.name)") {
          try encoding(document.document, as: document.type, scale)
        }
      })
  }

  private static func decoding<Value, Annotated: VersionedCodable>(
    _ document: some AnySampleDocument<Value>, as type: Annotated.Type, _ scale: Scale
  ) throws -> Subject {
    let data = try document.makeText(scale)
    let current = try document.makeCurrentText?(scale) ?? data
    let decoder = document.decoder
    return Subject(
      bytes: data.count,
      work: [
        .repeated { _ = try decoder.decode(Value.self, from: current) },
        .repeated { _ = try decoder.decode(versioned: Value.self, from: data) },
        .repeated { _ = try decoder.decode(versioned: type, from: data) },
      ])
  }

  private static func encoding<Value, Annotated: VersionedCodable>(
    _ document: some AnySampleDocument<Value>, as type: Annotated.Type, _ scale: Scale
  ) throws -> Subject {
    let data = try document.makeText(scale)
    let value = try document.decoder.decode(versioned: Value.self, from: data)
    let annotated = try document.decoder.decode(versioned: type, from: data)
    let encoder = document.encoder
    return Subject(
      bytes: try encoder.encode(value).count,
      work: [
        .repeated { _ = try encoder.encode(value) },
        .repeated { _ = try encoder.encode(versioned: value) },
        .repeated { _ = try encoder.encode(versioned: annotated) },
      ])
  }
}

extension SampleDocument {
  /// The same document with the members of each object in an order of their own.
  var shuffled: SampleDocument {
    SampleDocument(
      name: "\(name)-shuffled", decoder: decoder, encoder: encoder, isWritten: false,
      makeText: { try makeText($0).shufflingMembers() })
  }
}

extension Data {
  fileprivate func shufflingMembers() throws -> Data {
    var random = SplitMix(seed: 5)
    func shuffle(_ value: DocumentValue) -> DocumentValue {
      switch value {
      case .array(let elements): .array(elements.map(shuffle))
      case .object(let object):
        .object(DocumentObject(object.map { ($0.key, shuffle($0.value)) }.shuffled(using: &random)))
      default: value
      }
    }
    return try JSONEncoder().encode(
      unversioned: shuffle(JSONDecoder().decode(unversioned: DocumentValue.self, from: self)))
  }
}
