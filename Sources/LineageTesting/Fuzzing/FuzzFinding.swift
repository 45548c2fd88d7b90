import Foundation
import Lineage

/// A law that every document must obey, real or made up.
enum FuzzedLaw: Hashable {
  /// A document that a version could have written migrates, or a step of the program rejects it.
  case migrates
  /// Migrating through all steps at once gives the same result as step by step.
  case stepByStep
  /// The newest form doesn't change when it is encoded and decoded again.
  case newestIsStable
  /// Unknown fields survive if all types on the way preserve them.
  case unknownFieldsStay
  /// A document of a `Downgradable` version can be downgraded, and its previous version reads the result and writes it
  /// back, or `downgraded()` rejects it.
  case downgrades
  /// A damaged document decodes, or is rejected with a `MigrationError` or a `DecodingError` that says where.
  case refusalIsClear
  /// A JSON document that is cut off is rejected: if it were accepted, the rest would be lost when it is saved.
  case cutOffIsRefused

  static let ofValidDocuments: [FuzzedLaw] = [
    .migrates, .stepByStep, .newestIsStable, .unknownFieldsStay, .downgrades,
  ]
}

/// How a document breaks a law.
enum FuzzBreach {
  case error(any Error)
  case differing([FieldDifference])
  case accepted

  /// A breach with the differences; nil if there are none.
  static func differences(_ differences: [FieldDifference]) -> FuzzBreach? {
    differences.isEmpty ? nil : .differing(differences)
  }

  /// Whether two breaches are of the same kind, so one document can represent the other.
  func isLike(_ other: FuzzBreach) -> Bool {
    switch (self, other) {
    case (.error(let own), .error(let other)): type(of: own) == type(of: other)
    case (.differing, .differing): true
    default: false
    }
  }

  /// Whether two breaches are errors with the same text.
  func isSame(as other: FuzzBreach) -> Bool {
    guard case .error(let own) = self, case .error(let other) = other else { return false }
    return "\(own)" == "\(other)"
  }
}

/// A document that breaks a law.
struct FuzzFinding {
  let law: FuzzedLaw
  let version: DocumentVersion
  /// The iteration that found it.
  let iteration: Int
  /// The smallest document that breaks the law.
  let document: Data
  let breach: FuzzBreach
}
