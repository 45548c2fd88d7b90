import Foundation
import Lineage
import LineageSchemas

extension MigrationFixtures {
  /// Compares each version with the previous one: which fields were added, removed, renamed and
  /// retyped, and whether programs of the older version can read documents of the newer one.
  ///
  /// The shapes are learned from the types. To find renamed fields, and what older programs do, the
  /// method migrates and decodes the fixtures, or a sample if there are none. Nothing is recorded.
  ///
  /// - Throws: `FixtureFailures` if the chain or the folder is invalid.
  public func compatibility() throws -> CompatibilityReport {
    var report: CompatibilityReport?
    let failures = examine(as: "compatibility", mode: .never) { check, _ in
      report = try CheckFacts(check).compatibility()
    }
    guard let report, failures.isEmpty else { throw FixtureFailures(failures: failures) }
    return report
  }
}

extension CheckFacts {
  fileprivate func compatibility() -> CompatibilityReport {
    let chain = check.chain
    let format = check.formats[0]
    let documents = chain.map { version in
      let own = listing.cases(of: version)
      if !own.isEmpty { return own.map { (data: $0.data, format: $0.format) } }
      let sample = try? version.sample(in: format)
      return sample.map { [(data: $0, format: format)] } ?? []
    }
    return CompatibilityReport(
      document: check.document,
      steps: chain.dropFirst().map { newer in
        let older = chain[newer.index - 1]
        return CompatibilityReport.Step(
          from: older, to: newer,
          changes: Schema.differences(from: schema(of: older), to: schema(of: newer)),
          renamed: renamings(from: older, to: newer, with: documents[older.index]),
          forward: forward(from: newer, to: older, with: documents[newer.index]))
      })
  }

  private typealias Document = (data: Data, format: FixtureFormat)

  /// The fields that the step renames.
  private func renamings(
    from older: DocumentVersion, to newer: DocumentVersion, with documents: [Document]
  ) -> [CompatibilityReport.Renaming] {
    var renamed: [CompatibilityReport.Renaming] = []
    for document in documents {
      var report = MigrationReport()
      _ = try? newer.rewritten(document.data, of: older, in: document.format, report: &report)
      for field in report.carryOverRenamed where field.path.components.count == 1 {
        let renaming = CompatibilityReport.Renaming(old: "\(field.path)", new: field.newName)
        if !renamed.contains(renaming) { renamed.append(renaming) }
      }
    }
    return renamed
  }

  /// What an older program does with newer documents.
  private func forward(
    from newer: DocumentVersion, to older: DocumentVersion, with documents: [Document]
  ) -> CompatibilityReport.Forward {
    if older.newerVersions == .refuse { return .refused }
    if older.newerVersions == .ifReadable, !older.isPromised(by: newer) { return .refused }
    if documents.isEmpty { return .unknown }
    var lost: [FieldPath] = []
    for document in documents {
      do {
        let again = try older.rewritten(document.data, of: newer, in: document.format)
        let differences = FieldDifference.between(
          try document.format.value(from: document.data), try document.format.value(from: again),
          numbers: .byValue)
        for difference in differences where !lost.contains(difference.path) {
          lost.append(difference.path)
        }
      } catch {
        return .unreadable("\(error)")
      }
    }
    return lost.isEmpty ? .readKeepingAll : .readLosing(lost)
  }
}

extension CompatibilityReport.Step {
  /// Sorts the differences between the shapes of two versions.
  fileprivate init(
    from older: DocumentVersion, to newer: DocumentVersion, changes: [SchemaDifference],
    renamed: [CompatibilityReport.Renaming], forward: CompatibilityReport.Forward
  ) {
    var added: [String: Shape] = [:]
    var removed: [String: Shape] = [:]
    var retyped: [CompatibilityReport.Retyping] = []
    var others: [String] = []
    for change in changes {
      switch change.kind {
      case .added(let field): added[change.path] = field.shape
      case .removed(let field): removed[change.path] = field.shape
      case .retyped(let old, let new):
        retyped.append(.init(path: change.path, old: old, new: new))
      default: others.append(change.description)
      }
    }
    if older.location != newer.location {
      others.append(
        "the version was under `\(older.location)`, and is now under `\(newer.location)`")
    }
    for renaming in renamed {
      guard let old = removed.removeValue(forKey: renaming.old),
        let new = added.removeValue(forKey: renaming.new), old != new
      else { continue }
      retyped.append(.init(path: renaming.new, old: "`\(old)`", new: "`\(new)`"))
    }
    self.init(
      from: older.version, to: newer.version, added: Self.fields(added),
      removed: Self.fields(removed), renamed: renamed, retyped: retyped, otherChanges: others,
      forward: forward,
      isDowngradable: newer.promise.isDowngradable)
  }

  private static func fields(_ shapes: [String: Shape]) -> [CompatibilityReport.Field] {
    shapes.sorted { $0.key < $1.key }.map { .init(path: $0.key, type: "\($0.value)") }
  }
}
