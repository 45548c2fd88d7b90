public import Foundation

/// Options for migrating lines of JSON.
public struct FilterOptions: Sendable {
  /// The number of threads. In a process, the output is the same for any number.
  public var jobs = 1
  /// The file to which a record of each line that fails is appended; nil to stop at the first one.
  public var errors: URL?
  /// How many lines may fail. If it is nil, all of them are recorded, and the filter has failed if there are any.
  public var maximumErrors: ErrorLimit?
  /// Whether the records have the lines themselves, which are content of documents.
  public var includesInput = false
  /// The text that ends the key at the beginning of each line; nil if there is none.
  public var keySeparator: String?
  /// The keys of the field that contains the document; empty if the line is the document.
  public var column: [String] = []
  /// Whether current documents are decoded, too, so that damaged ones fail, and old values in them are found whatever
  /// their types are. Otherwise, they pass if their type contains no versioned values, as far as that can be learned.
  public var decodesCurrentLines = false
  /// Whether each line is written as soon as it was read, for a program that waits for the answer.
  public var isLineBuffered = false

  /// Creates options for lines that are documents.
  public init() {}
}

/// What happened to the lines of a text.
public struct FilterSummary: Sendable {
  var counts = LineCounts()
  /// The first line that failed.
  public internal(set) var firstFailure: (line: Int, failure: DocumentFailure)?
  /// Whether the rest was left because too many lines failed.
  public internal(set) var isCutShort = false
  /// Whether more lines failed than the options allow: any, if they set no maximum.
  public internal(set) var hasFailed = false

  /// The number of lines that were read.
  public var lines: Int { counts.lines }
  /// The number of lines that were current.
  public var current: Int { counts.current }
  /// The number of lines that were migrated.
  public var migrated: Int { counts.migrated }
  /// The number of lines that are newer than the program, and were left as they are.
  public var newer: Int { counts.newer }
  /// The number of lines without a document.
  public var blank: Int { counts.blank }
  /// The number of lines that failed.
  public var failed: Int { counts.failed }
  /// The fields that migrated documents lost, and how many did: the first 100 paths. The types on the way don't declare
  /// them, a step dropped them, or their keys occur twice.
  public var lost: [String: Int] { counts.lost }
  /// How often documents lost fields with other paths than those in ``lost``.
  public var otherLosses: Int { counts.otherLosses }
}
