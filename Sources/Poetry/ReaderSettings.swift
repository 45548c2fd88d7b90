import Lineage

/// A reader's settings as they were first stored.
struct ReaderSettingsV1: VersionedCodable, DefaultFillable {
  static let version: Int? = nil
  typealias PreviousVersion = NothingOlder

  @Required var reader = ""
  var fontSize = 14
  var theme = "light"
}

/// The settings with a line height and the last poem.
struct ReaderSettings: VersionedCodable, DefaultFillable {
  static let version = 2
  typealias PreviousVersion = ReaderSettingsV1

  @Required var reader = ""
  var fontSize = 16
  var theme = "light"
  var lineHeight = 1.4
  var lastPoem: String?
}
