// compiles
import LineageMacros

@Fillable struct Features {
  #if $Macros
    var a = 1
  #endif
  #if $UnheardOf
    var b = 1
  #else
    var c = 1
  #endif
}

let keys: [String] = [Features.CodingKeys.a, .c].map(\.stringValue)
