import Testing

@testable import LineageExpansion

@Suite struct DigestTests {
  private func digest(_ declaration: String) throws -> String { try digest(of: declaration).text }

  private func digest(of declaration: String) throws -> Digest {
    let parser = DeclarationParser(TokenList(SourceText(declaration)))
    let declaration = try parser.declaration()
    let annotation = try #require(declaration.attributes.first)
    let members = try parser.members(in: declaration.body)
    return Digest(CodedType(declaration, members), annotation: annotation)
  }

  private let poem = """
    @Document(version: 1) struct Poem {
      var note = \"""
        two
          lines

        \"""
    }
    """

  @Test func `the layout of a literal with several lines doesn't change a digest`() throws {
    let lines = poem.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = try digest(poem)

    #expect(try digest(lines.joined(separator: "\r\n")) == expected)
    #expect(try digest(lines.joined(separator: "\r")) == expected)
    #expect(try digest(lines.map { "    " + $0 }.joined(separator: "\n")) == expected)
    #expect(try digest(lines.map { "\t" + $0 }.joined(separator: "\n")) == expected)
  }

  @Test(arguments: [("  lines", " lines"), ("lines\n\n", "lines\n"), ("two", "two ")])
  func `the value of a literal with several lines changes a digest`(old: String, new: String) throws
  {
    let changed = poem.replacing(old, with: new)

    #expect(changed != poem)
    #expect(try digest(changed) != digest(poem))
  }

