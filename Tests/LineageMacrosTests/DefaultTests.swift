import Foundation
import LineageMacros
import Observation
import Testing

private let limit = 100

/// Other than the types in the tests, it isn't nested in another type.
@Fillable struct Stay {
  static let limit = 3
  @Filled(limit) let nights: Int
  @DefaultTests.Shop.AtMost(limit) @Filled(50) var guests: Int
}

/// A property with an initial value is filled, one without is required: under every decoder.
struct DefaultTests {
  enum Language: String, Codable, Sendable { case unknown, french, english }

  @Fillable struct Inner: Hashable {
    let name: String
    var size = 1
  }

  @Fillable struct Page<Element: Codable & Hashable & Sendable>: Hashable {
    var elements: [Element] = []
    let first: Element?
    @Filled([]) let others: [Element]
  }

  @Fillable struct Model: Hashable {
    let title: String
    let subtitle: String?
    var rating = 3
    var lines: [String] = []
    var ratio = 0.5
    var isDraft = true
    var note: String?
    var mood: String? = "calm"
    @Filled(Language.unknown) let language: Language
    @Filled("nobody") let editor: String?
    @Filled(nil) let reviewer: String?
    @Key("created_at") var created = 7
    var inner = Inner(name: "first")
    @Filled(Page<Int>(first: nil, others: [])) let page: Page<Int>
    var small: UInt8 = 9
  }

