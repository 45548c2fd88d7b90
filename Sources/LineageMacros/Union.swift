import Lineage

/// Makes an enum an `OpenUnion`, whose cases hold values of different types.
///
/// Each case has one payload. Its name is the tag in the data, unless `@Key` gives another one:
///
/// ```swift
/// @Union(tag: "kind")
/// enum Block {
///   case text(TextBlock)
///   @Key("img") case image(ImageBlock)
///   case unknown(DocumentValue)
/// }
///
/// // [{"kind": "text", "body": "Hello"}, {"kind": "video", "url": "…"}]
/// // [.text(TextBlock(body: "Hello")), .unknown(["kind": "video", "url": "…"])]
/// ```
///
/// The case `unknown` preserves elements with other tags, or without one. A case that is unavailable everywhere, or
/// obsoleted in your version of Swift, has no tag.
///
/// - Parameter tag: The key of the tag, as a literal.
@attached(extension, conformances: OpenUnion, names: named(tagKey), named(payloads))
public macro Union(tag: String) =
  #externalMacro(module: "LineageMacrosPlugin", type: "UnionMacro")
