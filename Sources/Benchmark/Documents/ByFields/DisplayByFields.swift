import LineageMacros

/// `Display`, annotated.
@Document(version: 2, after: DisplayV1ByFields.self)
struct DisplayByFields: Equatable {
  var theme = "light"
  var scale = 1.25
  var brightness = 80
  var isDimmed = false
  var font = "Serif"
  var contrast = 50
  var rotates = true
  var columns = 2
  var margin = 12
}

extension DisplayByFields {
  init(from old: DisplayV1ByFields) throws {
    theme = old.theme
    scale = old.scale
    brightness = old.brightness
  }
}

/// `DisplayV1`, annotated.
@Document(version: 1)
struct DisplayV1ByFields: Equatable {
  var theme: String
  var scale: Double
  var brightness: Int
}
