import Foundation
import Lineage

/// Makes documents of every version and checks how they are decoded.
///
/// Each iteration has its own random numbers, so it can be repeated alone. Iterations alternate
/// between valid documents, which must obey the laws of migration, and damaged ones, which must
/// decode or be rejected with a clear error.
struct Fuzzer {
  let chain: [DocumentVersion]
  let format: FixtureFormat
  let seed: UInt64
  private let sources: [FuzzedVersion]
  private var findings: [FuzzedLaw: FuzzFinding] = [:]
  /// The indices of the versions that have documents rejected by a step.
  private var refused: Set<Int> = []
  private var migrated: Set<Int> = []
  /// The indices of the versions with a generated document.
  private var generated: Set<Int> = []
  /// The indices of the versions for which generating one has failed.
  private var substituted: Set<Int> = []

  init(
    chain: [DocumentVersion], format: FixtureFormat, seed: UInt64, fixtures: [FixtureCase]
  ) throws {
    self.chain = chain
    self.format = format
    self.seed = seed
    sources = try chain.map { version in
      try FuzzedVersion(
        of: version, format: format, fixtures: fixtures.filter { $0.version.index == version.index }
      )
    }
  }

  private var newest: DocumentVersion { chain[chain.count - 1] }

  /// The versions whose documents have all been rejected by steps.
  var refusedVersions: [DocumentVersion] {
    refused.subtracting(migrated).sorted().map { chain[$0] }
  }

  /// The versions of which no document could be generated, and which have hardly any others.
  var ungeneratedVersions: [DocumentVersion] {
    substituted.subtracting(generated)
      .filter { sources[$0].fixtureCount < FuzzedVersion.enoughFixtures }
      .sorted().map { chain[$0] }
  }

  /// Runs the iterations, and returns the first document that breaks each law, minimized.
  ///
  /// Each version gets at least one valid document and a damaged one.
  mutating func run(iterations: Int, writingTo last: LastDocument) throws -> [FuzzFinding] {
    for iteration in 0..<max(iterations, 2 * chain.count) {
      var random = SeededRandom(seed: seed &+ UInt64(iteration) &* 0x9E37_79B9_7F4A_7C15)
      let version = chain[iteration % chain.count]
      let (value, origin) = try sources[version.index].document(using: &random)
      switch origin {
      case .fixture: break
      case .generated: generated.insert(version.index)
      case .substitute: substituted.insert(version.index)
      }
      if iteration / chain.count % 2 == 0 {
        try last.write(format.data(of: value), iteration: iteration)
        try checkLaws(value, of: version, iteration)
      } else {
        try damage(value, of: version, iteration, using: &random, writingTo: last)
      }
    }
    return findings.values.sorted { $0.iteration < $1.iteration }
  }

  // MARK: - Valid documents

  private mutating func checkLaws(
    _ value: DocumentValue, of version: DocumentVersion, _ iteration: Int
  ) throws {
    let document = try MigratedDocument(of: value, version, to: newest, in: format)
    for law in FuzzedLaw.ofValidDocuments where findings[law] == nil {
      guard let broken = breach(of: law, by: document) else { continue }
      let isValid = (try? isValid(value, of: version)) == true
      let smallest = Shrinking.smallest(value) { candidate in
        guard let document = try? MigratedDocument(of: candidate, version, to: newest, in: format),
          let breach = breach(of: law, by: document)
        else { return false }
        // The smaller document must be one that the version could have written, which can't be told if a nested one
        // doesn't migrate.
        return law == .migrates && !isValid
          ? breach.isSame(as: broken)
          : breach.isLike(broken) && (try? self.isValid(candidate, of: version)) == true
      }
      let shown = try MigratedDocument(of: smallest, version, to: newest, in: format)
      findings[law] = FuzzFinding(
        law: law, version: version, iteration: iteration, document: shown.data,
        breach: breach(of: law, by: shown) ?? broken)
    }
    switch document.result {
    case .success: migrated.insert(version.index)
    case .failure(let error): if error.isFromStep { refused.insert(version.index) }
    }
  }

  /// A valid document and its migration.
  private struct MigratedDocument {
    let value: DocumentValue
    let version: DocumentVersion
    let data: Data
    /// The newest form, or the error.
    let result: Result<Data, any Error>

