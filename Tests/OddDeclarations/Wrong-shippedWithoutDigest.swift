// error 4: The digest of `Poem` is missing: `@Shipped("bbu8-bk4n")`.
// swift-format-ignore-file
import LineageMacros

@Document(version: 1) @Shipped struct Poem { let a: Int }
