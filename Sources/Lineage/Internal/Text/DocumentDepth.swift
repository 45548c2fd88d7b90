/// How deeply documents can nest, which is Foundation's limit for JSON.
enum DocumentDepth {
  static var maximum: Int { 512 }
}
