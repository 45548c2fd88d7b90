import LineageMacros

/// `Symbols`, annotated.
@Document(version: 1)
struct SymbolsByFields: Equatable {
  var metadata: Metadata
  var module: Module
  var symbols: [Symbol]
  var relationships: [Relationship]

  @Fillable
  struct Metadata: Equatable {
    var formatVersion: SemanticVersion
    var generator: String
  }

  @Fillable
  struct SemanticVersion: Equatable {
    var major: Int
    var minor: Int
    var patch: Int
    var prerelease: String?
    var buildMetadata: String?
  }

  @Fillable
  struct Module: Equatable {
    var name: String
    var platform: Platform
    var version: SemanticVersion?
    var isVirtual: Bool?
  }

  @Fillable
  struct Platform: Equatable {
    var architecture: String?
    var vendor: String?
    var operatingSystem: OperatingSystem?
    var environment: String?
  }

  @Fillable
  struct OperatingSystem: Equatable {
    var name: String
    var minimumVersion: SemanticVersion?
  }

  @Fillable
  struct Symbol: Equatable {
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

  @Fillable
  struct Kind: Equatable {
    var identifier: String
    var displayName: String
  }

  @Fillable
  struct Identifier: Equatable {
    var precise: String
    var interfaceLanguage: String
  }

  @Fillable
  struct Names: Equatable {
    var title: String
    var navigator: [Fragment]?
    var subHeading: [Fragment]?
    var prose: String?
  }

  @Fillable
  struct Fragment: Equatable {
    var kind: FragmentKind
    var spelling: String
    var preciseIdentifier: String?
  }

  typealias FragmentKind = Symbols.FragmentKind

  @Fillable
  struct DocComment: Equatable {
    var uri: String?
    var module: String?
    var lines: [Line]
  }

  @Fillable
  struct Line: Equatable {
    var range: Range?
    var text: String
  }

  @Fillable
  struct Range: Equatable {
    var start: Position
    var end: Position
  }

  @Fillable
  struct Position: Equatable {
    var line: Int
    var character: Int
  }

  @Fillable
  struct FunctionSignature: Equatable {
    var parameters: [Parameter]?
    var returns: [Fragment]?
  }

  @Fillable
  struct Parameter: Equatable {
    var name: String
    var internalName: String?
    var declarationFragments: [Fragment]?
    var children: [Parameter]?
  }

  @Fillable
  struct SwiftExtension: Equatable {
    var extendedModule: String
    var typeKind: String?
    var constraints: [Constraint]?
  }

  @Fillable
  struct Generics: Equatable {
    var parameters: [GenericParameter]?
    var constraints: [Constraint]?
  }

  @Fillable
  struct GenericParameter: Equatable {
    var name: String
    var index: Int
    var depth: Int
  }

  typealias Constraint = Symbols.Constraint

  typealias AccessLevel = Symbols.AccessLevel

  typealias Availability = Symbols.Availability

  @Fillable
  struct SourceLocation: Equatable {
    var uri: String
    var position: Position
  }

  @Fillable
  struct Relationship: Equatable {
    var kind: String
    var source: String
    var target: String
    var targetFallback: String?
    var sourceOrigin: Origin?
  }

  @Fillable
  struct Origin: Equatable {
    var identifier: String
    var displayName: String
  }
}

// MARK: - The texts

extension Symbols {
}
