import Foundation

/// Cases that are measured in the same way and share a table.
struct Group {
  let name: String
  /// A sentence that explains the ratios.
  let explanation: String
  /// What is compared: the first column is the baseline, the last is what the case is about.
  let columns: [String]
  let ratio: Ratio
  let cases: [Case]

  enum Ratio {
    /// How many times as fast as the first column: more is better.
    case speed
    /// How many times the cost of the first column: less is better.
    case cost
  }
}

/// One row of the table.
struct Case {
  /// The name of the group, a slash and the name of the case.
  let name: String
  /// Makes the documents. Cases that aren't measured don't call it, since it takes time.
  let prepare: () throws -> Subject
}

/// What a case measures.
struct Subject {
  /// The size of the document.
  let bytes: Int
  /// The work of each column.
  var work: [Work]
}

enum Work {
  /// Measured in this process, many times, as CPU time.
  case repeated(() throws -> Void)
  /// Measured in this process, many times, as time that passes: for work that waits for a disk.
  case timed(() throws -> Void)
  /// Measured in a new process, which reads a document and prints one figure.
  case inFreshProcess(Probe, Data)
  /// Not measured: a known baseline.
  case known(Double)
}

extension Group {
  /// Everything that can be measured.
  static func all(_ scale: Scale, folder: String? = nil) throws -> [Group] {
    try [
      decoding(scale), encoding(scale), fieldDecoding(scale), fieldEncoding(scale), dates(scale),
      costs(), versions(scale), propertyLists(),
      firstUse(),
      memory(scale), saving(scale), opening(scale), merging(scale), filtering(scale),
    ] + (folder.map { [try files(in: $0)] } ?? [])
  }
}
