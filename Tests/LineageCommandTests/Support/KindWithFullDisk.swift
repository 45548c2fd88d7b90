import Foundation
import Lineage
import LineageStore

@testable import LineageCommand

/// The documents of another kind, one of which can't be written because the disk is full.
struct KindWithFullDisk<Base: DocumentKind>: DocumentKind {
  var base: Base
  /// The name of the file that can't be written.
  let file: String

  var name: String {
    get { base.name }
    set { base.name = newValue }
  }
  var options: DocumentOptions {
    get { base.options }
    set { base.options = newValue }
  }
  var refusesLosses: Bool {
    get { base.refusesLosses }
    set { base.refusesLosses = newValue }
  }
  var target: AnyVersion { base.target }
  var chain: VersionChain { base.chain }
  var types: [any VersionedCodable.Type] { base.types }
  var pattern: String { base.pattern }
  var nestedVersionedTypes: [any VersionedCodable.Type] { base.nestedVersionedTypes }

  func matches(file path: String) -> Bool { base.matches(file: path) }
  func knows(_ version: AnyVersion) -> Bool { base.knows(version) }
  func migrating(to version: AnyVersion) -> (any DocumentKind)? { base.migrating(to: version) }
  func standing(of data: Data) -> DocumentStanding { base.standing(of: data) }
  func examine(_ data: Data) -> Examination { base.examine(data) }

  func migrate(
    file path: String, begin: (Examination) throws(DocumentFailure) -> Void
  ) -> (result: MigrationResult, size: Int) {
    let isOnFullDisk = path.utf8.reversed().starts(with: "/\(file)".utf8.reversed())
    guard isOnFullDisk else { return base.migrate(file: path, begin: begin) }
    return (.failed(DocumentFailure(.diskFailed, version: 1, message: "The disk is full.")), 0)
  }

  func lineMigrator(
    _ layout: LineLayout, decodingCurrentLines decodesCurrentLines: Bool
  ) -> any LineMigrating {
    base.lineMigrator(layout, decodingCurrentLines: decodesCurrentLines)
  }

  func content(ofFile path: String) throws(DocumentFailure) -> Data? {
    try base.content(ofFile: path)
  }

  func documents(
    inBackupsOf path: String, since date: Date
  ) throws(DocumentFailure) -> AnySequence<BackedUpDocument> {
    try base.documents(inBackupsOf: path, since: date)
  }

  func backups(ofFile path: String) throws(DocumentFailure) -> [MigrationBackup] {
    try base.backups(ofFile: path)
  }

  func restore(file path: String, from name: String?) throws(DocumentFailure) -> MigrationBackup {
    try base.restore(file: path, from: name)
  }
}
