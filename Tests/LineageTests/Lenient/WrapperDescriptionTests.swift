import Foundation
import Lineage
import Testing

/// What `print` shows of a value with property wrappers.
struct WrapperDescriptionTests {
  struct Cover: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct Poem: DefaultFillable {
    @Required var title = ""
    @Lenient var rating = 3
    @Lenient var mood: String?
    @Nullable var height: Int?
    @Lenient @Nullable var width: Int?
    @LenientElements var sizes: [Int] = []
    @LenientValues var counts: [String: Int] = [:]
    @Versioned var cover: Cover?
  }

  @Test(arguments: [
    (
      #"{"title":"a"}"#,
      """
      Poem(_title: "a", _rating: 3, _mood: nil, _height: nil (missing), _width: nil (missing), \
      _sizes: [], _counts: [:], _cover: nil)
      """
    ),
    (
      #"{"title":"a","rating":4,"mood":"b","height":1,"width":2,"sizes":[1],"counts":{"c":2}}"#,
      """
      Poem(_title: "a", _rating: 4, _mood: Optional("b"), _height: 1, _width: 2, _sizes: [1], \
      _counts: ["c": 2], _cover: nil)
      """
    ),
    (
      #"{"title":"a","rating":"x","height":null,"width":[],"sizes":[1,"y"],"counts":{"c":true}}"#,
      """
      Poem(_title: "a", _rating: 3 (rejected "x"), _mood: nil, _height: nil, _width: nil (rejected []), \
      _sizes: [1] (rejected ["y"]), _counts: [:] (rejected ["c": true]), _cover: nil)
      """
    ),
  ])
  func `property wrappers are printed like the values in them`(json: String, printed: String) throws
  {
    let poem = try JSONDecoder().decode(unversioned: Poem.self, from: Data(json.utf8))

    #expect("\(poem)" == printed)
  }

  @Test func `a wrapped versioned value is printed like one that isn't wrapped`() {
    #expect(String(reflecting: Versioned(Cover(title: "b"))).hasSuffix(#"Cover(title: "b")"#))
  }
}
