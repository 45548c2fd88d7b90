// error 7: `others` would collect the same fields as `unknownFields`, so a change to only one of them couldn't be written. Remove one of the two properties.
// error 9: `b` would collect the same fields as `a`, so a change to only one of them couldn't be written. Remove one of the two properties.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  var unknownFields = UnknownFields()
  var text = ""
  var others = UnknownFields()
}
@Document(version: 1) struct Page { var a = UnknownFields(), b = UnknownFields() }
@Fillable struct Right {
  var unknownFields = UnknownFields()
  @Ignored var text = ""
}
