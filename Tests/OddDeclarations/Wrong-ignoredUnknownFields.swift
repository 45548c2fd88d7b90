// warning 4: `unknownFields` is for the fields that `Ignoring` doesn't declare. With `@Ignored`, it collects none, and they are lost. Remove `@Ignored`.
// warning 5: `unknownFields` is for the fields that `IgnoringWithoutValue` doesn't declare. With `@Ignored`, it collects none, and they are lost. Remove `@Ignored`.
// error 6: `unknownFields` isn't among the `CodingKeys`. Add `case unknownFields` to them.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Ignoring { @Ignored var unknownFields = UnknownFields() }
@Fillable struct IgnoringWithoutValue { @Ignored var unknownFields: UnknownFields }
@Fillable struct Without { var a = 1; var unknownFields = UnknownFields(); enum CodingKeys: String, CodingKey { case a } }
