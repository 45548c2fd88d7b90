import Foundation
import Lineage
import LineageSchemas
public import Testing

extension MigrationFixtures {
  /// Records a document as a fixture of the newest version.
  ///
  /// ```swift
  /// let fixtures = MigrationFixtures(of: Poem.self)
  /// try fixtures.record(Poem(author: "Issa", lines: ["a world of dew"]), as: "short")
  /// try fixtures.check()
  /// ```
  ///
  /// If the file doesn't exist yet, it is written, and the test fails so that you review it. After
  /// that, the document must equal the one in the file. When there is a newer version, the file of
  /// this one stays, and the document is recorded again for the newer version.
  ///
  /// - Parameters:
  ///   - document: A document like those of real users.
  ///   - name: The name of the file, without its extension. It has no slashes, doesn't begin with a period, and doesn't
  ///     end in `.expected` or `.notes`.
  ///   - sourceLocation: Where to report issues. Defaults to the caller's line.
  /// - Throws: `FixtureFailures`, if no test of Swift Testing is running.
  public func record(
    _ document: Document, as name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try FixtureFailures.report(
      failures(recording: document, as: name),
      at: sourceLocation)
  }

  func failures(recording document: Document, as name: String) -> [FixtureFailure] {
    examine(as: "record \(name)") { check, findings in
      try check.record(document, as: name, &findings)
    }
  }
}

extension FixtureCheck {
  fileprivate func record<Document: VersionedCodable>(
    _ document: Document, as name: String, _ findings: inout CheckFindings
  ) throws {
    guard FixtureCase.isName(name) else { return findings.failures.append(.unusableName(name)) }
    let format = formats[0]
    let file = FixtureCase.file(name, of: newest, in: format)
    let shownFile = folder.shownPath(of: file)
    let data = try format.encode(document)
    findings.failures += returnFailures(of: document, from: data, format, file: shownFile)
    let write = FileWrite(file: file, data: data)
    // Nothing is written if something that has shipped has changed, as in a check.
    var check = self
    guard let existing = try folder.document(in: file, format) else {
      if mayRecord {
        guard let shipped = try shippedFindings(&findings) else { return }
        check = shipped.facts.check
        if check.mayRecord { return findings.add([], [write]) }
      }
      return findings.failures.append(.missingRecord(shownFile, case: name, in: check))
    }
    if existing == data { return }
    let notes =
      try folder.data(of: "\(newest.folder)/\(name).notes.json").map(FixtureNotes.init(from:))
      ?? FixtureNotes()
    let value = try format.value(from: existing)
    let differences = Schema.learned(from: newest.type).differences(
      from: value, to: try format.value(from: data),
      notes: notes)
    if differences.isEmpty { return }
    // A file with notes or with other formatting comes from elsewhere.
    let mayBeRewritten = try notes.areOfTypicalDocument && format.data(of: value) == existing
    if mayReplace(newest), mayBeRewritten {
      guard let shipped = try shippedFindings(&findings) else { return }
      check = shipped.facts.check
      if check.mayReplace(newest) { return findings.add([], [write]) }
    }
    findings.failures.append(
      .changedRecord(
        shownFile, differences: differences, mayBeRewritten: mayBeRewritten,
        found: .init(name: "\(name).found.\(format.fileExtension)", content: data), in: check))
  }

  /// The failure for what a document loses when it is encoded and decoded, including properties that are
  /// neither encoded nor decoded.
  private func returnFailures<Document: VersionedCodable>(
    of document: Document, from data: Data, _ format: FixtureFormat, file: String
  ) -> [FixtureFailure] {
    var report = MigrationReport()
    let returned: Document
    do {
      returned = try format.decode(
        Document.self, from: data, version: newest.givenVersion, report: &report)
    } catch {
      return [.undecodable(file, exists: false, newest, because: error, in: self)]
    }
    let paths = Resemblance.differences(between: document, and: returned)
    return paths.isEmpty ? [] : [.lossyRecord(file, newest.typeName, paths: paths)]
  }
}
