import Foundation
import Lineage
import Testing

/// Decimals and URLs in property lists, which have no form for them, after a step has carried them over to a type that
/// keeps them without decoding them.
struct RejectedNativeTests {
  struct ItemV1: Codable {
    var price: Decimal
    var link: URL
  }

  struct Item: Codable {
    var price: Decimal
    var link: URL
    var currency: String
  }

  struct ShopV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var items: [ItemV1]
    var main: ItemV1
    var home: URL
  }

  struct Shop: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = ShopV1
    @LenientElements var items: [Item] = []
    var main: DocumentValue
    var home: DocumentValue

    init(from old: ShopV1) throws { try self.init(carryingOver: old) }
  }

  struct LaterShop: VersionedCodable {
    static let version = 3
    typealias PreviousVersion = Shop
    var items: [DocumentValue]
    var main: ItemV1
    var home: URL

    init(from old: Shop) throws {
      try self.init(carryingOver: old) {
        try $0.set([DocumentValue](), for: "items")
      }
    }
  }

  private static func document(in format: StoredFormat) throws -> (ShopV1, Data) {
    let item = ItemV1(
      price: try #require(Decimal(string: "12345678901234567890.12345")),
      link: try #require(URL(string: "https://example.org/a")))
    let shop = ShopV1(items: [item], main: item, home: item.link)
    return (shop, try format.encode(shop))
  }

  @Test(arguments: StoredFormat.allCases)
  func `rejected decimals and URLs are written back unchanged`(format: StoredFormat) throws {
    let (old, data) = try Self.document(in: format)

    let shop = try format.decode(Shop.self, from: data)
    let written = try format.encode(shop)

    let values = try format.decode(unversioned: DocumentValue.self, from: written)
    let before = try format.decode(unversioned: DocumentValue.self, from: data)
    #expect(values["items"] == before["items"])
    #expect(values["main"] == before["main"])
    #expect(values["home"] == before["home"])
    #expect(old.items.count == 1)
  }

  @Test(arguments: StoredFormat.allCases)
  func `decimals and URLs may be values of any shape between two steps`(
    format: StoredFormat
  ) throws {
    let (old, data) = try Self.document(in: format)

    let direct = try format.decode(LaterShop.self, from: data)
    let stored = try format.decode(
      LaterShop.self, from: format.encode(format.decode(Shop.self, from: data)))

    for shop in [direct, stored] {
      #expect(shop.main.price == old.main.price)
      #expect(shop.main.link == old.main.link)
      #expect(shop.home == old.home)
    }
  }
}
