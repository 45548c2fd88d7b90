// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem { let author: String; let lines: [String]; @Filled(nil) let note: String? }
func shorter(_ poem: Poem) -> Poem {
  poem.copy {
    $0.lines.removeLast()
    $0.author = "x"
    $0.note = nil
  }
}
