import Lineage

/// Makes the build fail if a version that has shipped changes.
///
/// Add it without an argument when you ship a version, and let the fix-it write the digest:
///
/// ```swift
/// @Document(version: 1)
/// @Shipped("0eid-bbu8-kur2")
/// struct PoemV1 {
///   let author: String
///   var lines: [String] = []
/// }
/// ```
///
/// From then on, it is an error to add or remove a property, to change its key, attributes, name, type or
/// initial value, or to change what the type says about its version: `version`, `versionLocation`, `PreviousVersion`,
/// `readableSince` or `encodesDefaults`. So is another order of the property wrappers of one property, because the outer
/// one decides what is encoded. Layout, comments, the order of properties and of other attributes, and everything that
/// isn't encoded may change.
///
/// It compares text: a change in a type that a property has isn't found, unless that type has the
/// attribute too. Fixtures find that.
///
/// - Parameter digest: What the fix-it writes.
@attached(extension, conformances: ShippedVersion, names: named(shippedDigest))
public macro Shipped(_ digest: String = "") =
  #externalMacro(module: "LineageMacrosPlugin", type: "ShippedMacro")
