import Foundation
import LineageMacros
import Testing

/// Names that the strategies for snake_case don't read as they are written, in coders that other libraries call.
struct SnakeCaseTests {
  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  @Fillable struct Account: Equatable {
    var userURL = ""
    var firstName = "x"
    @Key("font_size") var size = 1
    var htmlID: Int? = 5
    var pageURLs: [String] = ["none"]
    @Lenient var maxID = 3
  }

  @Document(version: 1) struct Page: Equatable {
    @Key("created_at") var created = 0
    var imageURL: String?
    var account = Account()
    var unknownFields = UnknownFields()
  }

  private static let account = """
    {"first_name":"b","font_size":9,"html_id":null,"max_id":4,"page_ur_ls":["a"],"user_url":"u"}
    """

  @Test func `a plain decoder finds the fields that a plain encoder writes`() throws {
    let expected = try JSONDecoder().decode(
      Account.self,
      from: Data(
        #"{"firstName":"b","font_size":9,"htmlID":null,"maxID":4,"pageURLs":["a"],"userURL":"u"}"#
          .utf8))

    let data = Data(Self.account.utf8)
    let account = try Self.decoder.decode(Account.self, from: data)

    #expect(account == expected)
    #expect(String(decoding: try Self.encoder.encode(account), as: UTF8.self) == Self.account)
    #expect(account == (try Self.decoder.decode(unversioned: Account.self, from: data)))
  }

  @Test func `such a field that is missing is filled`() throws {
    #expect(try Self.decoder.decode(Account.self, from: Data("{}".utf8)) == Account())
  }

  @Test(arguments: [
    #"{"account":\#(account),"created_at":5,"image_url":"i","other_url":[1],"version":1}"#,
    #"{"account":\#(account),"created_at":5,"image_url":null,"old":null,"version":1}"#,
  ])
  func `such a field isn't an unknown one as well`(text: String) throws {
    var page = try Self.decoder.decode(Page.self, from: Data(text.utf8))

    #expect(page.created == 5)
    #expect(page.unknownFields.fields.count == 1)
    #expect(String(decoding: try Self.encoder.encode(page), as: UTF8.self) == text)
    page.created = 9
    let edited = text.replacing(":5,", with: ":9,")
    #expect(String(decoding: try Self.encoder.encode(page), as: UTF8.self) == edited)
  }

  @Test func `without a strategy, such names are those of other fields`() throws {
    let json = """
      {"account":{"fontSize":2,"user_url":"u"},"createdAt":5,"image_url":"i","version":1}
      """

    let page = try JSONDecoder().decode(Page.self, from: Data(json.utf8))

    #expect(page.created == 0)
    #expect(page.account == Account())
    #expect(page.unknownFields.fields.keys.sorted() == ["createdAt", "image_url"])
  }
}
