// error 3: `@Fillable` is for structs and classes. An enum whose cases have payloads can be a `@Union`; one without payloads needs only `: String, Codable`.
import LineageMacros

@Fillable enum Kind { case a }
