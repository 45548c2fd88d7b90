// warning 6: A coder other than Lineage's, such as a plain `JSONDecoder`, calls this `init(from:)` directly, so it doesn't migrate older documents. Remove it, or move it to an extension if only Lineage's calls decode `Own`.
// warning 7: A coder other than Lineage's, such as a plain `JSONEncoder`, calls this `encode(to:)` directly, so it writes no version. Remove it, or move it to an extension if only Lineage's calls encode `Own`.
// swift-format-ignore-file
import LineageMacros

@Document(version: 1) struct Own: Codable {
  var a = 1
  init(from decoder: any Decoder) throws { a = try Int(from: decoder) }
  func encode(to encoder: any Encoder) throws { try a.encode(to: encoder) }
}
@Document(version: 1) struct Elsewhere { var a = 1 }
extension Elsewhere {
  init(from decoder: any Decoder) throws { self.init() }
}
