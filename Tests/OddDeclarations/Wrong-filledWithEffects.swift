// error 6: Decoding computes this value in a function that can't throw. Write `try?` or `try!`, or call a function that handles the error.
// error 7: Decoding computes this value in a function that can't wait. Write a value that doesn't need `await`.
// error 8: Decoding computes this value in a function that can't throw. Write `try?` or `try!`, or call a function that handles the error.
// error 9: Decoding computes this value in a function that can't throw. Write `try?` or `try!`, or call a function that handles the error.
// swift-format-ignore-file
import LineageMacros

func load() throws -> Int { 1 }
func fetch() async -> Int { 1 }
@Fillable struct Thrown { @Filled(try load()) let a: Int; @Filled([try load()].count) let b: Int }
@Fillable struct Awaited { @Filled(await fetch()) let a: Int }
@Fillable struct Wrapped { @Lenient @Filled(try load()) var a: Int }
@Fillable final class Object { @Filled(try load()) let a: Int }