    init(
      of value: DocumentValue, _ version: DocumentVersion, to newest: DocumentVersion,
      in format: FixtureFormat
    ) throws {
      self.value = value
      self.version = version
      let data = try format.data(of: value)
      self.data = data
      result = Result { try newest.rewritten(data, of: version, in: format) }
    }
  }

  private func isValid(_ value: DocumentValue, of version: DocumentVersion) throws -> Bool {
    let data = try format.data(of: value)
    var report = MigrationReport()
    let again = try version.rewritten(data, of: version, in: format, report: &report)
    let migrated = report.nestedMigrations.map(\.path)
    return sources[version.index].schema.differences(
      from: value, to: try format.value(from: again), numbers: .byValue
    ).allSatisfy { $0.path.isInside(oneOf: migrated) }
  }

  /// How a document breaks a law; nil if it obeys it.
  private func breach(of law: FuzzedLaw, by document: MigratedDocument) -> FuzzBreach? {
    do {
      switch (law, document.result) {
      case (.migrates, .failure(let error)):
        return error.isFromStep ? nil : .error(error)
      case (.stepByStep, .success(let direct)):
        return try breachOfSteps(document, direct)
      case (.newestIsStable, .success(let direct)):
        let again = try newest.rewritten(direct, of: newest, in: format)
        if again == direct { return nil }
        return .differences(
          sources[newest.index].schema.differences(
            from: try format.value(from: direct), to: try format.value(from: again)))
      case (.unknownFieldsStay, .success):
        return try breachOfPreserving(document.value, of: document.version)
      case (.downgrades, _):
        return try breachOfDowngrading(document)
      default: return nil
      }
    } catch {
      return .error(error)
    }
  }

  /// Downgrades a document, unless its type rejects that.
  private func breachOfDowngrading(_ document: MigratedDocument) throws -> FuzzBreach? {
    // What can't be read breaks another law.
    let version = document.version
    guard (try? version.decode(document.data, of: version, in: format)) != nil else { return nil }
    do {
      let downgrade = try TriedDowngrade(of: document.data, version, in: format, chain: chain)
      guard let downgrade else { return nil }
      return .differences(try downgrade.instability(sources[downgrade.older.index].schema))
    } catch  where error.isFromDowngrade || error.isFromStep {
      return nil
    }
  }

  /// Migrates a document through all versions, encoding and decoding it after each step.
  private func breachOfSteps(_ document: MigratedDocument, _ direct: Data) throws -> FuzzBreach? {
    let start = document.version.index
    if newest.index - start < 2 { return nil }
    var stepwise = document.data
    for index in start..<newest.index {
      stepwise = try chain[index + 1].rewritten(stepwise, of: chain[index], in: format)
    }
    if stepwise == direct { return nil }
    let schema = sources[newest.index].schema
    let expected = try format.value(from: direct)
    let again = try format.value(
      from: newest.rewritten(document.data, of: document.version, in: format))
    let volatile = schema.volatilePlaces(in: expected, again)
    return .differences(
      schema.differences(from: expected, to: try format.value(from: stepwise))
        .filter { !$0.path.isInside(oneOf: volatile) })
  }

  /// Checks that unknown fields survive: when the version's own type writes them back, and at the root in every step, if
  /// the types of all versions preserve them.
  private func breachOfPreserving(
    _ value: DocumentValue, of version: DocumentVersion
  ) throws -> FuzzBreach? {
    let schema = sources[version.index].schema
    for place in value.places() where schema.keepsUnknownFields(at: place) {
      if let breach = try breachOfPreserving(value, at: place, of: version) { return breach }
    }
    // A step may reject the document.
    let lost = try? LostUnknownFields(
      in: value, of: version, chain: chain, sources.map(\.schema), format)
    return .differences(lost?.ofDocument.map { [$0] } ?? [])
  }

