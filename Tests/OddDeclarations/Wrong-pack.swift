// error 4: `Pack` can't have keys, because Swift allows no enums in a type with a parameter pack. Keep what is encoded in a type without one, and make that `@Fillable`.
// error 6: `Inside` can't have keys, because Swift allows no enums in a type with a parameter pack. Keep what is encoded in a type without one, and make that `@Fillable`.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Pack<each Element> { var a = 1 }
struct Outer<each Element> {
  @Fillable final class Inside { var a = 1 }
}
