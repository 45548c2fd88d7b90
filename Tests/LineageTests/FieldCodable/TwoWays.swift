import Foundation
import Lineage

// The same types twice: one is coded by way of containers, one reads and writes its fields.

enum Medium: String, CaseIterable { case web, print }

/// By way of containers.
enum ByContainers {
  struct OrderV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var customer: String
    var items: [Item]
    var unknownFields = UnknownFields()
  }

  struct Order: VersionedCodable {
    static let version = 2
    var name: String
    var items: [Item]
    var rush: Bool?
    var options: Options
    var placed: Date
    var unknownFields = UnknownFields()

    init(from old: OrderV1) throws {
      name = old.customer
      items = old.items
      options = Options()
      placed = Date(timeIntervalSinceReferenceDate: 0)
      unknownFields = old.unknownFields
    }
  }

  struct Item: Codable {
    var id: Int
    var price: Double
    var label: String?
    var parts: [Item]
  }

  struct Options: DefaultFillable {
    var count = 1
    var rate = 0.5
    var isOn = true
    var title = "untitled"
    var note: String? = "note"
    var tags = ["a"]
    var small: Int8 = 3
    var medium = OpenEnum<Medium>(.web)
    @Lenient var delay = 5
    @Lenient var maybe: Int? = 7
    @LenientElements var sizes = [1]
    @Required var color = "red"
    var inner = Inner()
    var unknownFields = UnknownFields()
  }

  struct Inner: DefaultFillable {
    var firstName = "Ada"
    var lastName: String?

    enum CodingKeys: String, CodingKey {
      case firstName = "first_name"
      case lastName
    }
  }
}

/// By fields.
enum ByFields {
  struct OrderV1: VersionedCodable, FieldCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var customer: String
    var items: [Item]
    var unknownFields = UnknownFields()

    enum CodingKeys: String, CodingKey, CaseIterable { case customer, items, unknownFields }

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      customer = try fields.value(at: 0)
      items = try fields.value(at: 1)
      try fields.fill(&unknownFields, at: 2)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(customer, at: 0)
      try fields.write(items, at: 1)
      try fields.write(unknownFields, at: 2)
    }
  }

  struct Order: VersionedCodable, FieldCodable {
    static let version = 2
    var name: String
    var items: [Item]
    var rush: Bool?
    var options: Options
    var placed: Date
    var unknownFields = UnknownFields()

    init(from old: OrderV1) throws {
      name = old.customer
      items = old.items
      options = Options()
      placed = Date(timeIntervalSinceReferenceDate: 0)
      unknownFields = old.unknownFields
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
      case name, items, rush, options, placed, unknownFields
    }

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      name = try fields.value(at: 0)
      items = try fields.value(at: 1)
      rush = try fields.value(at: 2)
      options = try fields.value(at: 3)
      placed = try fields.value(at: 4)
      try fields.fill(&unknownFields, at: 5)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(name, at: 0)
      try fields.write(items, at: 1)
      try fields.write(rush, at: 2)
      try fields.write(options, at: 3)
      try fields.write(placed, at: 4)
      try fields.write(unknownFields, at: 5)
    }
  }

  struct Item: FieldCodable {
    var id: Int
    var price: Double
    var label: String?
    var parts: [Item]

    enum CodingKeys: String, CodingKey, CaseIterable { case id, price, label, parts }

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      id = try fields.value(at: 0)
      price = try fields.value(at: 1)
      label = try fields.value(at: 2)
      parts = try fields.value(at: 3)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(id, at: 0)
      try fields.write(price, at: 1)
      try fields.write(label, at: 2)
      try fields.write(parts, at: 3)
    }
  }

  struct Options: FieldCodable {
    var count = 1
    var rate = 0.5
    var isOn = true
    var title = "untitled"
    var note: String? = "note"
    var tags = ["a"]
    var small: Int8 = 3
    var medium = OpenEnum<Medium>(.web)
    @Lenient var delay = 5
    @Lenient var maybe: Int? = 7
    @LenientElements var sizes = [1]
    @Required var color = "red"
    var inner = Inner()
    var unknownFields = UnknownFields()

    init() {}

    enum CodingKeys: String, CodingKey, CaseIterable {
      case count, rate, isOn, title, note, tags, small, medium, delay, maybe, sizes, color, inner
      case unknownFields
    }

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.fill(&count, at: 0)
      try fields.fill(&rate, at: 1)
      try fields.fill(&isOn, at: 2)
      try fields.fill(&title, at: 3)
      try fields.fill(&note, at: 4)
      try fields.fill(&tags, at: 5)
      try fields.fill(&small, at: 6)
      try fields.fill(&medium, at: 7)
      try fields.fill(&_delay, at: 8)
      try fields.fill(&_maybe, at: 9)
      try fields.fill(&_sizes, at: 10)
      try fields.fill(&_color, at: 11)
      try fields.fill(&inner, at: 12)
      try fields.fill(&unknownFields, at: 13)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(count, alwaysAt: 0)
      try fields.write(rate, alwaysAt: 1)
      try fields.write(isOn, alwaysAt: 2)
      try fields.write(title, alwaysAt: 3)
      try fields.write(note, alwaysAt: 4)
      try fields.write(tags, alwaysAt: 5)
      try fields.write(small, alwaysAt: 6)
      try fields.write(medium, alwaysAt: 7)
      try fields.write(_delay, alwaysAt: 8)
      try fields.write(_maybe, alwaysAt: 9)
      try fields.write(_sizes, alwaysAt: 10)
      try fields.write(_color, alwaysAt: 11)
      try fields.write(inner, alwaysAt: 12)
      try fields.write(unknownFields, alwaysAt: 13)
    }
  }

  struct Inner: FieldCodable {
    var firstName = "Ada"
    var lastName: String?

    init() {}

    enum CodingKeys: String, CodingKey, CaseIterable {
      case firstName = "first_name"
      case lastName
    }

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.fill(&firstName, at: 0)
      try fields.fill(&lastName, at: 1)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(firstName, alwaysAt: 0)
      try fields.write(lastName, at: 1)
    }
  }
}

/// Each way with the other inside.
enum Mixed {
  struct Order: Codable {
    var name: String
    var options: ByFields.Options
    var items: [ByFields.Item]
  }

  struct FieldOrder: FieldCodable {
    var name: String
    var options: ByContainers.Options
    var items: [ByContainers.Item]

    enum CodingKeys: String, CodingKey, CaseIterable { case name, options, items }

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      name = try fields.value(at: 0)
      options = try fields.value(at: 1)
      items = try fields.value(at: 2)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(name, at: 0)
      try fields.write(options, at: 1)
      try fields.write(items, at: 2)
    }
  }

  struct PlainOrder: Codable {
    var name: String
    var options: ByContainers.Options
    var items: [ByContainers.Item]
  }
}
