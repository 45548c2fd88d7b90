// warning 4: With a coder other than Lineage's, `unknownFields` would collect the fields of subclasses, too. Make `Base` final.
// error 5: `others` would collect the fields of the superclass, too, so that a change to one of them couldn't be written. Only a final class without a superclass can have unknown fields.
// swift-format-ignore-file
import LineageMacros

@Fillable class Base { var a = 1; var unknownFields = UnknownFields() }
@Fillable final class Leaf: Base { var b = 1; var others = UnknownFields() }
