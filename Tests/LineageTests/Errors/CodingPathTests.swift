import Foundation
import Synchronization
import Testing

@testable import Lineage

/// The coding paths of errors, decoders and containers, compared with Foundation's.
struct CodingPathTests {
  /// What a type sees while it is decoded.
  final class Log: Sendable {
    static let key = CodingUserInfoKey(rawValue: "log")
    private let content = Mutex<[String]>([])
    private let errors = Mutex<[any Error]>([])
    /// Whether all errors are stored until the end.
    let keepsErrors: Bool

    init(keepsErrors: Bool = false) { self.keepsErrors = keepsErrors }

    var lines: [String] { content.withLock { $0 } }
    /// The paths of the stored errors, at the end.
    var pathsOfErrors: [String] { errors.withLock { $0.map { Self.text(of: $0) } } }

    func add(_ what: String, _ path: [any CodingKey]) {
      content.withLock { $0.append("\(what): \(Self.text(of: path))") }
    }

    /// Records the path of the error that a closure throws.
    func attempt<Value>(_ what: String, _ body: () throws -> Value) -> Value? {
      do { return try body() } catch {
        // Foundation's error for a number that doesn't fit has no path.
        if case DecodingError.dataCorrupted = error, what.hasSuffix("Int8") { return nil }
        guard error is DecodingError else { return nil }
        content.withLock { $0.append("\(what): \(Self.text(of: error))") }
        if keepsErrors { errors.withLock { $0.append(error) } }
        return nil
      }
    }

    private static func text(of path: [any CodingKey]) -> String {
      path.map { "\($0.stringValue)/\($0.intValue.map(String.init) ?? "-")" }
        .joined(separator: ", ")
    }

    private static func text(of error: any Error) -> String {
      switch error {
      case DecodingError.typeMismatch(_, let context): "mismatch \(text(of: context.codingPath))"
      case DecodingError.valueNotFound(_, let context): "no value \(text(of: context.codingPath))"
      case DecodingError.dataCorrupted(let context): "corrupted \(text(of: context.codingPath))"
      case DecodingError.keyNotFound(let key, let context):
        "no \(key.stringValue) in \(text(of: context.codingPath))"
      default: "\(type(of: error))"
      }
    }
  }

  /// Tries everything that doesn't fit, and decodes what is in it in several ways.
  struct Probe: Decodable {
    init(from decoder: any Decoder) throws {
      guard let log = Log.key.flatMap({ decoder.userInfo[$0] as? Log }) else { return }
      log.add("decoder", decoder.codingPath)
      let single = try decoder.singleValueContainer()
      _ = log.attempt("Bool") { try single.decode(Bool.self) }
      _ = log.attempt("Int8") { try single.decode(Int8.self) }
      _ = log.attempt("Double") { try single.decode(Double.self) }
      _ = log.attempt("String") { try single.decode(String.self) }
      _ = log.attempt("Pair") { try single.decode(Pair.self) }
      _ = log.attempt("own") {
        throw DecodingError.dataCorruptedError(in: single, debugDescription: "unwanted")
      }
      if decoder.codingPath.count % 2 == 1 {
        if log.attempt("array", { try single.decode([Probe].self) }) != nil { return }
        if log.attempt("object", { try single.decode([String: Probe].self) }) != nil { return }
      } else {
        if log.attempt("elements", { try Self.decodeElements(decoder, log) }) != nil { return }
        if log.attempt("members", { try Self.decodeMembers(decoder, log) }) != nil { return }
      }
      log.add("decoder at the end", decoder.codingPath)
    }

    private static func decodeElements(_ decoder: any Decoder, _ log: Log) throws {
      var elements = try decoder.unkeyedContainer()
      while !elements.isAtEnd {
        let index = elements.currentIndex
        _ = log.attempt("element Int8") { try elements.decode([Int8: Bool].self) }
        if index == elements.currentIndex {
          _ = log.attempt("element Bool") { try elements.decode(Bool.self) }
        }
        if index == elements.currentIndex { _ = try elements.decode(Probe.self) }
        log.add("elements", elements.codingPath)
      }
    }

