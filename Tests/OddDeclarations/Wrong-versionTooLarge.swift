// error 4: The version `99999999999999999999` doesn't fit into an `Int`. Use a smaller number, or a string.
// error 5: The version `0x1_0000_0000_0000_0000` doesn't fit into an `Int`. Use a smaller number, or a string.
// swift-format-ignore-file
import LineageMacros

@Document(version: 99999999999999999999) struct Large { var a = 1 }
@Document(version: 0x1_0000_0000_0000_0000) struct Hex { var a = 1 }
@Document(version: 0x7E_E4) struct Right { var a = 1 }
