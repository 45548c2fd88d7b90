// error 4: An actor can't be encoded or decoded, because coding is synchronous. Keep the data of `Store` in a struct, and make that `@Document`.
// swift-format-ignore-file
import LineageMacros

@Document(version: 1)
actor Store { var a = 1 }