  /// Adds an unknown field to an object, and checks that the version's own type writes it back as it is.
  private func breachOfPreserving(
    _ value: DocumentValue, at place: [FieldPath.Component], of version: DocumentVersion
  ) throws -> FuzzBreach? {
    guard value.value(at: place[...])?.object != nil else { return nil }
    let name = LostUnknownFields.name
    var extended = value
    extended.edit(at: place[...]) {
      $0?[name] = ["digits": .number(DocumentNumber("1.10") ?? DocumentNumber(1))]
    }
    let data = try format.data(of: extended)
    guard let result = try? version.rewritten(data, of: version, in: format) else { return nil }
    let kept = place + [.key(name)]
    let expected = try format.value(from: data).value(at: kept[...])
    let found = try format.value(from: result).value(at: kept[...])
    guard let expected, found != expected else { return nil }
    return .differences([FieldDifference(path: FieldPath(kept), kind: .missing(expected))])
  }

  // MARK: - Damaged documents

  private mutating func damage(
    _ value: DocumentValue, of version: DocumentVersion, _ iteration: Int,
    using random: inout SeededRandom, writingTo last: LastDocument
  ) throws {
    let mutation = Mutation.allCases.randomElement(using: &random) ?? .truncated
    let damaged = try mutation.damage(
      value, versions: chain.map { ($0.version, $0.location) }, format: format, using: &random)
    let data: Data
    switch damaged {
    case .value(let value):
      guard let written = try? format.data(of: value) else { return }
      data = written
    case .bytes(let bytes): data = bytes
    }
    try last.write(data, iteration: iteration)
    if mutation == .truncated, try !format.data(of: value).isCutOff {
      findCutOff(data, of: version, iteration)
    }
    let law = FuzzedLaw.refusalIsClear
    guard let error = unclearRefusal(of: data, of: version, after: mutation), findings[law] == nil
    else { return }
    let smallest: Data
    switch damaged {
    case .value(let value):
      let value = Shrinking.smallest(value) { candidate in
        let data = try? format.data(of: candidate)
        return data.map { unclearRefusal(of: $0, of: version, after: mutation) != nil } ?? false
      }
      smallest = try format.data(of: value)
    case .bytes(let bytes):
      smallest = Shrinking.smallest(bytes) {
        unclearRefusal(of: $0, of: version, after: mutation) != nil
      }
    }
    findings[law] = FuzzFinding(
      law: law, version: version, iteration: iteration, document: smallest,
      breach: .error(unclearRefusal(of: smallest, of: version, after: mutation) ?? error))
  }

  /// Checks that a document that is cut off is rejected.
  private mutating func findCutOff(_ data: Data, of version: DocumentVersion, _ iteration: Int) {
    let law = FuzzedLaw.cutOffIsRefused
    guard findings[law] == nil, acceptsCutOff(data, of: version) else { return }
    let smallest = Shrinking.smallest(data) { acceptsCutOff($0, of: version) }
    findings[law] = FuzzFinding(
      law: law, version: version, iteration: iteration, document: smallest, breach: .accepted)
  }

  private func acceptsCutOff(_ data: Data, of version: DocumentVersion) -> Bool {
    data.isCutOff && (try? newest.decode(data, of: version, in: format)) != nil
  }

  /// The error that a damaged document is rejected with, if it doesn't say enough.
  private func unclearRefusal(
    of data: Data, of version: DocumentVersion, after mutation: Mutation
  ) -> (any Error)? {
    do {
      try newest.decode(data, of: version, in: format)
      return nil
    } catch let error as MigrationError {
      // The root itself has no path, and neither does data that isn't a document.
      guard mutation.isInOnePlace, case .undecodable = error.reason, error.path.components.isEmpty,
        error.underlyingError is DecodingError,
        (try? format.value(from: data))?.object != nil
      else { return nil }
      return error
    } catch {
      return error is DecodingError ? nil : error
    }
  }
}

extension Error {
  /// Whether a step of the program threw it, which it is allowed to.
  var isFromStep: Bool {
    guard let error = self as? MigrationError, case .stepFailed = error.reason else { return false }
    return !(error.underlyingError is MigrationError)
  }

  /// Whether `downgraded()` threw it, which it is allowed to.
  var isFromDowngrade: Bool {
    guard let error = self as? MigrationError, case .downgradeFailed = error.reason else {
      return false
    }
    return !(error.underlyingError is MigrationError)
  }
}
