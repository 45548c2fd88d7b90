package import Lineage

/// A reader's settings as they were first stored.
package struct ReaderSettingsV1: VersionedCodable, DefaultFillable {
  package static let version: Int? = nil
  package typealias PreviousVersion = NothingOlder

  @Required package var reader = ""
  package var fontSize = 14
  package var theme = "light"

  package init() {}
}

/// The settings with a line height and the last poem.
package struct ReaderSettings: VersionedCodable, DefaultFillable {
  package static let version = 2
  package typealias PreviousVersion = ReaderSettingsV1

  @Required package var reader = ""
  package var fontSize = 16
  package var theme = "light"
  package var lineHeight = 1.4
  package var lastPoem: String?

  package init() {}
}
