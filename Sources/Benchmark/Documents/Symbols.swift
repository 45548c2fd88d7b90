import Foundation
import Lineage

/// The symbols of a module, as a compiler lists them for documentation: 3 MB of short strings,
/// optionals nearly everywhere, arrays of fragments, and enums with payloads.
struct Symbols: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var metadata: Metadata
  var module: Module
  var symbols: [Symbol]
  var relationships: [Relationship]

  struct Metadata: Codable, Equatable {
    var formatVersion: SemanticVersion
    var generator: String
  }

  struct SemanticVersion: Codable, Equatable {
    var major: Int
    var minor: Int
    var patch: Int
    var prerelease: String?
    var buildMetadata: String?
  }

  struct Module: Codable, Equatable {
    var name: String
    var platform: Platform
    var version: SemanticVersion?
    var isVirtual: Bool?
  }

  struct Platform: Codable, Equatable {
    var architecture: String?
    var vendor: String?
    var operatingSystem: OperatingSystem?
    var environment: String?
  }

  struct OperatingSystem: Codable, Equatable {
    var name: String
    var minimumVersion: SemanticVersion?
  }

  struct Symbol: Codable, Equatable {
    var kind: Kind
    var identifier: Identifier
    var pathComponents: [String]
    var type: String?
    var names: Names
    var docComment: DocComment?
    var isVirtual: Bool?
    var functionSignature: FunctionSignature?
    var swiftExtension: SwiftExtension?
    var swiftGenerics: Generics?
    var declarationFragments: [Fragment]?
    var accessLevel: AccessLevel
    var spi: Bool?
    var availability: [Availability]?
    var attributes: [String: String]?
    var location: SourceLocation?
  }

  struct Kind: Codable, Equatable {
    var identifier: String
    var displayName: String
  }

  struct Identifier: Codable, Equatable {
    var precise: String
    var interfaceLanguage: String
  }

  struct Names: Codable, Equatable {
    var title: String
    var navigator: [Fragment]?
    var subHeading: [Fragment]?
    var prose: String?
  }

  struct Fragment: Codable, Equatable {
    var kind: FragmentKind
    var spelling: String
    var preciseIdentifier: String?
  }

  enum FragmentKind: String, Codable, CaseIterable {
    case keyword, attribute, number, string, identifier, typeIdentifier, genericParameter
    case internalParam, externalParam, label, text
  }

  struct DocComment: Codable, Equatable {
    var uri: String?
    var module: String?
    var lines: [Line]
  }

  struct Line: Codable, Equatable {
    var range: Range?
    var text: String
  }

  struct Range: Codable, Equatable {
    var start: Position
    var end: Position
  }

  struct Position: Codable, Equatable {
    var line: Int
    var character: Int
  }

  struct FunctionSignature: Codable, Equatable {
    var parameters: [Parameter]?
    var returns: [Fragment]?
  }

  struct Parameter: Codable, Equatable {
    var name: String
    var internalName: String?
    var declarationFragments: [Fragment]?
    var children: [Parameter]?
  }

  struct SwiftExtension: Codable, Equatable {
    var extendedModule: String
    var typeKind: String?
    var constraints: [Constraint]?
  }

  struct Generics: Codable, Equatable {
    var parameters: [GenericParameter]?
    var constraints: [Constraint]?
  }

  struct GenericParameter: Codable, Equatable {
    var name: String
    var index: Int
    var depth: Int
  }

  enum Constraint: Codable, Equatable {
    case conformance(lhs: String, rhs: String, rhsPrecise: String?)
    case superclass(lhs: String, rhs: String)
    case sameType(lhs: String, rhs: String)
  }

  enum AccessLevel: String, Codable {
    case `public`, `open`, `internal`
  }

  enum Availability: Codable, Equatable {
    case introduced(domain: String, SemanticVersion)
    case deprecated(domain: String?, message: String?)
    case unavailable
  }

  struct SourceLocation: Codable, Equatable {
    var uri: String
    var position: Position
  }

  struct Relationship: Codable, Equatable {
    var kind: String
    var source: String
    var target: String
    var targetFallback: String?
    var sourceOrigin: Origin?
  }

  struct Origin: Codable, Equatable {
    var identifier: String
    var displayName: String
  }
}

// MARK: - The texts

extension Symbols {
  static var document: SampleDocument<Symbols> {
    SampleDocument(name: "symbols", makeText: { try JSONEncoder().encode(versioned: sample($0)) })
  }

  /// Written with sorted keys, and so read out of the order of the declarations.
  static var sortedDocument: SampleDocument<Symbols> {
    SampleDocument(
      name: "symbols-sorted", encoder: JSONEncoder(.sortedKeys),
      makeText: { try JSONEncoder(.sortedKeys).encode(versioned: sample($0)) })
  }

