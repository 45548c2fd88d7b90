// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Open { var a = 1; var unknownFields = UnknownFields() }
@Document(version: 1) struct Later { let a: OpenEnum<Kind>; let unknown: UnknownFields }
enum Kind: String, CaseIterable, Sendable { case web }
