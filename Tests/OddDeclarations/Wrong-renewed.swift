// warning 6: `copy` keeps the value of `id` only as long as no `let` such as `title` is changed, because that needs a new value, whose initializer computes `id` again. Make it `var`.
// swift-format-ignore-file
import LineageMacros

func random() -> Int { 4 }
@Fillable struct Card {
  @Ignored let id = random()
  let title: String
}
