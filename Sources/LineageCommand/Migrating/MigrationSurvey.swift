public import Lineage
import LineageStore

/// The versions of documents, counted.
public struct MigrationSurvey: Sendable {
  /// What a version is for the program. The raw values are those that the command prints.
  public enum Standing: String, Sendable {
    /// It is the newest one that the program knows.
    case current
    case older
    /// It is newer than the program.
    case newer
  }

  /// The documents of one version.
  public struct Count: Hashable, Sendable {
    /// The name of the newest version's type.
    public let type: String
    /// The version; nil if it can't be told.
    public let version: AnyVersion?
    /// What it is for the program.
    public let standing: Standing
    /// The number of documents.
    public internal(set) var documents = 0
  }

  /// The documents by type and version, in the order of the chain, oldest first.
  public internal(set) var counts: [Count] = []
  /// The number of documents.
  public internal(set) var documents = 0
  /// The number of documents whose version can't be found.
  public var failureCount: Int { failed.count }
  /// The first 100 failures.
  public var failures: [FailedFile] { failed.first }
  private(set) var failed = FailureList()

  private struct Key: Hashable {
    let type: String
    let version: AnyVersion?
    let standing: Standing
  }

  /// The places of the counts, until they are sorted.
  private var places: [Key: Int] = [:]

  mutating func add(_ standing: DocumentStanding, of kind: (any DocumentKind)?, _ path: String) {
    documents += 1
    if case .failed(let failure) = standing {
      return failed.add(failure, of: path, type: kind?.name)
    }
    guard let kind, let word = Standing(standing) else { return }
    let key = Key(type: kind.name, version: standing.version, standing: word)
    let index = places[key] ?? counts.count
    if index == counts.count {
      places[key] = index
      counts.append(Count(type: kind.name, version: standing.version, standing: word))
    }
    counts[index].documents += 1
  }

  /// Sorts the counts as the chains are, oldest first, and what is newer last.
  mutating func sort(by kinds: [any DocumentKind]) {
    func place(_ count: Count) -> (Int, Int) {
      guard let kind = kinds.firstIndex(where: { $0.name == count.type }) else { return (.max, 0) }
      let links = kinds[kind].chain.links
      let link = links.firstIndex { $0.version == count.version }
      return (kind, link.map { links.count - $0 } ?? .max)
    }
    counts.sort { place($0) < place($1) }
    places = [:]
  }
}

extension MigrationSurvey.Standing {
  /// What the version of a document is; nil if that can't be found.
  init?(_ standing: DocumentStanding) {
    switch standing {
    case .current: self = .current
    case .older: self = .older
    case .newer: self = .newer
    case .failed: return nil
    }
  }
}

extension Migration {
  /// Counts the versions of documents, without decoding them.
  ///
  /// - Parameters:
  ///   - paths: Files, and folders, which are walked.
  ///   - jobs: The number of threads.
  /// - Returns: The counts. Documents whose version can't be found are in ``MigrationSurvey/failures``.
  /// - Throws: `CancellationError`.
  public func survey(_ paths: [String], jobs: Int = 1) async throws -> MigrationSurvey {
    let source = FileSource(migration: self, paths: paths, takesBackups: true)
    return try await Self.onThread { stop in
      try survey(source, jobs: jobs, stop: stop) { _, _, _ in }
    }
  }

  func survey(
    _ source: some DocumentSource, jobs: Int, stop: StopSign,
    each: (FoundDocument, DocumentStanding, WorkProgress) throws -> Void
  ) throws -> MigrationSurvey {
    var survey = MigrationSurvey()
    try source.forEachDocument(jobs: jobs, stop: stop) { kind, data in
      kind.standing(of: data)
    } fail: { failure in
      DocumentStanding.failed(failure)
    } finish: { document, standing, progress in
      survey.add(standing, of: document.kind, "\(document.place)")
      try each(document, standing, progress)
    }
    survey.sort(by: kinds)
    return survey
  }
}
