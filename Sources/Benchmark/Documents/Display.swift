import Foundation
import Lineage

/// Nine settings, all with defaults: 141 bytes.
struct Display: VersionedCodable, DefaultFillable, Equatable {
  static let version = 2

  var theme = "light"
  var scale = 1.25
  var brightness = 80
  var isDimmed = false
  var font = "Serif"
  var contrast = 50
  var rotates = true
  var columns = 2
  var margin = 12

  init() {}

  init(from old: DisplayV1) throws {
    try self.init(carryingOver: old)
  }

  static var document: SampleDocument<Display> {
    SampleDocument(name: "display", makeText: { _ in Data(sampleText.utf8) })
  }

  /// A step and six fields to fill, against plain decoding of the current document.
  static var olderDocument: SampleDocument<Display> {
    SampleDocument(
      name: "display-older", isWritten: false,
      makeText: { _ in Data(#"{"theme":"dark","scale":1.5,"brightness":65,"version":1}"#.utf8) },
      makeCurrentText: { _ in Data(sampleText.utf8) })
  }

  private static let sampleText = """
    {"theme":"dark","scale":1.5,"brightness":65,"isDimmed":true,"font":"Serif","contrast":40,\
    "rotates":false,"columns":3,"margin":16,"version":2}
    """
}

/// The version with three of the settings.
struct DisplayV1: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var theme: String
  var scale: Double
  var brightness: Int
}

/// `Display`, whose step assigns the fields instead of carrying them over.
struct AssigningDisplay: VersionedCodable, DefaultFillable, Equatable {
  static let version = 2

  var theme = "light"
  var scale = 1.25
  var brightness = 80
  var isDimmed = false
  var font = "Serif"
  var contrast = 50
  var rotates = true
  var columns = 2
  var margin = 12

  init() {}

  init(from old: DisplayV1) throws {
    theme = old.theme
    scale = old.scale
    brightness = old.brightness
  }
}
