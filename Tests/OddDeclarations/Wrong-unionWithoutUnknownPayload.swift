// error 6: `unknown` needs a payload for elements with other tags: `case unknown(DocumentValue)`.
// swift-format-ignore-file
import LineageMacros

@Union(tag: "kind") enum Block {
  case line(Line)
  case unknown
}

struct Line: Codable {}
