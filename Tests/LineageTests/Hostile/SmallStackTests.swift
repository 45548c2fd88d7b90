import Dispatch
import Foundation
import Testing

@testable import Lineage

/// Values that nest deeply, on threads with little stack.
struct SmallStackTests {
  struct NodeV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var children: [Node]
  }

  struct Node: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = NodeV1
    var title: String
    var children: [Node]

    init(title: String, children: [Node]) { (self.title, self.children) = (title, children) }
    init(from old: NodeV1) throws { (title, children) = (old.name, old.children) }
  }

  struct BranchV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var children: [BranchV1]
  }

  struct Branch: VersionedCodable {
    static let version = 2
    var name: String
    var children: [Branch]
  }

  final class Link: Codable {
    var next: Link?
    init(_ next: Link?) { self.next = next }
  }

  struct Fillable: Codable, DefaultFillable {
    var name = ""
    @LenientElements var children: [Fillable] = []
    var unknownFields = UnknownFields()
    init() {}
  }

  /// The kinds of nested values.
  enum Kind: String, CaseIterable {
    case steps, carried, newest, classes, lenient, shapeless, unknown

    /// The depth that decoders accept.
    var maximumDepth: Int { self == .classes || self == .shapeless || self == .unknown ? 500 : 250 }

    /// A document with `depth` levels.
    func document(_ depth: Int, isPropertyList: Bool) -> Data {
      let level =
        switch self {
        case .steps, .carried: #"{"version":1,"name":"","children":[…]}"#
        case .newest: #"{"version":2,"title":"","children":[…]}"#
        case .classes: #"{"next":…}"#
        case .lenient: #"{"name":"","children":[…]}"#
        case .shapeless: "[…]"
        case .unknown: #"{"other":…}"#
        }
      let xmlLevel =
        switch self {
        case .steps, .carried:
          """
          <dict><key>version</key><integer>1</integer><key>name</key><string/>\
          <key>children</key><array>…</array></dict>
          """
        case .newest:
          """
          <dict><key>version</key><integer>2</integer><key>title</key><string/>\
          <key>children</key><array>…</array></dict>
          """
        case .classes: "<dict><key>next</key>…</dict>"
        case .lenient:
          "<dict><key>name</key><string/><key>children</key><array>…</array></dict>"
        case .shapeless: "<array>…</array>"
        case .unknown: "<dict><key>other</key>…</dict>"
        }
      let parts = (isPropertyList ? xmlLevel : level).split(separator: "…")
      var innermost = ""
      if self == .classes || self == .unknown { innermost = isPropertyList ? "<dict/>" : "{}" }
      let text =
        String(repeating: String(parts[0]), count: depth) + innermost
        + String(repeating: String(parts[1]), count: depth)
      return Data((isPropertyList ? #"<plist version="1.0">\#(text)</plist>"# : text).utf8)
    }

    /// Decodes a document, and returns a closure that encodes the value again.
    func decode(_ document: Data, isPropertyList: Bool) throws -> () throws -> Data {
      switch self {
      case .steps, .newest:
        let value =
          isPropertyList
          ? try PropertyListDecoder().decode(versioned: Node.self, from: document)
          : try JSONDecoder().decode(versioned: Node.self, from: document)
        return {
          isPropertyList
            ? try PropertyListEncoder().encode(versioned: value)
            : try JSONEncoder().encode(versioned: value)
        }
      case .carried:
        let value =
          isPropertyList
          ? try PropertyListDecoder().decode(versioned: Branch.self, from: document)
          : try JSONDecoder().decode(versioned: Branch.self, from: document)
        return {
          isPropertyList
            ? try PropertyListEncoder().encode(versioned: value)
            : try JSONEncoder().encode(versioned: value)
        }
      case .classes: return try decode(Link.self, document, isPropertyList)
      case .lenient, .unknown: return try decode(Fillable.self, document, isPropertyList)
      case .shapeless: return try decode(DocumentValue.self, document, isPropertyList)
      }
    }

    private func decode<Value: Codable>(
      _ type: Value.Type, _ document: Data, _ isPropertyList: Bool
    ) throws -> () throws -> Data {
      let value =
        isPropertyList
        ? try PropertyListDecoder().decode(unversioned: type, from: document)
        : try JSONDecoder().decode(unversioned: type, from: document)
      return {
        isPropertyList
          ? try PropertyListEncoder().encode(unversioned: value)
          : try JSONEncoder().encode(unversioned: value)
      }
    }
  }

  /// Runs a closure and describes the outcome.
  fileprivate static func outcome(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "done"
    } catch let error as MigrationError {
      return error.description.contains(tooDeepToDecode) ? tooDeepToDecode : error.description
    } catch EncodingError.invalidValue(_, let context) {
      return context.debugDescription
    } catch {
      return "\(error)"
    }
  }

  static let tooDeepToDecode = """
    The value nests too deeply for the stack of this thread. Decode it on a thread with a larger stack.
    """
  static let tooDeepToEncode = """
    The value nests too deeply for the stack of this thread. Encode it on a thread with a larger stack.
    """

  /// Runs a closure on a thread with the given stack size.
  fileprivate func onThread(
    stack: Int, _ body: @escaping @Sendable () -> String
  ) async -> String {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = stack
      thread.start()
    }
  }

  fileprivate static let smallStacks = [128 << 10, 512 << 10]

  @Test(arguments: Kind.allCases, [false, true])
  func `a document too deep for a small stack is an error`(
    kind: Kind, isPropertyList: Bool
  ) async {
    // What is made once per type takes more stack than a level, in a debug build almost 128 KB.
    _ = await onThread(stack: 512 << 10) {
      let document = kind.document(1, isPropertyList: isPropertyList)
      return Self.outcome { _ = try kind.decode(document, isPropertyList: isPropertyList)() }
    }
    for stack in Self.smallStacks {
      for depth in [5, 60, 120, kind.maximumDepth] {
        let document = kind.document(depth, isPropertyList: isPropertyList)
        let outcome = await onThread(stack: stack) {
          Self.outcome { _ = try kind.decode(document, isPropertyList: isPropertyList)() }
        }

        #expect(["done", Self.tooDeepToDecode, Self.tooDeepToEncode].contains(outcome))
        if depth == 5 { #expect(outcome == "done") }
      }
    }
  }

  /// A value that contains another document of its type, as data.
  struct Envelope: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var depth = 0

    enum CodingKeys: CodingKey { case content }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guard let content = try container.decodeIfPresent(Data.self, forKey: .content) else { return }
      depth = try PropertyListDecoder().decode(versioned: Envelope.self, from: content).depth + 1
    }

    func encode(to encoder: any Encoder) throws {}

    static func document(_ depth: Int) throws -> Data {
      var document: [String: Any] = ["version": 1]
      var data = try PropertyListSerialization.data(
        fromPropertyList: document, format: .binary, options: 0)
      for _ in 0..<depth {
        document["content"] = data
        data = try PropertyListSerialization.data(
          fromPropertyList: document, format: .binary, options: 0)
      }
      return data
    }
  }

  @Test(arguments: [256 << 10, 512 << 10], [5, 100, 400, 1000])
  func `calls that types make inside one another are an error if they are too many`(
    stack: Int, depth: Int
  ) async throws {
    let document = try Envelope.document(depth)

    let outcome = await onThread(stack: stack) {
      do {
        let value = try PropertyListDecoder().decode(versioned: Envelope.self, from: document)
        return "\(value.depth)"
      } catch {
        var cause: any Error = error
        while let error = (cause as? MigrationError)?.underlyingError { cause = error }
        return "\(cause)".contains(Self.tooDeepToDecode) ? Self.tooDeepToDecode : "\(cause)"
      }
    }

    #expect(outcome == "\(depth)" || outcome == Self.tooDeepToDecode)
    if depth == 5 { #expect(outcome == "5") }
  }

  @Test(arguments: [256 << 10, 512 << 10], [100, 300, 450, 500])
  func `a value of any shape too deep for a plain decoder's stack is an error`(
    stack: Int, depth: Int
  ) async {
    let document = Data(
      (String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)

    let outcome = await onThread(stack: stack) {
      Self.outcome { _ = try JSONDecoder().decode(DocumentValue.self, from: document) }
    }

    #expect(outcome == "done" || outcome.contains(Self.tooDeepToDecode))
  }

  @Test(arguments: Kind.allCases, [false, true])
  func `a value too deep for a small stack is an error when it is written`(
    kind: Kind, isPropertyList: Bool
  ) async throws {
    for depth in [5, 60, 120, kind.maximumDepth] {
      let document = kind.document(depth, isPropertyList: isPropertyList)
      // Values are created and released on a large stack, because that is recursive too.
      let outcomes = await onThread(stack: 64 << 20) {
        var outcomes: [String] = []
        do {
          nonisolated(unsafe) let encode = try kind.decode(document, isPropertyList: isPropertyList)
          for stack in Self.smallStacks {
            let done = DispatchSemaphore(value: 0)
            nonisolated(unsafe) var outcome = ""
            let thread = Thread {
              outcome = Self.outcome { _ = try encode() }
              done.signal()
            }
            thread.stackSize = stack
            thread.start()
            done.wait()
            outcomes.append(outcome)
          }
        } catch {
          outcomes.append("\(error)")
        }
        return outcomes.joined(separator: "\n")
      }

      for outcome in outcomes.split(separator: "\n") {
        #expect(outcome == "done" || outcome == Self.tooDeepToEncode)
      }
      if depth == 5 { #expect(outcomes == "done\ndone") }
    }
  }
}

// MARK: - Reports and paths

extension SmallStackTests {
  /// Both need the paths to values that are nested almost too deeply.
  @Test(arguments: Kind.allCases)
  func `neither reports nor errors of other coders end a small stack`(kind: Kind) async throws {
    for depth in stride(from: 20, through: min(kind.maximumDepth, 480), by: 20) {
      let document = kind.document(depth, isPropertyList: false)
      let list = kind.document(depth, isPropertyList: true)
      let read = await onThread(stack: 512 << 10) {
        Self.outcome {
          var report = MigrationReport()
          switch kind {
          case .carried:
            _ = try JSONDecoder().decode(versioned: Branch.self, from: document, report: &report)
          default:
            _ = try JSONDecoder().decode(versioned: Node.self, from: document, report: &report)
          }
        }
      }
      let written = await onThread(stack: 512 << 10) {
        Self.outcome { _ = try kind.decode(list, isPropertyList: true)() }
      }

      #expect(!read.isEmpty)
      #expect(["done", Self.tooDeepToDecode, Self.tooDeepToEncode].contains(written))
    }
  }
}

extension SmallStackTests.Branch {
  init(from old: SmallStackTests.BranchV1) throws { try self.init(carryingOver: old) }
}

extension SmallStackTests {
  /// How many levels a stack of 512 KB has room for in a debug build, less a tenth. In a release build it has
  /// room for more than twice as many.
  private static let levelsAtLeast: [(Kind, Int)] = [
    (.steps, 54), (.carried, 34), (.newest, 62), (.classes, 136), (.lenient, 52),
    (.shapeless, 270),
  ]

  @Test(arguments: levelsAtLeast)
  func `a stack of 512 KB has room for many levels`(kind: Kind, least: Int) async {
    var (levels, tooMany) = (0, kind.maximumDepth + 1)
    while tooMany - levels > 1 {
      let depth = (levels + tooMany) / 2
      let document = kind.document(depth, isPropertyList: false)
      let outcome = await onThread(stack: 512 << 10) {
        Self.outcome { _ = try kind.decode(document, isPropertyList: false) }
      }
      if outcome == "done" { levels = depth } else { tooMany = depth }
    }

    #expect(levels >= least)
  }

  @Test
  func `the error of a step that the stack ends in blames no field`() async {
    let document = Kind.carried.document(250, isPropertyList: false)
    let message = await onThread(stack: 512 << 10) {
      do {
        _ = try Kind.carried.decode(document, isPropertyList: false)
        return "done"
      } catch {
        return "\(error)"
      }
    }

    #expect(message.contains(Self.tooDeepToDecode))
    #expect(!message.contains("carried over"))
  }

  @Test
  func `the path to where the stack ends takes no stack`() async {
    // Values that are carried over stand in each other, and each error on the way out says where.
    let document = Kind.carried.document(250, isPropertyList: false)
    for stack in stride(from: 128 << 10, through: 1024 << 10, by: 64 << 10) {
      let outcome = await onThread(stack: stack) {
        Self.outcome { _ = try Kind.carried.decode(document, isPropertyList: false) }
      }

      #expect(["done", Self.tooDeepToDecode].contains(outcome))
    }
  }
}

extension SmallStackTests {
  /// A versioned value that skips elements that can't be decoded.
  struct Forgiving: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @LenientElements var children: [Forgiving] = []
    var unknownFields = UnknownFields()
  }

  /// Documents with nested values, and a nested unknown field in the innermost value.
  private static func document(_ depth: Int, unknown: Int = 0) -> Data {
    let inner =
      unknown == 0
      ? ""
      : #"{"version":1,"children":[],"u":"# + String(repeating: "[", count: unknown)
        + String(repeating: "]", count: unknown) + "}"
    return Data(
      (String(repeating: #"{"version":1,"children":["#, count: depth) + inner
        + String(repeating: "]}", count: depth)).utf8)
  }

  @Test(arguments: [60, 90, 130, 200, 250])
  func `a value too deep for the stack is never a rejected element`(depth: Int) async {
    let document = Self.document(depth)
    for stack in Self.smallStacks {
      let outcome = await onThread(stack: stack) {
        Self.outcome {
          var report = MigrationReport()
          let value = try JSONDecoder().decode(
            versioned: Forgiving.self, from: document, report: &report)
          withExtendedLifetime(value) { #expect(report.rejected.isEmpty) }
        }
      }

      #expect(["done", Self.tooDeepToDecode].contains(outcome))
    }
  }

  /// A type that decodes nothing of an array.
  struct Opaque: Decodable {
    init(from decoder: any Decoder) throws { _ = try decoder.unkeyedContainer() }
  }

  @Test func `the report of a value that no type has decoded takes little stack`() async {
    func document(_ depth: Int) -> Data {
      Data(
        (String(repeating: "[", count: depth) + #"{"other":1}"#
          + String(repeating: "]", count: depth)).utf8)
    }
    for (stack, depth) in [(512 << 10, 1), (512 << 10, 500), (128 << 10, 500)] {
      let document = document(depth)
      let outcome = await onThread(stack: stack) {
        Self.outcome {
          var report = MigrationReport()
          _ = try JSONDecoder().decode(unversioned: Opaque.self, from: document, report: &report)
          #expect(report.unknownFieldsDropped == ["[0]"])
        }
      }

      #expect(outcome == "done")
    }
  }

  @Test(arguments: [(0, 500), (10, 480), (30, 440), (50, 400), (60, 380)])
  func `a deep unknown field in a deep value is preserved or an error`(
    depth: Int, unknown: Int
  ) async {
    let document = Self.document(depth, unknown: unknown)
    for stack in Self.smallStacks {
      let outcome = await onThread(stack: stack) {
        Self.outcome {
          var report = MigrationReport()
          _ = try JSONDecoder().decode(
            versioned: Forgiving.self, from: document, report: &report)
        }
      }

      #expect(["done", Self.tooDeepToDecode].contains(outcome))
    }
  }

  /// Two types that have no value, since each needs the other.
  struct Hen: ZeroFillable { let egg: Egg }
  final class Egg: ZeroFillable {
    let hen: Hen
    let size: Int
  }

  @Test func `types that can't have a value are an error`() async {
    for stack in Self.smallStacks {
      let outcome = await onThread(stack: stack) {
        Self.outcome {
          _ = try JSONDecoder().decode(unversioned: Hen.self, from: Data("{}".utf8))
        }
      }

      #expect(outcome == Self.tooDeepToDecode)
    }
  }
}
