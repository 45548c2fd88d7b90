// error 5: The version has to be a literal, because it may never change: a whole number such as 2, a string such as "2026-05", or nil for documents from before there were versions.
// swift-format-ignore-file
import LineageMacros

let current = 2
@Document(version: current) struct Poem { var a = 1 }
