import Lineage

/// The stack that recursive walks over documents need, such as comparing them. A document may be nested more deeply than
/// they can follow, because it is read in a loop.
struct WalkStack {
  private let bytes: Int

  /// What a walk needs for each level, at most. Measured in debug builds, which need 1,950 bytes.
  private static let bytesPerLevel = 2048

  /// - Parameter documents: The documents to walk over.
  init(for documents: [DocumentValue?]) {
    bytes = Self.bytesPerLevel * (documents.compactMap { $0?.depth }.max() ?? 0)
  }

  /// Throws an error if this thread hasn't enough stack left for a walk.
  func check() throws(NestedTooDeeply) {
    guard StackSpace.hasRoom(forWalkOf: bytes) else { throw NestedTooDeeply() }
  }
}

/// The error for a document that can't be compared on the stack of this thread.
struct NestedTooDeeply: Error {
  /// What happened, as a part of a sentence.
  static let problem = "it nests too deeply for the stack of this thread"
}

extension DocumentValue {
  /// How many arrays and objects are in one another.
  fileprivate var depth: Int {
    var depth = 0
    var level = [self]
    while true {
      level = level.flatMap { value in
        switch value {
        case .array(let elements): elements.filter(\.isContainer)
        case .object(let object): object.map(\.value).filter(\.isContainer)
        default: [] as [DocumentValue]
        }
      }
      depth += 1
      if level.isEmpty { return depth }
    }
  }

  private var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}
