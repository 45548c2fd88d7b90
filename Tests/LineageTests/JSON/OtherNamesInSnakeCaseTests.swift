import Foundation
import Lineage
import Testing

/// Fields such as `imageID`, which are written as `image_id` and would be read as `imageId`, where other features meet
/// them.
struct OtherNamesInSnakeCaseTests {
  // MARK: - Newer documents

  struct Sparse: VersionedCodable, DefaultFillable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var userURL = "u"
    var imageID = 1
    var part = Part()
    var unknownFields = UnknownFields()
  }

  struct Part: Codable, DefaultFillable {
    static let encodesDefaults = false
    var bodyAsHTML = "b"
    var line2URL = "l"
    var unknownFields = UnknownFields()
  }

  struct Zeros: VersionedCodable, ZeroFillable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var userURL: String
    var imageID: Int
    var unknownFields: UnknownFields
  }

  @Test(arguments: [
    #"{"image_id":1,"user_url":"u","version":2}"#,
    #"{"image_id":1,"part":{"body_as_html":"b"},"version":2}"#,
    #"{"part":{"line2_url":"l"},"user_url":"other","version":2}"#,
    #"{"image_id":0,"version":2}"#,
    #"{"image_id":0,"user_url":"","version":2}"#,
    #"{"version":2}"#,
  ])
  func `a newer document is written back with the fields that it has`(text: String) throws {
    func written<Value: VersionedCodable>(as type: Value.Type) throws -> String {
      let value = try JSONDecoder.inSnakeCase.decode(versioned: type, from: Data(text.utf8))
      return String(
        decoding: try JSONEncoder.inSnakeCase(.sortedKeys).encode(versioned: value), as: UTF8.self)
    }
    #expect(try written(as: Sparse.self) == text)
    if !text.contains("part") {
      #expect(try written(as: Zeros.self) == text)
      #expect(try written(as: NamesInSnakeCaseTests.ByFields.self) == text)
    }
  }

  // MARK: - Steps

  struct First: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title = "t"
    var part = FirstPart()
    var unknownFields = UnknownFields()
  }

  struct FirstPart: Codable, DefaultFillable {
    var unknownFields = UnknownFields()
  }

  struct Second: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = First
    var title = "t"
    var note = ""
    var part = FirstPart()
    var unknownFields = UnknownFields()

    init() {}
    init(from old: First) throws { self = try Second(carryingOver: old) }
  }

  struct ThirdPart: Codable, DefaultFillable, Equatable {
    var line2URL = 1
    var unknownFields = UnknownFields()
  }

  struct Third: VersionedCodable, DefaultFillable, Equatable {
    static let version = 3
    typealias PreviousVersion = Second
    var title = "t"
    var imageID = 1
    var userURL: String?
    var part = ThirdPart()
    var unknownFields = UnknownFields()

    init() {}
    init(from old: Second) throws { self = try Third(carryingOver: old) }
  }

  @Test(arguments: [
    (#""image_id":7"#, nil), (#""image_id":7,"user_url":"u","kept_url":[1]"#, "u"),
    (#""user_url":null,"image_id":7"#, nil), (#""imageID":7"#, nil),
  ])
  func `an older type keeps such a field for a newer one`(
    fields: String, userURL: String?
  ) throws {
    let text = #"{"title":"x","version":1,\#(fields),"part":{"line2_url":5,"some_uri":6}}"#
    var report = MigrationReport()
    let value = try JSONDecoder.inSnakeCase.decode(
      versioned: Third.self, from: Data(text.utf8), report: &report)

    #expect(value.title == "x")
    #expect(value.imageID == 7)
    #expect(value.userURL == userURL)
    #expect(value.part.line2URL == 5)
    #expect(value.part.unknownFields.fields.keys.elementsEqual(["someUri"]))
    #expect(report.lostFields == [])
    #expect(!report.filled.map(\.path.description).contains("imageID"))

    let written = try JSONEncoder.inSnakeCase(.sortedKeys).encode(versioned: value)
    #expect(try JSONDecoder.inSnakeCase.decode(versioned: Third.self, from: written) == value)
    let object = try JSONDecoder().decode([String: DocumentValue].self, from: written)
    let before = try JSONDecoder().decode([String: DocumentValue].self, from: Data(text.utf8))
    for (key, value) in before where !["version", "imageID"].contains(key) {
      #expect(object[key] == value, "\(key)")
    }
  }

  struct Edited: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = Unedited
    var imageID: Int
    var newURL: String?
    var found: [String]
    var removed: String
    var unknownFields = UnknownFields()

    init(from old: Unedited) throws {
      self = try Edited(carryingOver: old) { fields in
        try fields.set(old.old, for: "imageID")
        fields.rename("oldURL", to: "newURL")
        let found = ["imageID", "newURL", "userURL"].filter { fields.contains($0) }
        try fields.set(found, for: "found")
        let removed: String? = try fields.remove("userURL")
        try fields.set(removed ?? "", for: "removed")
        fields.drop("old")
      }
    }
  }

  struct Unedited: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var old: Int
    var oldURL: String?
    var unknownFields = UnknownFields()
  }

  @Test func `a step edits such fields by the names that they have without a strategy`() throws {
    let snake = """
      {"old":1,"old_url":"o","image_id":9,"new_url":"n","user_url":"u","kept_url":"k","version":1}
      """
    let camel = """
      {"old":1,"oldURL":"o","imageID":9,"newURL":"n","userURL":"u","keptUrl":"k","version":1}
      """
    var reports = [MigrationReport(), MigrationReport()]
    let values = [
      try JSONDecoder.inSnakeCase.decode(
        versioned: Edited.self, from: Data(snake.utf8), report: &reports[0]),
      try JSONDecoder().decode(
        versioned: Edited.self, from: Data(camel.utf8), report: &reports[1]),
    ]

    for value in values {
      #expect(value.imageID == 1 && value.newURL == "o")
      #expect(value.found == ["imageID", "newURL", "userURL"])
      #expect(value.removed == "u")
      #expect(value.unknownFields.fields.keys.elementsEqual(["keptUrl"]))
    }
    #expect(reports[0].lostFields.count == reports[1].lostFields.count)
    #expect(
      String(
        decoding: try JSONEncoder.inSnakeCase(.sortedKeys).encode(versioned: values[0]),
        as: UTF8.self) == """
          {"found":["imageID","newURL","userURL"],"image_id":1,"kept_url":"k","new_url":"o","removed":"u","version":2}
          """)
  }

  @Test func `the null of such a field is reported as what becomes of it`() throws {
    let data = Data(#"{"user_url":null,"version":3}"#.utf8)
    var report = MigrationReport()
    let value = try JSONDecoder.inSnakeCase.decode(
      versioned: Third.self, from: data, report: &report)

    #expect(report.nullsDropped == [])
    #expect(
      String(
        decoding: try JSONEncoder.inSnakeCase(.sortedKeys).encode(versioned: value), as: UTF8.self
      )
      .contains(#""user_url":null"#))
  }

  // MARK: - Underscores in names

  /// A field with any name.
  struct Named: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @TaskLocal static var name = "name"

    enum CodingKeys: CodingKey {
      case field, unknownFields

      var stringValue: String {
        switch self {
        case .field: Named.name
        case .unknownFields: "unknownFields"
        }
      }

      init?(stringValue: String) {
        switch stringValue {
        case Named.name: self = .field
        case "unknownFields": self = .unknownFields
        default: return nil
        }
      }
    }

    var field: String
    var unknownFields = UnknownFields()

    init() { field = "old" }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      // Before the field, so that nothing is known from reading it.
      unknownFields = try container.decode(UnknownFields.self, forKey: .unknownFields)
      field = try container.decode(String.self, forKey: .field)
    }
  }

  @Test(arguments: [
    "_userURL", "created_atNew", "my_iPad", "user_ID", "file_URL", "a_B", "A_b", "my_Key", "Name",
    "MAX_size", "__both_", "userURL_", "_someLong_nameOf", "image_2x", "URL", "_URL", "API_KEY",
    "HTTP_URL", "URL_ID", "DATA_V2", "A_B_C", "x_Y_Z", "user_MAX_SIZE", "maxSIZE_KB",
  ])
  func `a field with underscores in its name isn't an unknown one as well`(name: String) throws {
    try Named.$name.withValue(name) {
      let saved = try JSONEncoder.inSnakeCase(.sortedKeys).encode(versioned: Named())
      var value = try JSONDecoder.inSnakeCase.decode(versioned: Named.self, from: saved)
      #expect(value.field == "old")
      #expect(value.unknownFields.fields.isEmpty)

      value.field = "new"
      let edited = String(decoding: saved, as: UTF8.self).replacing("old", with: "new")
      #expect(
        String(
          decoding: try JSONEncoder.inSnakeCase(.sortedKeys).encode(versioned: value), as: UTF8.self
        ) == edited)
    }
  }

  // MARK: - Keys that change

  struct Changing: Codable {
    nonisolated(unsafe) static var name = "imageID"

    enum CodingKeys: CodingKey {
      case image, unknownFields

      var stringValue: String {
        switch self {
        case .image: Changing.name
        case .unknownFields: "unknownFields"
        }
      }

      init?(stringValue: String) {
        switch stringValue {
        case Changing.name: self = .image
        case "unknownFields": self = .unknownFields
        default: return nil
        }
      }
    }

    var image: Int?
    var unknownFields = UnknownFields()
  }

  @Test func `a key that changes its name is never an unknown field as well`() throws {
    let decoder = JSONDecoder.inSnakeCase
    let names = ["xA1b", "imageID", "picture", "xB1c", "imageURL", "plain", "imageID"]
    for (name, next) in zip(names, names.dropFirst()) {
      for name in [name, next] {
        Changing.name = name
        let text = #"{"image_id":1,"picture":2,"image_url":3,"x_a_1b":4,"x_b_1c":6,"plain":5}"#
        let value = try decoder.decode(unversioned: Changing.self, from: Data(text.utf8))

        let expected = [
          "imageID": 1, "picture": 2, "imageURL": 3, "xA1b": 4, "xB1c": 6, "plain": 5,
        ]
        #expect(value.image == expected[name], "\(name)")
        #expect(
          value.unknownFields.fields.map { "\($0.value)" }.sorted()
            == expected.filter { $0.key != name }.map { "\($0.value)" }.sorted(), "\(name)")
      }
    }
  }
}
