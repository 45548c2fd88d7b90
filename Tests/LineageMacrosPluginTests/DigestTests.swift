import Testing

@testable import LineageExpansion

@Suite struct DigestTests {
  private func digest(_ declaration: String) throws -> String {
    let parser = DeclarationParser(TokenList(SourceText(declaration)))
    let declaration = try parser.declaration()
    let annotation = try #require(declaration.attributes.first)
    let members = try parser.members(in: declaration.body)
    return Digest(CodedType(declaration, members), annotation: annotation).text
  }

  private let poem = """
    @Document(version: 1) struct Poem {
      var note = \"""
        two
          lines

        \"""
    }
    """

  @Test func `the layout of a literal with several lines doesn't matter`() throws {
    let lines = poem.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = try digest(poem)

    #expect(try digest(lines.joined(separator: "\r\n")) == expected)
    #expect(try digest(lines.map { "    " + $0 }.joined(separator: "\n")) == expected)
    #expect(try digest(lines.map { "\t" + $0 }.joined(separator: "\n")) == expected)
  }

  @Test(arguments: [("  lines", " lines"), ("lines\n\n", "lines\n"), ("two", "two ")])
  func `the value of a literal with several lines matters`(old: String, new: String) throws {
    let changed = poem.replacing(old, with: new)

    #expect(changed != poem)
    #expect(try digest(changed) != digest(poem))
  }

  @Test func `the place of the version matters`() throws {
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

  @Test func `a digest is what it was before`() throws {
    #expect(
      try digest("@Document(version: 1) struct Poem { let author: String; let poem: String }")
        == "0eid-bbu8-vlf7")
    #expect(
      try digest(
        ##"@Fillable struct Poem { @Key("t") var title = #"a"#; var b = [1, 2,]; let c: Set<Int> }"##
      )
        == "lisd-p48l-s7lp-u9q7")
  }
}
