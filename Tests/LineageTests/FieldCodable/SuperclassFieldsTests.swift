import Foundation
import Lineage
import Testing

/// Classes that read and write their fields themselves, each with keys of its own.
struct SuperclassFieldsTests {
  class Shape: FieldCodable {
    private enum CodingKeys: String, CodingKey, CaseIterable { case title, id }
    var title: String?
    var id: Int

    init(title: String?, id: Int) {
      self.title = title
      self.id = id
    }

    required init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      title = try fields.value(at: 0)
      id = try fields.value(at: 1)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(title, at: 0)
      try fields.write(id, at: 1)
    }
  }

  final class Ring: Shape {
    private enum CodingKeys: String, CodingKey, CaseIterable { case note, width, part }
    var note: String?
    var width: Int?
    var part: Part

    init(part: Part) {
      self.part = part
      super.init(title: "Sun", id: 7)
    }

    required init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      note = try fields.value(at: 0)
      width = try fields.value(at: 1)
      part = try fields.value(at: 2)
      try super.init(reading: &fields)
    }

    override func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(note, at: 0)
      try fields.write(width, at: 1)
      try fields.write(part, at: 2)
      try super.write(to: &fields)
    }
  }

  /// A value that writes to a container after it has left it.
  struct Part: Codable {
    var isReopened = false
    private enum CodingKeys: String, CodingKey { case first, second, number }

    init(isReopened: Bool) { self.isReopened = isReopened }
    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var first = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .first)
      var second = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .second)
      if isReopened {
        try second.encode(2, forKey: .number)
        try first.encode(1, forKey: .number)
      } else {
        try first.encode(1, forKey: .number)
        try second.encode(2, forKey: .number)
      }
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `the fields of a superclass have their own keys`(isReopened: Bool, isInSnakeCase: Bool)
    throws
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    if isInSnakeCase { encoder.keyEncodingStrategy = .convertToSnakeCase }
    let text = #"{"id":7,"part":{"first":{"number":1},"second":{"number":2}},"title":"Sun"}"#

    // Containers of keys are known from the second value on.
    for _ in 0..<2 {
      let ring = Ring(part: Part(isReopened: isReopened))
      let written = try encoder.encode(unversioned: ring)
      #expect(String(decoding: written, as: UTF8.self) == text)
    }
  }

  // MARK: - Shared keys

  class Middle: Shape {
    private enum CodingKeys: String, CodingKey { case middle }
    var middle = 1

    init() { super.init(title: nil, id: 1) }

    required init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, count: 1)
      try fields.fill(&middle, at: 0)
      try super.init(reading: &fields)
    }

    override func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, count: 1)
      try fields.write(middle, at: 0)
      try super.write(to: &fields)
    }
  }

  /// Has a key of the class above its superclass.
  final class Square: Middle {
    private enum CodingKeys: String, CodingKey {
      case side
      case caption = "title"
    }
    var side: Int?
    var caption: String?

    override init() { super.init() }

    required init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, count: 2)
      side = try fields.value(at: 0)
      caption = try fields.value(at: 1)
      try super.init(reading: &fields)
    }

    override func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, count: 2)
      try fields.write(side, at: 0)
      try fields.write(caption, at: 1)
      try super.write(to: &fields)
    }
  }

  static let sharedKey = """
    Square isn't declared correctly: it has the key 'title', and so does its superclass Shape, so one of \
    the two values would be lost. This is a mistake in the program: give one of the two properties another \
    key.
    """

  @Test(arguments: [true, false], [nil, JSONEncoder.KeyEncodingStrategy.convertToSnakeCase])
  func `a class can't write a key of its superclass`(
    hasCaption: Bool, strategy: JSONEncoder.KeyEncodingStrategy?
  ) throws {
    let square = Square()
    if hasCaption { (square.title, square.caption) = ("shape's", "square's") }
    let json = JSONEncoder()
    if let strategy { json.keyEncodingStrategy = strategy }
    let writers: [(Square) throws -> Data] = [
      { try json.encode(unversioned: $0) }, { try json.encode($0) },
      { try PropertyListEncoder().encode(unversioned: $0) },
    ]

    for write in writers {
      for _ in 0..<2 {
        let error = #expect(throws: MigrationError.self) { try write(square) }
        #expect(error?.description == Self.sharedKey)
        #expect(error?.documentType == "Square")
      }
    }
    // The other classes can be written as before.
    #expect(throws: Never.self) { try json.encode(unversioned: Middle()) }
  }

  @Test func `a class can't read a key of its superclass`() throws {
    let data = Data(#"{"id":1,"title":"t","middle":2}"#.utf8)
    let readers: [(Data) throws -> Square] = [
      { try JSONDecoder().decode(unversioned: Square.self, from: $0) },
      { try JSONDecoder().decode(Square.self, from: $0) },
    ]

    for read in readers {
      let error = #expect(throws: MigrationError.self) { try read(data) }
      #expect(error?.description == Self.sharedKey)
    }
    #expect(try JSONDecoder().decode(unversioned: Middle.self, from: data).middle == 2)
  }

  /// Opens its keys and has no fields of its own.
  class Untitled: Shape {
    private enum CodingKeys: String, CodingKey { case name }

    init() { super.init(title: nil, id: 1) }

    required init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, count: 1)
      try super.init(reading: &fields)
    }

    override func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, count: 1)
      try super.write(to: &fields)
    }
  }

  final class Named: Untitled {
    private enum CodingKeys: String, CodingKey { case name }
    var name: String?

    override init() { super.init() }

    required init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, count: 1)
      name = try fields.value(at: 0)
      try super.init(reading: &fields)
    }

    override func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, count: 1)
      try fields.write(name, at: 0)
      try super.write(to: &fields)
    }
  }

  @Test func `a key that a class shares with its superclass is an error above that one, too`() {
    let reading = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(unversioned: Named.self, from: Data(#"{"id":1}"#.utf8))
    }
    let writing = #expect(throws: MigrationError.self) {
      try JSONEncoder().encode(unversioned: Named())
    }

    #expect(reading?.description.contains("has the key 'name', and so does its superclass") == true)
    #expect(writing?.description == reading?.description)
  }

  /// Catches all errors.
  class Careless: FieldCodable {
    private enum CodingKeys: String, CodingKey { case note }
    var note: String?

    init() {}

    required init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, count: 1)
      note = try? fields.value(at: 0)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, count: 1)
      try? fields.write(note, at: 0)
    }
  }

  final class Noted: Careless {
    private enum CodingKeys: String, CodingKey { case note }

    override init() { super.init() }

    required init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, count: 1)
      try super.init(reading: &fields)
    }

    override func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, count: 1)
      try super.write(to: &fields)
    }
  }

  @Test func `a class can't catch the error for a key of its superclass`() throws {
    let reading = try migrationError {
      try JSONDecoder().decode(unversioned: Noted.self, from: Data(#"{"note":"n"}"#.utf8))
    }
    let writing = try migrationError { try JSONEncoder().encode(unversioned: Noted()) }

    let reason = MigrationError.Reason.misdeclaredType(
      type: "Noted", .sharedKey("note", superclass: "Careless"))
    #expect(reading.reason == reason)
    #expect(writing.reason == reason)
  }

  @Test func `a key of the superclass is an error at the path of the object`() {
    let error = #expect(throws: MigrationError.self) {
      try JSONEncoder().encode(unversioned: ["a": [Middle(), Square()]])
    }

    #expect(error?.path == "a[1]")
  }
}