    private static func decodeMembers(_ decoder: any Decoder, _ log: Log) throws {
      let members = try decoder.container(keyedBy: AnyKey.self)
      let pair = try decoder.container(keyedBy: Pair.CodingKeys.self)
      for key in members.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
        _ = log.attempt("member Bool") { try members.decode(Bool.self, forKey: key) }
        _ = log.attempt("member Int8") { try members.decodeIfPresent(Int8.self, forKey: key) }
        _ = try members.decode(Probe.self, forKey: key)
        log.add("members", members.codingPath)
        _ = log.attempt("own in members") {
          throw DecodingError.dataCorruptedError(
            forKey: key, in: members, debugDescription: "unwanted")
        }
        _ = try? Probe(from: members.superDecoder(forKey: key))
      }
      _ = log.attempt("absent") { try members.decode(Bool.self, forKey: AnyKey("absent")) }
      _ = log.attempt("first") { try pair.decode(Probe.self, forKey: .first) }
      _ = log.attempt("second") { try pair.decode(String.self, forKey: .second) }
      log.add("pair", pair.codingPath)
    }
  }

  struct Pair: Decodable {
    let first: Probe
    let second: Probe

    enum CodingKeys: String, CodingKey { case first, second }
  }

  /// Documents whose values are next to others, in others, and so many that frames are reused.
  static let documents = [
    #"[1, 1.5, "a", null, true, [], {}]"#,
    #"{"a": {"b": {"c": [1, {"d": 300}]}, "e": "f"}, "7": [[1], [[2, "x"]], {"g_h": null}]}"#,
    #"[{"first": [1, 2], "second": {"first": "a"}}, {"second": 1, "first": {"x": []}}, {"first": 1}]"#,
    #"{"snake_case": {"first": {"snake_case": [1]}, "second": 2, "other_key": [3]}}"#,
    #"{"caf\u00e9": {"\ud83d\ude00": ["x"]}, "$ref": {"a.b": {"": 1}}}"#,
    "[" + (0..<300).map { #"{"n": \#($0), "list": [{"m": "x"}, [1]]}"# }.joined(separator: ",")
      + "]",
    #"{"a": {"# + (0..<300).map { #""k\#($0)": [{"x": \#($0)}]"# }.joined(separator: ",") + "}}",
    String(repeating: #"[{"a":"#, count: 20) + "1" + String(repeating: "}]", count: 20),
  ]

  enum Strategy: CaseIterable {
    case none, snakeCase, custom

    func apply(to decoder: JSONDecoder) {
      switch self {
      case .none: decoder.keyDecodingStrategy = .useDefaultKeys
      case .snakeCase: decoder.keyDecodingStrategy = .convertFromSnakeCase
      case .custom:
        decoder.keyDecodingStrategy = .custom { path in
          AnyKey("\(path.count)_\(path.last?.stringValue ?? "")")
        }
      }
    }
  }

  private func decoder(_ log: Log, _ strategy: Strategy) throws -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.userInfo[try #require(Log.key)] = log
    strategy.apply(to: decoder)
    return decoder
  }

  @Test(arguments: documents, Strategy.allCases)
  func `every path equals Foundation's`(document: String, strategy: Strategy) throws {
    let data = Data(document.utf8)
    let expected = Log()
    let log = Log()

    _ = try decoder(expected, strategy).decode(Probe.self, from: data)
    _ = try decoder(log, strategy).decode(unversioned: Probe.self, from: data)

    // The members of a dictionary are decoded in another order.
    let difference = log.lines.sorted().difference(from: expected.lines.sorted())
    #expect(difference.isEmpty, "\(difference.prefix(4))")
    #expect(!log.lines.isEmpty)
  }

  @Test(arguments: documents)
  func `stored errors keep their paths`(document: String) throws {
    let data = Data(document.utf8)
    let log = Log(keepsErrors: true)

    _ = try decoder(log, .none).decode(unversioned: Probe.self, from: data)

    let paths = log.pathsOfErrors
    let lines = log.lines
    var position = 0
    for path in paths {
      while position < lines.count, !lines[position].hasSuffix(": \(path)") { position += 1 }
      #expect(position < lines.count, "\(path) has changed")
      position += 1
    }
  }

  @Test func `a key fits into an existential`() {
    #expect(MemoryLayout<AnyCodingKey>.size <= 3 * MemoryLayout<Int>.size)
    #expect(AnyCodingKey(index: 3).stringValue == "Index 3")
    #expect(AnyCodingKey(index: 3).intValue == 3)
    #expect(AnyCodingKey(ofMember: "3").intValue == 3)
    #expect(AnyCodingKey(ofMember: "x").intValue == nil)
    #expect(AnyCodingKey("3").intValue == nil)
    #expect(AnyCodingKey(intValue: 3).stringValue == "3")
    #expect(AnyCodingKey(intValue: 3) == AnyCodingKey(ofMember: "3"))
    #expect(AnyCodingKey(intValue: 3) != AnyCodingKey("3"))
  }

  /// Stores its decoder, and fails in what is in it.
  private final class Keeper: Decodable {
    let decoder: any Decoder
    let members: KeyedDecodingContainer<AnyKey>

    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      members = try decoder.container(keyedBy: AnyKey.self)
      for key in members.allKeys { _ = try? members.decode([Bool].self, forKey: key) }
    }
  }

  @Test func `stored decoders have their paths after the call`() throws {
    let data = Data(#"{"a": [{"x": [1]}, {"y": [2]}], "b": [{"z": [3]}]}"#.utf8)

    let keepers = try JSONDecoder().decode(unversioned: [String: [Keeper]].self, from: data)

    let paths = try #require(keepers["a"]).map { FieldPath($0.decoder.codingPath).description }
    #expect(paths == ["a[0]", "a[1]"])
    #expect(keepers["b"]?.map { FieldPath($0.members.codingPath).description } == ["b[0]"])
  }

  /// Compares the cached path of each of its decoders with a new one.
  private struct Checked: Decodable {
    init(from decoder: any Decoder) throws {
      try Self.check(decoder)
      let single = try decoder.singleValueContainer()
      #expect(throws: DecodingError.self) { try single.decode(UnicodeScalarName.self) }
      if (try? single.decode([Checked].self)) == nil {
        _ = try? single.decode([String: Checked].self)
      }
      try Self.check(decoder)
    }

    private static func check(_ decoder: any Decoder) throws {
      let own = try #require(decoder as? ValueDecoder)
      let path = own.state.uncachedCodingPath(ofFrame: Int32(own.frameIndex))
      #expect(FieldPath(own.codingPath) == FieldPath(path))
      let log = try #require(Log.key.flatMap { decoder.userInfo[$0] as? Log })
      log.add("checked", path)
    }
  }

  /// A type that never decodes, and opens a container first.
  private struct UnicodeScalarName: Decodable {
    init(from decoder: any Decoder) throws {
      if let container = try? decoder.container(keyedBy: AnyKey.self) {
        _ = try container.decode(String.self, forKey: AnyKey("none"))
      }
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd { _ = try container.decode(UnicodeScalarName.self) }
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "unwanted")
    }
  }

  @Test(arguments: documents)
  func `a cached path equals a new one`(document: String) throws {
    let log = Log()

    _ = try decoder(log, .none).decode(unversioned: Checked.self, from: Data(document.utf8))

    // Each value is checked before and after what is in it.
    let value = try filled(DocumentValue.self, document)
    #expect(log.lines.count == 2 * Self.count(value))
  }

  /// The number of values in a value, with itself.
  private static func count(_ value: DocumentValue) -> Int {
    switch value {
    case .array(let elements): elements.reduce(1) { $0 + count($1) }
    case .object(let members): members.reduce(1) { $0 + count($1.value) }
    default: 1
    }
  }

  /// Asks for paths on several threads during its call.
  struct AskingThreads: Codable {
    enum CodingKeys: String, CodingKey { case inner }

    let paths: Set<[String]>

    init(from decoder: any Decoder) throws {
      let inner = try decoder.container(keyedBy: CodingKeys.self).superDecoder(forKey: .inner)
      nonisolated(unsafe) let decoders = [decoder, inner]
      let paths = Mutex<Set<[String]>>([])
      DispatchQueue.concurrentPerform(iterations: 1_000) { number in
        let path = decoders[number % 2].codingPath.map(\.stringValue)
        paths.withLock { _ = $0.insert(path) }
      }
      self.paths = paths.withLock { $0 }
    }

    func encode(to encoder: any Encoder) throws {}
  }

  @Test func `several threads may ask for a path during a call`() throws {
    struct First: Codable { var value: Int? }
    struct Both: Codable {
      let asking: AskingThreads

      init(from decoder: any Decoder) throws {
        var array = try decoder.unkeyedContainer()
        _ = try array.decode(First.self)
        asking = try array.decode(AskingThreads.self)
      }

      func encode(to encoder: any Encoder) throws {}
    }

    let both = try JSONDecoder().decode(
      unversioned: Both.self, from: Data(#"[{"value":1},{"inner":{}}]"#.utf8))

    #expect(both.asking.paths == [["Index 1"], ["Index 1", "inner"]])
  }
}
