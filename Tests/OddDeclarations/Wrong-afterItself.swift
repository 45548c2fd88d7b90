// error 3: circular reference resolving attached macro 'Document'
// error 3: argument type 'Poem' does not conform to expected type 'VersionedCodable'
import LineageMacros

@Document(version: 2, after: Poem.self) struct Poem { let a: Int }
