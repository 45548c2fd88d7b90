// compiles
import Lineage

/// The names of the properties of versioned types are free for types of one's own.
struct Photo: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  static let versionLocation = VersionLocation.key("format")

  struct Location: Codable {
    var latitude: Double
  }
  struct EncodesDefaults: Codable {}
  enum NewerVersions {}
  enum NewerVersion {}
  enum ReadableSince {}

  var location: Location?
  var options = EncodesDefaults()
}
