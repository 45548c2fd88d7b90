import Foundation
public import Lineage
import LineageStore

/// The documents of a program, and what can be done with all of them.
///
/// It does what the commands of ``MigrationCommand`` do, for programs with a command line or a job system of their own:
///
/// ```swift
/// let migration = Migration {
///   Documents(of: Anthology.self, named: "*.anthology.json")
/// }
/// let plan = try await migration.plan(["library"])
/// print(plan)
/// print(try await plan.run())
/// ```
///
/// All work is done by threads of its own. Cancelling the task stops it after the documents in progress.
public struct Migration: Sendable {
  var kinds: [any DocumentKind]
  /// Whether files that are named are documents of the only type, whatever their names.
  var takesAnyFile = false

  /// Creates a migration of a program's documents.
  public init(@DocumentsBuilder _ documents: () -> [Documents]) {
    self.init(documents())
  }

  init(_ documents: [Documents]) {
    kinds = documents.map(\.kind)
    let newest = kinds.map { $0.types[0] }
    for (index, type) in newest.enumerated() {
      let hasNamesake = newest.contains { $0 != type && TypeName.of($0) == TypeName.of(type) }
      if hasNamesake { kinds[index].name = TypeName.qualified(type) }
    }
  }

  /// The versions that the program knows, by the name of the newest type. Of types with the same name, it has the module
  /// and the types around it, as in `Reader.Book.Settings`.
  public var chains: [String: VersionChain] {
    Dictionary(kinds.map { ($0.name, $0.chain) }) { first, _ in first }
  }

  /// The names of the types, each one once.
  var typeNames: [String] {
    kinds.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Returns a migration of one type's documents.
  ///
  /// Files that you name are treated as documents of that type, whatever their names.
  ///
  /// - Parameter name: The name of the newest version's type, as in ``chains``.
  /// - Returns: The migration; nil if there are no such documents.
  public func restricted(toType name: String) -> Migration? {
    var migration = self
    migration.kinds = kinds.filter { $0.name == name }
    migration.takesAnyFile = true
    return migration.kinds.isEmpty ? nil : migration
  }

  /// Returns a migration that stops at an older version, for programs that don't know newer ones.
  ///
  /// Documents that are newer than that version are left alone. Values with versions of their own would be written in
  /// their newest version, so documents that contain them can't be migrated in this way.
  ///
  /// - Parameter version: The version, as in documents.
  /// - Returns: The migration; nil if a type has no such version, or contains values of versioned types in it.
  public func migrating(to version: AnyVersion) -> Migration? {
    guard let migration = limited(to: version) else { return nil }
    return migration.kinds.allSatisfy(\.nestedVersionedTypes.isEmpty) ? migration : nil
  }

  /// Returns a migration in which documents fail that would lose fields.
  ///
  /// They are left as they are, and have a ``DocumentFailure`` with the code ``DocumentFailure/Code/lostField``.
  public func refusingLosses() -> Migration {
    var migration = self
    for index in kinds.indices { migration.kinds[index].refusesLosses = true }
    return migration
  }

  /// The same, up to an older version only, whatever the documents contain.
  func limited(to version: AnyVersion) -> Migration? {
    var migration = self
    migration.kinds = kinds.compactMap { $0.migrating(to: version) }
    return migration.kinds.count == kinds.count ? migration : nil
  }

  // MARK: - Threads

  /// Does work on a thread of its own, which is told when the task is cancelled.
  static func onThread<Result: Sendable>(
    _ work: @escaping @Sendable (StopSign) throws -> Result
  ) async throws -> Result {
    let stop = StopSign()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task: @Sendable () -> Void = {
          continuation.resume(with: Swift.Result { try work(stop) })
        }
        // Where the system has no room for a thread, this one has to do.
        if !ProcessCalls.startThread(task) { task() }
      }
    } onCancel: {
      stop.stop()
    }
  }
}

/// What has been done so far.
struct WorkProgress: Sendable {
  var documents = 0
  var bytes = 0
  /// The number of all documents, if it is known.
  var total: Int?
}
