import Foundation

extension Group {
  /// The cost of first use, which can be measured only once per process.
  static func firstUse() -> Group {
    let settings = Data(Settings.sampleText.utf8)
    return Group(
      name: "first", explanation: "Times as fast as Foundation's plain coder.",
      columns: ["Foundation", "Lineage"], ratio: .speed,
      cases: [
        Case(name: "first/document") {
          Subject(
            bytes: settings.count,
            work: [
              .inFreshProcess(.plainDocument, settings),
              .inFreshProcess(.versionedDocument, settings),
            ])
        },
        Case(name: "first/type") {
          Subject(
            bytes: FirstTypes.text.count,
            work: [
              .inFreshProcess(.plainType, settings), .inFreshProcess(.versionedType, settings),
            ])
        },
      ])
  }

  /// The memory that decoding takes, excluding the document and the value.
  static func memory(_ scale: Scale) -> Group {
    Group(
      name: "memory",
      explanation: "Times the size of the document, at the peak, beside the value itself.",
      columns: ["document", "Foundation", "Lineage"], ratio: .cost,
      cases: [
        Case(name: "memory/records") {
          let data = try Library.sampleText(scale)
          return Subject(
            bytes: data.count,
            work: [
              .known(Double(data.count)), .inFreshProcess(.plainMemory, data),
              .inFreshProcess(.versionedMemory, data),
            ])
        },
        Case(name: "memory/empty-objects") {
          let data = Data("[{}\(String(repeating: ",{}", count: 999_999))]".utf8)
          return Subject(
            bytes: data.count,
            work: [
              .known(Double(data.count)), .inFreshProcess(.plainEmptyMemory, data),
              .inFreshProcess(.versionedEmptyMemory, data),
            ])
        },
      ])
  }
}
