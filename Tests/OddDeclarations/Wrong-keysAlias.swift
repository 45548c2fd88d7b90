// error 5: The keys can't be read from this typealias. Declare `CodingKeys` as an enum of strings in `Aliased`.
// swift-format-ignore-file
import LineageMacros

enum Keys: String, CodingKey { case a }
@Fillable struct Aliased { var a = 1; typealias CodingKeys = Keys }
