import Foundation
import Lineage
import Testing

/// The printed text of underlying errors, and of errors of coders that throw no others.
struct PlainErrorTests {
  struct Value: Decodable {
    var number: UInt8?
    var list: [Int]?
    var inner: Inner?
  }

  struct Inner: Codable, Equatable {
    var name: String
  }

  struct Sparse: Codable {
    var anything: DocumentObject
  }

  @Test(
    arguments: [
      (
        #"{"number":256}"#,
        """
        DecodingError.dataCorrupted: Data was corrupted. Path: number. Debug description: The number \
        doesn't fit in UInt8.
        """
      ),
      (
        #"{"list":["1"]}"#,
        """
        DecodingError.typeMismatch: expected value of type Int. Path: list[0]. Debug description: \
        Expected a number, found a string.
        """
      ),
      (
        #"{"inner":{}}"#,
        """
        DecodingError.keyNotFound: Key 'name' not found in keyed decoding container. Path: inner. \
        Debug description: The field is missing, and it has no default.
        """
      ),
      (
        #"{"list":[null]}"#,
        """
        DecodingError.valueNotFound: Expected value of type Int but found null instead. Path: list[0]. \
        Debug description: Expected a number, found null.
        """
      ),
    ], StoredFormat.allCases)
  func `an underlying error has its text once`(
    _ document: (json: String, text: String), format: StoredFormat
  ) throws {
    let error = try migrationError {
      try format.decode(unversioned: Value.self, from: format.document(document.json))
    }

    let underlying = try #require(error.underlyingError)
    #expect(String(reflecting: underlying) == document.text)
  }

  @Test func `a syntax error has its text once`() throws {
    let json = try migrationError {
      try JSONDecoder().decode(unversioned: Value.self, from: Data("[".utf8))
    }
    let list = try migrationError {
      try PropertyListDecoder().decode(unversioned: Value.self, from: Data("<plist>".utf8))
    }

    #expect(
      json.underlyingError.map(String.init(reflecting:)) == """
        DecodingError.dataCorrupted: Data was corrupted. Debug description: Line 1, column 2: The document \
        ends inside an array that isn't closed.
        """)
    #expect(
      list.underlyingError.map(String.init(reflecting:)) == """
        DecodingError.dataCorrupted: Data was corrupted. Debug description: Line 1: The document ends \
        inside <plist>.
        """)
  }

  @Test(arguments: StoredFormat.allCases)
  func `an error in a plain decoder has its text once`(format: StoredFormat) throws {
    let data = try format.document(#"{"anything":[1]}"#)

    let error = #expect(throws: DecodingError.self) {
      switch format {
      case .json: try JSONDecoder().decode(Sparse.self, from: data)
      case .xml, .binary: try PropertyListDecoder().decode(Sparse.self, from: data)
      }
    }

    #expect(
      error.map(String.init(reflecting:)) == """
        DecodingError.dataCorrupted: Data was corrupted. Path: anything. Debug description: The value isn't \
        an object.
        """)
  }
}
