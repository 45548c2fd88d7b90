// error 5: `line` needs a payload, whose fields are in the same object as the tag: `case line(Payload)`, where `Payload` can be a struct without properties.
// swift-format-ignore-file
import LineageMacros

@Union(tag: "kind") enum Block {
  case line
  case unknown(DocumentValue)
}
