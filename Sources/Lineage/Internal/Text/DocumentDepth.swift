/// How deep documents may nest: as deep as Foundation reads JSON.
enum DocumentDepth {
  static var maximum: Int { 512 }
}
