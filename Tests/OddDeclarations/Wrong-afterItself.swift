// error 4: circular reference resolving attached macro 'Document'
// error 4: argument type 'Poem' does not conform to expected type 'VersionedCodable'
// swift-format-ignore-file
import LineageMacros

@Document(version: 2, after: Poem.self) struct Poem { let a: Int }
