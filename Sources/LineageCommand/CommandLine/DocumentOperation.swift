/// What is done with documents.
enum DocumentOperation: Sendable {
  case inspect, check, migrate, filter, chain, backups, restore

  /// The verb that asks for it.
  var verb: Verb {
    switch self {
    case .inspect: .inspect
    case .check: .check
    case .migrate: .migrate
    case .filter: .filter
    case .chain: .chain
    case .backups: .backups
    case .restore: .restore
    }
  }

  /// Whether documents are encoded, so that their dictionaries and sets have to be in the same order in each process.
  var encodesDocuments: Bool {
    switch self {
    case .check, .migrate, .filter: true
    case .inspect, .chain, .backups, .restore: false
    }
  }
}
