// error: type 'Poem' does not conform to protocol 'DefaultFillable'
// error: a type is DefaultFillable or ZeroFillable, not both: keep DefaultFillable if its properties have initial values
import Lineage

struct Poem: DefaultFillable, ZeroFillable {
  var author = ""
}
