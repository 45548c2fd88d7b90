// error in the generated code: type 'Second' does not conform to protocol 'VersionedCodable'
// swift-format-ignore-file
import LineageMacros

@Document(version: 1) struct First { let a: Int }
@Document(version: 2, after: First.self) struct Second { let a: Int }