  final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var next: Int {
      lock.withLock {
        count += 1
        return count
      }
    }
  }

  @Fillable class Animal {
    let name: String
    var legs = 4
    @Filled("none") let owner: String
  }

  @Fillable final class Dog: Animal {
    var tricks: [String] = ["sit"]
    let breed: String?
  }

  @Fillable final class Settings {
    var theme = "light"
    var size: Int? = 12
  }

  // MARK: - Missing

  @Test(arguments: Coder.allCases)
  func `missing fields get their defaults`(coder: Coder) throws {
    let model = try coder.decode(Model.self, #"{"title":"t"}"#)

    #expect(
      model
        == Model(
          title: "t", subtitle: nil, note: nil, language: .unknown, editor: "nobody",
          reviewer: nil, page: Page(first: nil, others: [])))
    #expect(model.mood == "calm")
    #expect(model.created == 7)
    #expect(model.inner.size == 1)
  }

  @Test(arguments: Coder.allCases)
  func `present fields are read`(coder: Coder) throws {
    let json = #"""
      {"title":"t","subtitle":"s","rating":5,"lines":["a"],"ratio":2,"isDraft":false,"note":"n",
      "mood":"wild","language":"french","editor":"e","reviewer":"r","created_at":8,
      "inner":{"name":"i"},"page":{"elements":[1],"first":2,"others":[3]},"small":255}
      """#

    let model = try coder.decode(Model.self, json)

    #expect(model.subtitle == "s")
    #expect(model.rating == 5)
    #expect(model.lines == ["a"])
    #expect(model.ratio == 2)
    #expect(!model.isDraft)
    #expect(model.language == .french)
    #expect(model.editor == "e")
    #expect(model.created == 8)
    #expect(model.inner == Inner(name: "i"))
    #expect(model.page == Page(elements: [1], first: 2, others: [3]))
    #expect(model.small == 255)
    #expect(try coder.decode(Model.self, coder.encode(model)) == model)
  }

  @Test(arguments: Coder.withNull)
  func `null is filled where the type isn't optional, and is nil where it is`(coder: Coder) throws {
    let json = #"""
      {"title":"t","subtitle":null,"rating":null,"lines":null,"ratio":null,"isDraft":null,
      "mood":null,"language":null,"editor":null,"created_at":null,"inner":null,"page":null}
      """#

    let model = try coder.decode(Model.self, json)

    #expect(model.rating == 3)
    #expect(model.lines.isEmpty)
    #expect(model.ratio == 0.5)
    #expect(model.isDraft)
    #expect(model.mood == nil)
    #expect(model.language == .unknown)
    #expect(model.editor == nil)
    #expect(model.created == 7)
    #expect(model.inner == Inner(name: "first"))
    #expect(model.page.elements.isEmpty)
  }

  @Test(
    arguments: Coder.allCases,
    [
      ("{}", "title"), (#"{"title":5}"#, "title"), (#"{"title":"t","rating":"x"}"#, "rating"),
      (#"{"title":"t","lines":"x"}"#, "lines"), (#"{"title":"t","language":"latin"}"#, "language"),
      (#"{"title":"t","editor":1}"#, "editor"), (#"{"title":"t","inner":{}}"#, "inner.name"),
      (#"{"title":"t","inner":{"name":1}}"#, "inner.name"),
      (#"{"title":"t","page":{"first":"x"}}"#, "page.first"),
      (#"{"title":"t","isDraft":"yes"}"#, "isDraft"), (#"{"title":"t","inner":[]}"#, "inner"),
      ("[]", ""),
    ])
  func `a wrong type and a missing required field are errors`(
    coder: Coder, document: (json: String, path: String)
  ) throws {
    #expect(try coder.failure(decoding: Model.self, document.json) == document.path)
  }

  @Test(arguments: Coder.allCases)
  func `a number that doesn't fit is an error`(coder: Coder) throws {
    // Foundation's decoder takes such a document for one that isn't valid.
    #expect(
      try coder.failure(decoding: Model.self, #"{"title":"t","small":256}"#)
        == (coder == .json ? "" : "small"))
  }

  @Test(arguments: Coder.withNull)
  func `null is an error where a field is required`(coder: Coder) throws {
    #expect(try coder.failure(decoding: Model.self, #"{"title":null}"#) == "title")
  }

  enum Shop {
    @propertyWrapper struct Box<Value: Codable & Sendable>: Codable, Sendable {
      var wrappedValue: Value
    }

    @propertyWrapper struct AtMost: Codable, Sendable {
      var wrappedValue: Int

      init(_ limit: Int) { wrappedValue = limit }
      init(wrappedValue: Int, _ limit: Int) { self.wrappedValue = min(wrappedValue, limit) }
    }

    static let stock = 5
    static let limit = 9
    static let fields = [6]
    static let filledValue = 8

    @Fillable struct Order {
      static let start = 1
      @Filled(Self.start) let number: Int
      @Filled(7) let start: Int
      @Filled(stock) let count: Int
      @Box @Filled(3) var price: Int8
      @Box @Lenient @Filled(4) var tax: Int
      @Filled(fields[0]) let plots: Int
      @Filled(filledValue) let weight: Int
      @AtMost(limit) @Filled(50) var size: Int
    }

    @Fillable final class Bill {
      static let limit = 10
      @Filled(limit) let total: Int
      @AtMost(limit) @Filled(50) var tip: Int
    }
  }

  @Test func `values of missing fields mean what they mean in the attribute`() throws {
    let order = try Coder.own.decode(Shop.Order.self, "{}")

    #expect(order.number == 1)
    #expect(order.start == 7)
    #expect(order.count == 5)
    #expect(order.price == 3)
    #expect(order.tax == 4)
    // The generated code has a parameter and a function of these names.
    #expect(order.plots == 6)
    #expect(order.weight == 8)
    #expect(order.size == 9)
    #expect(Shop.Order.start == 1)
    let bill = try Coder.own.decode(Shop.Bill.self, "{}")
    #expect(bill.total == 10)
    #expect(bill.tip == 10)
    let stay = try Coder.own.decode(Stay.self, "{}")
    #expect(stay.nights == 3)
    #expect(stay.guests == 3)
  }

  // MARK: - Classes

  @Test(arguments: Coder.allCases)
  func `classes are filled`(coder: Coder) throws {
    let animal = try coder.decode(Animal.self, #"{"name":"n"}"#)
    let settings = try coder.decode(Settings.self, "{}")

    #expect(animal.legs == 4)
    #expect(animal.owner == "none")
    #expect(settings.theme == "light")
    #expect(settings.size == 12)
    #expect(Settings().theme == "light")
  }

  @Test(arguments: Coder.allCases)
  func `a subclass has the fields of its superclass too`(coder: Coder) throws {
    let dog = try coder.decode(Dog.self, #"{"name":"Rex","breed":"Poodle"}"#)

    #expect(dog.name == "Rex")
    #expect(dog.legs == 4)
    #expect(dog.tricks == ["sit"])
    #expect(dog.breed == "Poodle")
    let written = try coder.encode(dog)
    #expect(
      written
        == #"{"breed":"Poodle","legs":4,"name":"Rex","owner":"none","tricks":["sit"]}"#)
    #expect(try coder.failure(decoding: Dog.self, "{}") == "name")
  }

  @Observable @Fillable class Account {
    var name: String
    var visits = 1

    init(name: String) { self.name = name }
  }

  @Observable @Fillable final class Member: Account {
    var points = 2
    let card: Int
    var tags: [String] = ["new"]
  }

  @Test(arguments: Coder.allCases)
  func `an observable subclass has the fields of both classes`(coder: Coder) throws {
    let old = try coder.decode(Member.self, #"{"card":7,"name":"n"}"#)
    let json = #"{"card":8,"name":"m","points":3,"tags":["a"],"visits":4}"#
    let new = try coder.decode(Member.self, json)

    #expect(
      try coder.encode(old) == #"{"card":7,"name":"n","points":2,"tags":["new"],"visits":1}"#)
    #expect(try coder.encode(new) == json)
    #expect(try coder.failure(decoding: Member.self, #"{"card":7}"#) == "name")
  }

  /// Isn't annotated.
  class Parrot: Animal {
    var words: [String]

    enum Keys: String, CodingKey, CaseIterable { case words }

    required init(reading fields: inout FieldReader) throws {
      fields.open(Keys.self, Keys.allCases)
      words = try fields.value(at: 0)
      try super.init(reading: &fields)
    }

    override func write(to fields: inout FieldWriter) throws {
      fields.open(Keys.self, Keys.allCases)
      try fields.write(words, at: 0)
      try super.write(to: &fields)
    }
  }

  @Test(arguments: Coder.allCases)
  func `a subclass that isn't annotated codes its own fields`(coder: Coder) throws {
    let json = #"{"legs":2,"name":"Polly","owner":"none","words":["hello"]}"#
    let animal = try coder.decode(Animal.self, #"{"name":"n"}"#)
    let parrot = try coder.decode(Parrot.self, json)

    #expect(parrot.words == ["hello"])
    #expect(try coder.encode(parrot) == json)
    #expect(
      try coder.encode([animal, parrot, animal]).contains(#""words":["hello"]"#))
  }

  // MARK: - Defaults that are not nil

  @Test(arguments: Coder.withNull)
  func `an optional whose default isn't nil keeps its nil`(coder: Coder) throws {
    var model = try coder.decode(Model.self, #"{"title":"t"}"#)
    model.mood = nil

    let written = try coder.encode(model)

    #expect(written.contains(#""mood":null"#))
    #expect(try coder.decode(Model.self, written).mood == nil)
    #expect(!written.contains("note"))
  }

  /// Its properties have other values in `init()`.
  @Document(version: 1) struct LimitedV1 {
    var limit: Int? = 5
    var list: [Int]? = [1]
    var old = 1
  }

  @Document(version: 2, after: LimitedV1.self) struct Limited {
    var limit: Int? = 5
    var list: [Int]? = [1]
    var part = Part()
    var new = 1

    @Fillable struct Part { var limit: Int? = 3 }
  }

  @Test func `a nil that is written as null isn't reported as dropped`() throws {
    let data = Data(#"{"limit":null,"list":null,"old":1,"version":1}"#.utf8)
    var report = MigrationReport()

    let limited = try JSONDecoder().decode(versioned: Limited.self, from: data, report: &report)

    #expect(report.nullsDropped == [])
    let written = String(decoding: try JSONEncoder().encode(versioned: limited), as: UTF8.self)
    #expect(written.contains(#""limit":null"#) && written.contains(#""list":null"#))
  }

  @Fillable struct Rated: DefaultFillable, Hashable {
    static let encodesDefaults = false
    var rating: Int?
    var weight: Int? = 2
    var stars = 3
    @Filled(4) var votes: Int
    var languages = [Language.french]

    init() {
      rating = 50
      weight = 20
      stars = 30
      votes = 40
      languages = []
    }
  }

  @Test(arguments: Coder.withNull)
  func `a type that is also default-fillable is filled as its init() says`(coder: Coder) throws {
    #expect(try coder.decode(Rated.self, "{}") == Rated())
    #expect(try coder.decode(Rated.self, #"{"stars":null}"#) == Rated())

    var rated = Rated()
    #expect(try coder.decode(Rated.self, coder.encode(rated)) == rated)
    (rated.rating, rated.weight, rated.stars, rated.votes) = (nil, nil, 3, 4)
    rated.languages = [.french]
    #expect(try coder.decode(Rated.self, coder.encode(rated)) == rated)
  }

  struct RatedAlone: Codable {
    let rated: Rated
    init(from decoder: any Decoder) throws { rated = try Rated(from: decoder) }
  }

  @Test func `an initializer that is called directly fills with initial values`() throws {
    let rated = try Coder.own.decode(RatedAlone.self, "{}").rated

    #expect(rated.rating == nil)
    #expect(rated.weight == 2)
    #expect(rated.stars == 3)
    #expect(rated.votes == 4)
    #expect(rated.languages == [.french])
  }

  /// Its optionals are nil in `init()`.
  @Fillable struct Unrated: DefaultFillable, Hashable {
    var rating: Int? = 2
    var value: DocumentValue? = 5
    @Nullable var weight: Int? = 4

    init() { (rating, value, weight) = (nil, nil, nil) }
  }

  @Test(arguments: Coder.allCases)
  func `an optional that init() sets to nil is left out where it is nil`(coder: Coder) throws {
    let unrated = try coder.decode(Unrated.self, "{}")
    #expect(unrated == Unrated())
    #expect(try coder.encode(unrated) == "{}")

    var rated = Unrated()
    (rated.rating, rated.value, rated.weight) = (2, 5, 4)
    #expect(try coder.decode(Unrated.self, coder.encode(rated)) == rated)
  }

  @Fillable struct Plugin: Hashable {
    var state: DocumentValue? = 5
    @Nullable var level: Int? = 4
  }

  struct FilledPlugin: DefaultFillable, Hashable {
    var state: DocumentValue? = 5
    @Nullable var level: Int? = 4
  }

  @Fillable struct AnnotatedFilledPlugin: DefaultFillable, Hashable {
    var state: DocumentValue?
    @Nullable var level: Int?

    init() { (state, level) = (5, 4) }
  }

  @Test(arguments: Coder.withNull)
  func `a null stays null where it is the default`(coder: Coder) throws {
    #expect(try coder.decode(Cleared.self, coder.encode(Cleared())) == Cleared())
    #expect(try coder.decode(Cleared.self, "{}") == Cleared())
  }

  @Fillable struct Cleared: Hashable {
    var state: DocumentValue? = .null
  }

  @Test(arguments: Coder.withNull)
  func `a nil DocumentValue stays nil where the default isn't nil`(coder: Coder) throws {
    var plugin = Plugin()
    (plugin.state, plugin.level) = (nil, nil)
    var filled = FilledPlugin()
    (filled.state, filled.level) = (nil, nil)
    var annotated = AnnotatedFilledPlugin()
    (annotated.state, annotated.level) = (nil, nil)

    #expect(try coder.encode(plugin) == #"{"level":null,"state":null}"#)
    #expect(try coder.decode(Plugin.self, coder.encode(plugin)) == plugin)
    #expect(try coder.decode(AnnotatedFilledPlugin.self, coder.encode(annotated)) == annotated)
    // Plain coders don't fill what isn't annotated.
    if coder != .own { return }
    #expect(try coder.encode(filled) == #"{"level":null,"state":null}"#)
    #expect(try coder.decode(FilledPlugin.self, coder.encode(filled)) == filled)
  }

  @Fillable struct Shelf: ZeroFillable, Hashable {
    var model: Rated
    var settings: Plugin
    var names: [String]
  }

  struct PlainShelf: ZeroFillable, Hashable {
    var model: Rated
    var settings: Plugin
    var names: [String]
  }

  @Test(arguments: Coder.allCases)
  func `a type that fills itself has a zero`(coder: Coder) throws {
    let shelf = try coder.decode(Shelf.self, "{}")

    #expect(shelf == Shelf(model: Rated(), settings: Plugin(), names: []))
    #expect(shelf == Shelf.empty)
    if coder != .own { return }
    let plain = try coder.decode(PlainShelf.self, "{}")
    #expect(plain == PlainShelf(model: Rated(), settings: Plugin(), names: []))
  }

  @Fillable struct Cupboard: ZeroFillable {
    var inner: Inner
  }

  @Test(arguments: Coder.allCases)
  func `a type with a field that must be there has no zero`(coder: Coder) throws {
    #expect(try coder.failure(decoding: Cupboard.self, "{}") == "inner.name")
    #expect(try coder.failure(decoding: Cupboard.self, #"{"inner":{}}"#) == "inner.name")
  }

  @Fillable struct Record: Hashable {
    var id = UUID()
    @Filled(DefaultTests.counter.next) let number: Int
    var text = ""
  }

  static let counter = Counter()

  @Test(arguments: Coder.allCases)
  func `defaults that differ are fresh for every record`(coder: Coder) throws {
    let records = try coder.decode([Record].self, "[{},{},{}]")

    #expect(Set(records.map(\.id)).count == 3)
    #expect(Set(records.map(\.number)).count == 3)
  }

  @Test(arguments: Coder.allCases)
  func `defaults that differ are the same on every read after a save`(coder: Coder) throws {
    let record = try coder.decode(Record.self, "{}")
    let saved = try coder.encode(record)

    let reads = try (0..<3).map { _ in try coder.decode(Record.self, saved) }

    #expect(reads == [record, record, record])
  }

  // MARK: - Wrappers of other packages

  @propertyWrapper struct Zeroed: Codable, Hashable {
    var wrappedValue = 0
  }

  @propertyWrapper struct Tagged: Codable, Hashable {
    var wrappedValue: String?
    var tag: String

    init(_ tag: String) { self.tag = tag }
  }

  @Fillable struct Label: Hashable {
    @Zeroed() var size: Int
    @Tagged("t") var name: String?
    @Zeroed var required: Int
  }

  @Fillable final class Sign {
    @Zeroed() var size: Int
  }

  @Test(arguments: Coder.allCases)
  func `a wrapper that its arguments create is filled with what they create`(coder: Coder) throws {
    let document = #"{"required":{"wrappedValue":1}}"#

    #expect(try coder.decode(Label.self, document) == Label(required: Zeroed(wrappedValue: 1)))
    #expect(try coder.decode(Sign.self, "{}").size == 0)
    #expect(try coder.failure(decoding: Label.self, "{}") == "required")
  }

  // MARK: - Reports

  private static let evaluations = Counter()

  @Fillable struct Ticket {
    @Filled(evaluations.next) let number: Int
    @Filled(evaluations.next) let seat: Int?
    @Filled([evaluations.next]) let days: [Int]
    @Filled(Inner(name: "\(evaluations.next)")) let inner: Inner?
    let price: Int
  }

  @Test func `the value of a missing field isn't evaluated if the field is there`() throws {
    for coder in Coder.allCases {
      let evaluated = Self.evaluations.next
      let ticket = try coder.decode(
        Ticket.self, #"{"number":-1,"seat":-2,"days":[],"inner":{"name":"n"},"price":1}"#)
      #expect((ticket.number, ticket.seat, ticket.days) == (-1, -2, []))
      #expect(ticket.inner?.name == "n")
      #expect(Self.evaluations.next == evaluated + 1, "\(coder)")

      let filled = try coder.decode(Ticket.self, #"{"price":2}"#)
      #expect((filled.number, filled.seat, filled.price) == (evaluated + 2, evaluated + 3, 2))
    }
  }

  @Test func `the report lists what was filled`() throws {
    var report = MigrationReport()
    _ = try JSONDecoder().decode(
      unversioned: Inner.self, from: Data(#"{"name":"n","left":1}"#.utf8), report: &report)

    #expect("\(report)".contains("filled size (missing)"))
    #expect("\(report)".contains("dropped left (unknown)"))
  }
}

extension DefaultTests.Limited {
  init(from old: DefaultTests.LimitedV1) throws {
    try self.init(carryingOver: old) { $0.drop("old") }
  }
}
