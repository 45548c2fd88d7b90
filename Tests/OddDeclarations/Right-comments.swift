// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable /* { */ struct /* ( */ Commented /* : */ { // }
  /// Documentation: var no = 1
  let a /* = 5 */ : /* [ */ Int // = 6
  /* nested /* var x = 1 */ var y = 2 */
  var b = /* 3 */ 4 // , c = 5
  /**/ var d: Int? /* = */
}
