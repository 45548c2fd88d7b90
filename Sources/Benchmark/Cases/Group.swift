import Foundation

/// Cases that are measured in the same way and stand together in the table.
struct Group {
  let name: String
  /// What the ratios say, as a sentence.
  let explanation: String
  /// What is compared: the first is what the others are held against, the last is what it is about.
  let columns: [String]
  let ratio: Ratio
  let cases: [Case]

  enum Ratio {
    /// How many times as fast as the first column: more is better.
    case speed
    /// How many times what the first column takes: less is better.
    case cost
  }
}

/// One row of the table.
struct Case {
  /// Its group's name, a slash and its own.
  let name: String
  /// Makes the documents, which takes time that a case that is not measured needn't take.
  let prepare: () throws -> Subject
}

/// What a case measures.
struct Subject {
  /// The size of the document.
  let bytes: Int
  /// What is done in each column.
  let work: [Work]
}

enum Work {
  /// Measured here, many times over.
  case repeated(() throws -> Void)
  /// Measured by a process of its own, which reads a document and prints one figure.
  case inFreshProcess(Probe, Data)
  /// Not measured, for others to be held against.
  case known(Double)
}

extension Group {
  /// Everything that can be measured.
  static func all(_ scale: Scale, folder: String? = nil) throws -> [Group] {
    try [
      decoding(scale), encoding(scale), costs(), versions(scale), propertyLists(), firstUse(),
      memory(scale),
    ] + (folder.map { [try files(in: $0)] } ?? [])
  }
}
