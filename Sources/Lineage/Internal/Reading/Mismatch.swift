/// The error for a value that isn't of a type, without its place.
struct Mismatch: Sendable {
  private enum ErrorKind {
    case valueNotFound, dataCorrupted, typeMismatch
  }

  private let errorKind: ErrorKind
  private let problem: PreparedProblem

  /// - Parameter nameOfKind: What the value is, for the text of the error.
  init(_ kind: NodeKind, for type: any Any.Type, nameOfKind: String, isInPropertyList: Bool) {
    // Foundation throws this for all types except `Bool` in JSON.
    if kind.isNull, type != Bool.self || isInPropertyList {
      errorKind = .valueNotFound
      problem = PreparedProblem(nullFor: type)
    } else if kind == .illFormedText, type is String.Type {
      errorKind = .dataCorrupted
      problem = PreparedProblem(.illFormedString)
    } else if kind.isNumber, type is any Numeric.Type {
      errorKind = .dataCorrupted
      let name = TypeName.of(type)
      problem = PreparedProblem(
        type is any BinaryInteger.Type && !kind.isInteger ? .notWhole(name) : .outOfRange(name))
    } else {
      errorKind = .typeMismatch
      problem = PreparedProblem(.wrongType(expected: type, found: nameOfKind))
    }
  }

  @inline(__always)
  func error(for type: any Any.Type, at codingPath: [any CodingKey]) -> DecodingError {
    let context = problem.context(at: codingPath)
    return switch errorKind {
    case .valueNotFound: .valueNotFound(type, context)
    case .dataCorrupted: .dataCorrupted(context)
    case .typeMismatch: .typeMismatch(type, context)
    }
  }
}

/// A problem with its text, which takes longer to make than the rest of an error.
struct PreparedProblem: Sendable {
  private let error: any Error
  private let description: String

  static let missing = PreparedProblem(.missing)

  /// The problem of a null in place of another value.
  init(nullFor type: any Any.Type) {
    self.init(.wrongType(expected: type, found: NodeKind.null.name))
  }

  /// The same, made once for each type.
  static func null(for type: any Any.Type) -> PreparedProblem { Mismatches.null(for: type) }

  init(_ problem: ValueProblem) {
    error = problem
    description = problem.description
  }

  @inline(__always)
  func context(at codingPath: [any CodingKey]) -> DecodingError.Context {
    .init(codingPath: codingPath, debugDescription: description, underlyingError: error)
  }
}

/// The errors of a type for values of each kind, which are made once.
final class Mismatches: Sendable {
  private static let ofTypes = TypeTable<Mismatches>()

  private let ofKinds: [Mismatch]
  private let null: PreparedProblem

  private init(of type: any Any.Type) {
    null = PreparedProblem(nullFor: type)
    ofKinds = NodeKind.allCases.map {
      Mismatch($0, for: type, nameOfKind: $0.name, isInPropertyList: false)
    }
  }

  /// The error for a value that isn't in a property list.
  @inline(__always)
  static func error(
    _ kind: NodeKind, for type: any Any.Type, at codingPath: [any CodingKey]
  ) -> DecodingError {
    (ofTypes.object(of: type) ?? add(type)).withObject {
      $0.ofKinds[Int(kind.rawValue)].error(for: type, at: codingPath)
    }
  }

  static func null(for type: any Any.Type) -> PreparedProblem {
    (ofTypes.object(of: type) ?? add(type)).withObject(\.null)
  }

  @inline(never)
  private static func add(_ type: any Any.Type) -> Unretained<Mismatches> {
    ofTypes.store(Mismatches(of: type), of: type)
  }
}

extension ValueProblem {
  fileprivate static func wrongType(expected type: any Any.Type, found: String) -> ValueProblem {
    .wrongType(expected: name(of: type), found: found)
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is [String: Any].Type: "an object"
    case is [Any].Type: array
    case is String.Type: "a string"
    case is Bool.Type: "a boolean"
    case is any Numeric.Type: "a number"
    default: TypeName.shown(type)
    }
  }
}
