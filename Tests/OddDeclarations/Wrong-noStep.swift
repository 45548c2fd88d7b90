// error in the generated code: type 'Second' does not conform to protocol 'VersionedCodable'
// error in the generated code: unavailable initializer 'init(from:)' was used to satisfy a requirement of protocol 'VersionedCodable': Write the step, init(from:). A type with initial values can be DefaultFillable.
// swift-format-ignore-file
import LineageMacros

@Document(version: 1) struct First { let a: Int }
@Document(version: 2, after: First.self) struct Second { let a: Int }