  @Test(arguments: [
    ("@Box @Lenient var note: String", "@Lenient @Box var note: String"),
    ("@Box(1) @Lenient var note: String", "@Lenient @Box(1) var note: String"),
    ("@Box @Key(\"n\") @Lenient var note: String", "@Lenient @Box @Key(\"n\") var note: String"),
  ])
  func `the order of property wrappers changes a digest`(old: String, new: String) throws {
    #expect(
      try digest("@Fillable struct Poem { \(old) }") != digest("@Fillable struct Poem { \(new) }"))
  }

  @Test(arguments: [
    ("@Key(\"n\") @Filled(1) var note: Int", "@Filled(1) @Key(\"n\") var note: Int"),
    ("@Key(\"n\") @Lenient var note = 1", "@Lenient @Key(\"n\") var note = 1"),
    (
      "@available(*, deprecated) @Box @Key(\"n\") @Lenient var note = 1",
      "@Box @Lenient @Key(\"n\") @available(*, deprecated) var note = 1"
    ),
  ])
  func `the order of other attributes doesn't change a digest`(old: String, new: String) throws {
    #expect(
      try digest("@Fillable struct Poem { \(old) }") == digest("@Fillable struct Poem { \(new) }"))
  }

  @Test func `the place of the version changes a digest`() throws {
    func poem(_ macro: String, _ location: String) -> String {
      "\(macro) struct Poem { let author: String\n\(location) }"
    }
    let locations = [
      "", #"static let versionLocation = VersionLocation.key("v")"#,
      #"static let versionLocation = VersionLocation.key("w")"#,
      #"static var versionLocation: VersionLocation { .key("v") }"#,
      #"static var versionLocation: VersionLocation { .key("w") }"#,
    ]

    let versioned = try locations.map { try digest(poem("@Document(version: 1)", $0)) }
    let unversioned = try locations.map { try digest(poem("@Fillable", $0)) }

    #expect(Set(versioned).count == locations.count)
    #expect(Set(unversioned).count == 1)
  }

  @Test(arguments: [
    ("@Document(version: 1)", ""), ("@Fillable", ": VersionedCodable"),
    ("@Fillable", ": Codable, Lineage.VersionedCodable"),
  ])
  func `what a type says about its version changes a digest`(macro: String, conformance: String)
    throws
  {
    let digests = try [
      "", "static let readableSince: Int? = 1", "static let readableSince: Int? = 2",
      "static let encodesDefaults = false", "static var encodesDefaults: Bool { true }",
      "static let version = 2", "static let version = 3", "static var version: Int { 3 }",
      #"static let versionLocation = VersionLocation.key("v")"#,
    ].map { try digest("\(macro) struct Poem\(conformance) { let author: String\n\($0) }") }

    #expect(Set(digests).count == digests.count)
  }

  @Test func `the version of a type that conforms through another protocol changes a digest`()
    throws
  {
    let digests = try [(1, 1), (2, 1), (2, 2)].map { version, since in
      try digest(
        """
        @Fillable struct Poem: Downgradable {
          static let version = \(version)
          static let readableSince: Int? = \(since)
        }
        """)
    }

    #expect(Set(digests).count == digests.count)
  }

  @Test func `whether defaults are written changes a digest without a version`() throws {
    let digests = try [
      "", "static let encodesDefaults = false", "static let encodesDefaults = true",
    ]
    .map { try digest("@Fillable struct Part: DefaultFillable { var x = 1\n\($0) }") }

    #expect(Set(digests).count == digests.count)
  }

  @Test(
    arguments: [
      (
        "var x: Dictionary<String, Array<Int>> = [:]",
        "var x: Dictionary<\n String,\n Array<Int>,\n> = [:]"
      ),
      (
        "var x = Dictionary<Int, Set<Int>>(minimumCapacity: 1)",
        "var x = Dictionary<Int, Set<Int>\n>(\n  minimumCapacity: 1)"
      ),
      ("@In<Set<Int>> var x = 1", "@In<Set<Int> > var x = 1"),
      (
        #"var x: String = { let a = "1"; return a }()"#,
        #"var x: String = {\n  let a = "1"\n  return a\n}()"#
      ),
    ])
  func `line breaks around generic arguments and statements don't change a digest`(
    oneLine: String, several: String
  ) throws {
    let digest = try self.digest(of: "@Fillable struct Poem { \(oneLine) }")

    let several = several.replacing("\\n", with: "\n")
    #expect(try self.digest(of: "@Fillable struct Poem { \(several) }").text == digest.text)
  }

  @Test func `operators and comparisons are told from generic arguments`() throws {
    let digests = try ["a > b", "a >> b", "a >= b", "a < b", "f(a, >)", "f(a)"]
      .map { try digest("@Fillable struct Poem { var x = \($0) }") }

    #expect(Set(digests).count == digests.count)
  }

  @Test(
    arguments: [
      ("children: [Outline]", "children: [OutlineV1]"),
      ("children: [Outline]", "children: [Self]"),
      ("parts: [Outline.Part] = [Outline.Part()]", "parts: [OutlineV1.Part] = [OutlineV1.Part()]"),
      (#"title = "\(Outline.self)""#, #"title = "\(OutlineV1.self)""#),
    ])
  func `the name of the type itself doesn't change a digest`(old: String, renamed: String) throws {
    func digest(_ name: String, _ property: String) throws -> String {
      try self.digest(
        "@Document(version: 2, after: \(name).V1.self) struct \(name) { var \(property) }")
    }

    #expect(try digest("OutlineV1", renamed) == digest("Outline", old))
    #expect(try digest("OutlineV1", old) != digest("Outline", old))
  }

  @Test func `the previous version changes a digest, also if it is a typealias`() throws {
    func poem(_ macro: String, _ previous: String) -> String {
      "\(macro) struct Poem<Line: Codable> { let lines: [Line]\n\(previous) }"
    }
    let aliases = [
      "", "typealias PreviousVersion = PoemV1", "typealias PreviousVersion = PoemV0",
      "typealias PreviousVersion = PoemV1<Line>",
    ]

    let versioned = try aliases.map { try digest(poem("@Document(version: 2)", $0)) }
    let unversioned = try aliases.map { try digest(poem("@Fillable", $0)) }

    #expect(Set(versioned).count == aliases.count)
    #expect(Set(unversioned).count == 1)
    #expect(
      try digest(poem("@Document(version: 2)", "public typealias  PreviousVersion=PoemV1 ; "))
        == versioned[1])
  }

  @Test(
    arguments: [
      (#"@Key("n") var note = 1"#, #"@LineageMacros.Key("n") var note = 1"#),
      ("@Lenient var note = 1", "@Lineage.Lenient var note = 1"),
      ("@Lenient var note = 1", "@Lineage::Lenient var note = 1"),
      ("@Box<Int> @Lenient var note = 1", "@Box<Int> @Lineage.Lenient var note = 1"),
      (
        "@available(*, deprecated) @Key(\"n\") var note = 1",
        "@available(*, deprecated) @LineageMacros.Key(\"n\") var note = 1"
      ),
    ])
  func `the module of an attribute doesn't change a digest`(
    short: String, qualified: String
  ) throws {
    let digest = try self.digest(of: "@Fillable struct Poem { \(qualified) }")

    #expect(try self.digest("@Fillable struct Poem { \(short) }") == digest.text)
  }

  @Test func `a module that the macros don't know changes a digest`() throws {
    let digests = try ["@Box", "@Poetry.Box", "@Prose.Box", "@Lenient", "@Poetry.Lenient"]
      .map { try digest("@Fillable struct Poem { \($0) var note = 1 }") }

    #expect(Set(digests).count == digests.count)
  }

  /// The digest of a union with one case.
  private func digest(ofCase declaration: String, _ digest: String = "") throws -> String? {
    let stub = StubCompiler(
      declaration: """
        @Union(tag: "kind") @Shipped("\(digest)") enum Block {
          \(declaration)
          case unknown(DocumentValue)
        }
        """, setting: .init(), ask: { Plugin.answer(to: $0) })
    let source = try stub.expansions().last?.source
    return source?.firstMatch(of: /"([a-z0-9-]+)"/).map { String($0.1) }
  }

  @Test func `a name of a payload that only the declaration uses doesn't change a digest`() throws {
    let expected = try #require(try digest(ofCase: "case text(Text)"))

    for text in ["_: Text", "_ it: Text", "_ other: Text"] {
      #expect(try digest(ofCase: "case text(\(text))") == expected)
    }
    let labelled = try digest(ofCase: "case text(it: Text)")
    #expect(labelled != expected)
    #expect(try digest(ofCase: "case text(it that: Text)") == labelled)
    #expect(try digest(ofCase: "case text(_ it: Text = .init())") != expected)
  }

  @Test(
    arguments: [
      (#""\(a) b""#, #""\( a /* the first */ ) b""#),
      (#""\(f(a, "\(b)"))""#, #""\(f(a,"\( b )"))""#),
      (##"#"\(a) \#(b) c"#"##, ##"#"\(a) \#(b/* the second */) c"#"##),
      ("\"\"\"\n  \\(a)\n  \"\"\"", "\"\"\"\n    \\(\n  a // the first\n )\n    \"\"\""),
      (#""\(a) b""#, #""\(a /* x */) b""#),
    ])
  func `layout and comments in interpolations don't change a digest`(
    value: String, other: String
  ) throws {
    let digest = try self.digest(of: "@Fillable struct Poem { var note = \(other) }")

    #expect(try self.digest("@Fillable struct Poem { var note = \(value) }") == digest.text)
  }

  @Test func `what is around interpolations changes a digest`() throws {
    let digests = try [
      #""\(a) b""#, #""\(a)b""#, #""\(b) b""#, #""\\(a) b""#, ##"#"\( a)"#"##, ##"#"\(a)"#"##,
      #""\(a)\(b)""#, #""\(b)\(a)""#,
    ].map { try digest("@Fillable struct Poem { var note = \($0) }") }

    #expect(Set(digests).count == digests.count)
  }

  @Test func `a digest is what it was before`() throws {
    #expect(
      try digest("@Document(version: 1) struct Poem { let author: String; let poem: String }")
        == "0eid-bbu8-vlf7")
    #expect(
      try digest(
        ##"@Fillable struct Poem { @Key("t") var title = #"a"#; var b = [1, 2,]; let c: Set<Int> }"##
      )
        == "lisd-p48l-s7lp-u9q7")
    #expect(
      try digest(
        "@Fillable struct Poem { @Lenient @Key(\"n\") var note = 1; @Box(2) var width = 80 }")
        == "sdd8-u9q7-uikk")
  }
}
