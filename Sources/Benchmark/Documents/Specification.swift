import Foundation
import Lineage

/// The description of a web service: nearly every value is tried as a reference first, and then as
/// itself, so that decoding throws and catches an error for each.
struct Specification: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var openapi: String
  var info: Info
  var servers: [Server]?
  var paths: [String: PathItem]
  var components: Components
  var tags: [Tag]?

  struct Info: Codable, Equatable {
    var title: String
    var description: String?
    var termsOfService: String?
    var version: String
  }

  struct Server: Codable, Equatable {
    var url: String
    var description: String?
  }

  struct Tag: Codable, Equatable {
    var name: String
    var description: String?
  }

  struct Reference: Codable, Equatable {
    var path: String

    enum CodingKeys: String, CodingKey {
      case path = "$ref"
    }
  }

  /// A value, or a reference to one elsewhere in the document.
  indirect enum Referenced<Value: Codable & Equatable>: Codable, Equatable {
    case reference(Reference)
    case value(Value)

    init(from decoder: any Decoder) throws {
      if let reference = try? Reference(from: decoder) {
        self = .reference(reference)
      } else {
        self = .value(try Value(from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .reference(let reference): try reference.encode(to: encoder)
      case .value(let value): try value.encode(to: encoder)
      }
    }
  }

  struct PathItem: Codable, Equatable {
    var summary: String?
    var description: String?
    var parameters: [Referenced<Parameter>]?
    var get: Operation?
    var put: Operation?
    var post: Operation?
    var delete: Operation?
  }

  struct Operation: Codable, Equatable {
    var tags: [String]?
    var summary: String?
    var description: String?
    var operationId: String?
    var parameters: [Referenced<Parameter>]?
    var requestBody: Referenced<RequestBody>?
    var responses: [String: Referenced<Response>]
    var deprecated: Bool?
  }

  struct Parameter: Codable, Equatable {
    var name: String
    var location: String
    var description: String?
    var required: Bool?
    var schema: Referenced<Schema>?
    var example: Example?

    enum CodingKeys: String, CodingKey {
      case name, description, required, schema, example
      case location = "in"
    }
  }

  struct RequestBody: Codable, Equatable {
    var description: String?
    var content: [String: Media]
    var required: Bool?
  }

  struct Response: Codable, Equatable {
    var description: String
    var headers: [String: Referenced<Header>]?
    var content: [String: Media]?
  }

  struct Header: Codable, Equatable {
    var description: String?
    var schema: Referenced<Schema>?
  }

  struct Media: Codable, Equatable {
    var schema: Referenced<Schema>?
    var examples: [String: Referenced<NamedExample>]?
  }

  struct NamedExample: Codable, Equatable {
    var summary: String?
    var value: Example?
  }

  /// An example of one of the simple types.
  enum Example: Codable, Equatable {
    case number(Double)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        self = .number(try container.decode(Double.self))
      } catch DecodingError.typeMismatch {
        self = .text(try container.decode(String.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      }
    }
  }

  struct Schema: Codable, Equatable {
    var type: String?
    var format: String?
    var title: String?
    var description: String?
    var nullable: Bool?
    var maxLength: Int?
    var values: [String]?
    var required: [String]?
    var properties: [String: Referenced<Schema>]?
    var items: Referenced<Schema>?
    var allOf: [Referenced<Schema>]?
    var additionalProperties: Additional?

    enum CodingKeys: String, CodingKey {
      case type, format, title, description, nullable, maxLength, required, properties, items, allOf
      case additionalProperties
      case values = "enum"
    }
  }

  /// Whether there may be other properties, or what they are.
  enum Additional: Codable, Equatable {
    case allowed(Bool)
    case schema(Referenced<Schema>)

    init(from decoder: any Decoder) throws {
      do {
        self = .allowed(try decoder.singleValueContainer().decode(Bool.self))
      } catch {
        self = .schema(try Referenced(from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .allowed(let isAllowed):
        var container = encoder.singleValueContainer()
        try container.encode(isAllowed)
      case .schema(let schema): try schema.encode(to: encoder)
      }
    }
  }

  struct Components: Codable, Equatable {
    var schemas: [String: Referenced<Schema>]
    var responses: [String: Referenced<Response>]?
    var parameters: [String: Referenced<Parameter>]?
  }
}

// MARK: - The text

extension Specification {
  static var document: SampleDocument<Specification> {
    SampleDocument(
      name: "specification",
      makeText: {
        try JSONEncoder([.prettyPrinted, .withoutEscapingSlashes]).encode(versioned: sample($0))
          .withNarrowIndentation
      })
  }

  private static func sample(_ scale: Scale) -> Specification {
    var random = SplitMix(seed: 20)
    return Specification(
      openapi: "3.0.3", info: Info(title: "Sample", version: "1.0.0"),
      servers: [Server(url: "https://api.example.com")],
      paths: named(scale.count(40), "/", &random) { random in
        PathItem(
          parameters: [parameter(&random)], get: operation(&random, hasBody: false),
          post: random.isTrue(percent: 60) ? operation(&random, hasBody: true) : nil)
      },
      components: Components(
        schemas: named(scale.count(80), "", &random) { .value(schema(&$0, depth: 2)) },
        responses: named(4, "", &random) { .value(response(&$0)) },
        parameters: named(6, "", &random) { parameter(&$0) }),
      tags: (0..<4).map { _ in Tag(name: random.word(7), description: random.sentence(words: 6)) })
  }

  private static func named<Value>(
    _ count: Int, _ prefix: String, _ random: inout SplitMix,
    _ make: (inout SplitMix) -> Value
  ) -> [String: Value] {
    var values: [String: Value] = [:]
    for _ in 0..<count { values[prefix + random.word(9)] = make(&random) }
    return values
  }

  private static func orReference<Value>(
    _ random: inout SplitMix, to kind: String, _ make: (inout SplitMix) -> Value
  ) -> Referenced<Value> {
    random.isTrue(percent: 30)
      ? .reference(Reference(path: "#/components/\(kind)/\(random.word(9))"))
      : .value(make(&random))
  }

  private static func parameter(_ random: inout SplitMix) -> Referenced<Parameter> {
    orReference(&random, to: "parameters") { random in
      Parameter(
        name: random.word(7), location: random.element(of: ["query", "path", "header"]),
        description: random.sentence(words: 8), required: random.isTrue(percent: 50),
        schema: orReference(&random, to: "schemas") { schema(&$0, depth: 0) },
        example: random.isTrue(percent: 50)
          ? .text(random.word(6)) : .number(Double(random.number(below: 90)) + 0.5))
    }
  }

  private static func operation(_ random: inout SplitMix, hasBody: Bool) -> Operation {
    Operation(
      tags: [random.word(6)], summary: random.sentence(words: 5),
      description: random.sentence(words: 20), operationId: random.word(14),
      parameters: (0..<3).map { _ in parameter(&random) },
      requestBody: hasBody
        ? orReference(&random, to: "requestBodies") { random in
          RequestBody(content: ["application/json": media(&random)], required: true)
        } : nil,
      responses: [
        "200": orReference(&random, to: "responses") { response(&$0) },
        "404": orReference(&random, to: "responses") { response(&$0) },
      ])
  }

  private static func response(_ random: inout SplitMix) -> Response {
    Response(
      description: random.sentence(words: 5),
      headers: [
        "Link": .value(
          Header(schema: orReference(&random, to: "schemas") { schema(&$0, depth: 0) }))
      ],
      content: ["application/json": media(&random)])
  }

  private static func media(_ random: inout SplitMix) -> Media {
    Media(
      schema: orReference(&random, to: "schemas") { schema(&$0, depth: 1) },
      examples: [
        "default": orReference(&random, to: "examples") { random in
          NamedExample(summary: random.sentence(words: 3), value: .text(random.word(8)))
        }
      ])
  }

  private static func schema(_ random: inout SplitMix, depth: Int) -> Schema {
    var schema = Schema(description: random.sentence(words: 6))
    switch depth == 0 ? 0 : random.number(below: 5) {
    case 0:
      schema.type = random.element(of: ["string", "integer", "boolean"])
      schema.format = random.isTrue(percent: 40) ? "date-time" : nil
      schema.nullable = random.isTrue(percent: 30) ? true : nil
      schema.values =
        random.isTrue(percent: 20) ? (0..<3).map { _ in random.word(5) } : nil
    case 1:
      schema.type = "array"
      schema.items = orReference(&random, to: "schemas") { self.schema(&$0, depth: depth - 1) }
    default:
      schema.type = "object"
      schema.title = random.word(8)
      schema.properties = named(5, "", &random) { random in
        orReference(&random, to: "schemas") { self.schema(&$0, depth: depth - 1) }
      }
      schema.required = schema.properties.map { Array($0.keys.sorted().prefix(2)) }
      schema.additionalProperties =
        random.isTrue(percent: 50)
        ? .allowed(false)
        : .schema(orReference(&random, to: "schemas") { self.schema(&$0, depth: 0) })
    }
    return schema
  }
}
