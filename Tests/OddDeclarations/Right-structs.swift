// compiles
// swift-format-ignore-file
import LineageMacros

@Document(version: 1) struct First { let title: String }
@Document(version: 2, after: First.self) struct Second { var title = ""; var count = 1 }
extension Second { init(from old: First) throws { self.init(title: old.title) } }
@Document(version: nil) struct Unversioned { var title = "" }
@Document(version: "2026-05") struct Dated { var title = "" }
@Document(version: 0x10) struct Hexadecimal { var title = "" }
@Fillable struct Empty {}
@Fillable
struct
  Apart
{
  var
    a
    =
    1
}
