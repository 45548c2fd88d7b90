// error 4: `@Fillable` is for structs and classes. An enum whose cases have payloads can be a `@Union`; one without payloads needs only `: String, Codable`.
// swift-format-ignore-file
import LineageMacros

@Fillable enum Kind { case a }
