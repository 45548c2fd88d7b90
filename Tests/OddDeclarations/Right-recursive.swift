// compiles unless isolated
// swift-format-ignore-file
import LineageMacros

@Fillable struct Folder { let name: String; var folders: [Folder] = [] }
@Fillable final class Link { let next: Link?; var value = 1 }