  private static func sample(_ scale: Scale) -> Symbols {
    var random = SplitMix(seed: 19)
    let symbols = (0..<scale.count(1500)).map { symbol($0, &random) }
    return Symbols(
      metadata: Metadata(
        formatVersion: SemanticVersion(major: 0, minor: 6, patch: 0), generator: "a compiler"),
      module: Module(
        name: "Sample",
        platform: Platform(
          architecture: "arm64", vendor: "apple",
          operatingSystem: OperatingSystem(
            name: "macosx", minimumVersion: SemanticVersion(major: 15, minor: 0, patch: 0)))),
      symbols: symbols,
      relationships: symbols.map { symbol in
        Relationship(
          kind: random.element(of: ["memberOf", "conformsTo", "inheritsFrom"]),
          source: symbol.identifier.precise, target: precise(&random),
          targetFallback: random.isTrue(percent: 20) ? "Swift.Equatable" : nil,
          sourceOrigin: random.isTrue(percent: 30)
            ? Origin(identifier: precise(&random), displayName: random.word(9)) : nil)
      })
  }

  private static func precise(_ random: inout SplitMix) -> String {
    "s:6Sample\(random.word(20 + random.number(below: 20)))"
  }

  private static func fragments(_ count: Int, _ random: inout SplitMix) -> [Fragment] {
    (0..<count).map { index in
      if index % 2 == 1 {
        return Fragment(kind: .text, spelling: random.element(of: [" ", ": ", "(", ") -> ", ", "]))
      }
      let kind = random.element(of: FragmentKind.allCases)
      return Fragment(
        kind: kind, spelling: random.word(3 + random.number(below: 8)),
        preciseIdentifier: kind == .typeIdentifier ? precise(&random) : nil)
    }
  }

  private static func constraints(_ random: inout SplitMix) -> [Constraint] {
    [
      .conformance(
        lhs: "Self", rhs: random.word(8),
        rhsPrecise: random.isTrue(percent: 50) ? precise(&random) : nil),
      .sameType(lhs: "Element", rhs: random.word(6)),
    ]
  }

  private static func symbol(_ index: Int, _ random: inout SplitMix) -> Symbol {
    let names = (0..<2).map { _ in random.word(4 + random.number(below: 12)) }
    let isFunction = random.isTrue(percent: 55)
    let line = random.number(below: 900)
    var symbol = Symbol(
      kind: isFunction
        ? Kind(identifier: "swift.method", displayName: "Instance Method")
        : Kind(identifier: "swift.property", displayName: "Instance Property"),
      identifier: Identifier(precise: precise(&random), interfaceLanguage: "swift"),
      pathComponents: names,
      names: Names(
        title: names[1], navigator: random.isTrue(percent: 20) ? fragments(3, &random) : nil,
        subHeading: fragments(5, &random)),
      declarationFragments: fragments(7 + random.number(below: 8), &random),
      accessLevel: random.isTrue(percent: 90) ? .public : .open)
    if isFunction {
      symbol.functionSignature = FunctionSignature(
        parameters: (0..<random.number(below: 3)).map { _ in
          Parameter(name: random.word(5), declarationFragments: fragments(3, &random))
        }, returns: fragments(1, &random))
    }
    if random.isTrue(percent: 60) {
      symbol.docComment = DocComment(
        module: "Sample",
        lines: (0..<1 + random.number(below: 6)).map { offset in
          Line(
            range: Range(
              start: Position(line: line + offset, character: 8),
              end: Position(line: line + offset, character: 70)),
            text: offset % 3 == 1 ? "" : random.sentence(words: 9))
        })
    }
    if random.isTrue(percent: 40) {
      symbol.swiftExtension = SwiftExtension(
        extendedModule: "Swift",
        constraints: random.isTrue(percent: 40) ? constraints(&random) : nil)
    }
    if random.isTrue(percent: 20) {
      symbol.swiftGenerics = Generics(
        parameters: [GenericParameter(name: "T", index: 0, depth: 1)],
        constraints: constraints(&random))
    }
    if random.isTrue(percent: 30) {
      symbol.availability = [
        .introduced(domain: "macOS", SemanticVersion(major: 13, minor: 1, patch: 0)),
        random.isTrue(percent: 50) ? .unavailable : .deprecated(domain: "iOS", message: nil),
      ]
    }
    if random.isTrue(percent: 20) {
      symbol.attributes = [random.word(6): random.word(4), random.word(7): random.word(5)]
    }
    if random.isTrue(percent: 80) {
      symbol.location = SourceLocation(
        uri: "file:///Sources/Sample/\(random.word(10)).swift",
        position: Position(line: line + 7, character: 16))
    }
    return symbol
  }
}
