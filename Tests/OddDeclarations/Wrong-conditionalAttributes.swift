// error 4: Macros can't know whether this condition is true, so attributes can't depend on it. Declare them without conditions.
// swift-format-ignore-file
import LineageMacros

#if canImport(Observation)
@available(macOS 15, *)
#endif
@Fillable struct Poem { var author = "" }
