// error 4: The version has to be a literal, because it may never change: a whole number such as 2, a string such as "2026-05", or nil for documents from before there were versions.
// error 5: The version has to be a literal, because it may never change: a whole number such as 2, a string such as "2026-05", or nil for documents from before there were versions.
// swift-format-ignore-file
import LineageMacros

@Document(version: 99999999999999999999) struct Large { var a = 1 }
@Document(version: 0x1_0000_0000_0000_0000) struct Hex { var a = 1 }
@Document(version: 0x7E_E4) struct Right { var a = 1 }
