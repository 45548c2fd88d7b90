import Testing

@testable import LineageExpansion

/// What a macro does with a property, for each reason that a declaration can give.
@Suite struct StoredPropertyTests {
  /// A short name of a role with the first words of its diagnostic.
  private func role(of property: String, in head: String = "struct Poem") throws -> String {
    let parser = DeclarationParser(TokenList(SourceText("\(head) { \(property) }")))
    let declaration = try parser.declaration()
    guard case .properties(let properties) = try parser.members(in: declaration.body).first,
      let stored = try StoredProperty(#require(properties.first), of: declaration)
    else { return "nothing" }
    func text(_ role: String, _ diagnostic: Diagnostic?) -> String {
      role
        + (diagnostic.map { ", (\($0.severity)) " + $0.message.prefix { $0 != "," && $0 != "." } }
          ?? "")
    }
    switch stored.role {
    case .field(let field, let warning):
      return text("\(field.reading)".prefix { $0 != "(" } + "", warning)
    case .ignored(let mistake): return text("ignored", mistake)
    case .skipped(let reason): return text("skipped", reason)
    }
  }

  @Test(arguments: [
    ("let a: Int", "unfilled"), ("var a: Int", "unfilled"), ("var a = 1", "filled"),
    ("var a: Int? = nil", "unfilled"), ("var a: Int?", "unfilled"), ("var a: Int? = 1", "filled"),
    ("@Filled(1) let a: Int", "filling"), ("@Lenient var a = 1", "filled"),
    ("@Lenient var a: Int?", "filled"), ("@Box(1) var a: Int", "filled"),
    ("@Box(wrappedValue: 1) @Lenient var a: Int", "filled"),
    ("@Lenient @Box(wrappedValue: 1) var a: Int", "filled"),
    ("var a = 1 { didSet {} }", "filled"), ("var unknown = UnknownFields()", "filled"),
  ])
  func `a stored property is a field, filled if it has a value`(property: String, reading: String)
    throws
  {
    #expect(try role(of: property) == reading)
  }

  @Test func `an optional in a wrapper of others is a field with a warning`() throws {
    #expect(
      try role(of: "@Box var a: Int?")
        == "unfilled, (warning) A missing field is an error")
  }

  @Test(arguments: [
    ("@Ignored var a = 1", "ignored"), ("@Ignored var a: Int?", "ignored"),
    ("@Ignored @Box var a: Int", "ignored"), ("@Ignored weak var a: Poem?", "ignored"),
    ("@Ignored let a: any P", "ignored, (error) `a` is `@Ignored`"),
    (
      "@Ignored var a: UnknownFields",
      "ignored, (warning) `a` is for the fields that `Poem` doesn't declare"
    ),
  ])
  func `a property is ignored`(property: String, expected: String) throws {
    #expect(try role(of: property) == expected)
  }

  @Test(arguments: [
    ("let (a, b): (Int, Int)", "(error) Properties in a tuple have no keys"),
    ("@Ignored let (a, b) = (1, 2)", "(error) Properties in a tuple have no keys"),
    ("@Lenient var a = UnknownFields()", "(error) `a` collects nothing in a property wrapper"),
    ("weak var a: Poem?", "(error) `a` is `weak`"),
    ("@Box unowned(unsafe) var a: Poem", "(error) `a` is `unowned`"),
    ("unowned let a: any P", "(error) `a` is `unowned`"),
    ("let a = 1", "(warning) `a` is a constant with a value"),
    ("let a: any P = 1", "(warning) `a` is a constant of a type that can't be encoded or decoded"),
    ("var a: any P", "(error) `any P` doesn't say which type to decode"),
  ])
  func `a property is skipped for the first reason`(property: String, reason: String) throws {
    #expect(try role(of: property) == "skipped, \(reason)")
  }

  @Test func `a constant with @Filled is skipped without a diagnostic`() throws {
    #expect(try role(of: "@Filled(1) let a = 1") == "skipped")
  }

  @Test func `what is observed can't be in a wrapper`() throws {
    let reason = "skipped, (error) `@Observable` makes `a` computed"

    #expect(try role(of: "@Box var a = 1", in: "@Observable class Poem") == reason)
    #expect(try role(of: "@Box weak var a: Poem?", in: "@Observable class Poem") == reason)
    #expect(
      try role(of: "@Box @ObservationIgnored var a = 1", in: "@Observable class Poem") == "filled"
    )
    #expect(try role(of: "var a = 1", in: "@Observable class Poem") == "filled")
  }

  @Test(arguments: [
    "static var a = 1", "var a: Int { 1 }", "lazy var a = 1", "override var a: Int { didSet {} }",
  ])
  func `what has no storage is neither a field nor skipped`(property: String) throws {
    #expect(try role(of: property) == "nothing")
  }
}
