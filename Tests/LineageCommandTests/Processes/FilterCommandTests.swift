#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// The filter as a process.
  struct FilterCommandTests {
    @Test func `a line that isn't UTF-8 can be restored from its record`() throws {
      let program = try Program()
      let line = Data([0x7B, 0xFF, 0x0A])

      _ = try program.run(
        ["filter", "--type", "Poem", "--errors", "errors", "--include-input"], input: line)

      #expect(
        try program.read("errors").contains(#""inputBase64":"\#(line.base64EncodedString())""#))
    }

    @Test func `fields that are lost are said, however many there are`() throws {
      let program = try Program()
      let fields = (0..<120).map { "\"field\($0)\":1" }.joined(separator: ",")
      let line = #"{"version":2,"author":"","lines":[],\#(fields)}"#

      let result = try program.run(
        ["filter", "--type", "Poem", "--quiet"], input: Data("\(line)\n\(line)\n".utf8))

      let words = result.errors.split(separator: "\n")
      #expect(words.count == 101)
      #expect(words.last == "poetry-migrate: other fields were lost 40 times.")
    }

    @Test func `a document that loses a field in several values counts once`() throws {
      let program = try Program()
      let line = #"{"version":2,"title":"Snow","poems":[\#(Poems.withMood),\#(Poems.withMood)]}"#

      let result = try program.run(
        ["filter", "--type", "Anthology", "--quiet"], input: Data("\(line)\n".utf8))

      #expect(
        result.errors
          == "poetry-migrate: 1 document lost a value of the field poems[].mood in the migration to version 2025-06.\n"
      )
    }

    @Test func `a line of 100 MB passes, and one of 30 MB is migrated`() throws {
      let program = try Program()
      let long = String(repeating: "x", count: 100_000_000)
      let input = """
        {"author":"\(long)","stanzas":[],"language":"","version":3}
        {"version":1,"author":"\(long.prefix(30_000_000))","text":""}

        """

      let result = try program.run(["filter", "--type", "Poem"], input: Data(input.utf8))

      #expect(result.code == 0)
      #expect(result.errors == "poetry-migrate: 2 lines: 1 migrated, 1 current.\n")
      #expect(result.output.utf8.count == 130_000_000 + 108)
    }
  }
#endif
