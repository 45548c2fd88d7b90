#if os(macOS) || os(Linux)
  import Testing

  /// How the command sums up many documents that failed.
  struct FailureSummaryTests {
    /// A folder of documents of two types that fail for several reasons, at several lines.
    private func program() throws -> Program {
      let program = try Program()
      for index in 0..<6 {
        try program.write(
          #"{"author":"Issa","lines":["a",\#(index)],"version":2}"#, to: "all/n\(index).poem")
      }
      for index in 0..<3 {
        let lines = String(repeating: "\n", count: index)
        try program.write(#"{"author":"Issa",\#(lines)"#, to: "all/cut\(index).poem")
      }
      try program.write(#"{"author":5,"version":3}"#, to: "all/number.poem")
      try program.write(#"{"poems":5,"title":"","version":2}"#, to: "all/all.anthology.json")
      return program
    }

    @Test func `failures are summed up by type and reason`() throws {
      let result = try program().run(["check", "all"])

      #expect(
        result.output == """
          Poem
            6  failed, e.g. all/n0.poem: At lines[1]: Expected a string, found a number.
            3  failed, e.g. all/cut0.poem: Line 1, column 18: The document ends inside an object that isn't closed.
            1  failed: all/number.poem: At author: Expected a string, found a number.
          Anthology
            1  failed: all/all.anthology.json: At poems: Expected an array, found a number.
               (--errors FILE lists all failures)

          """)
      #expect(result.errors == "0 of 11 documents would change; 11 failed.\n")
      #expect(result.code == 2)
    }

    @Test func `a run that lists all failures doesn't say how to do so`() throws {
      let program = try program()

      let result = try program.run(["check", "--errors", "errors", "all"])

      #expect(!result.output.contains("--errors"))
      #expect(try program.read("errors").split(separator: "\n").count == 11)
    }

    @Test func `versions are summed up with the failures of their types`() throws {
      let program = try program()
      try program.write(#"{"author":"Issa"}"#, to: "all/none.poem")

      let result = try program.run(["inspect", "all"])

      #expect(
        result.output == """
          Poem
            6  version 2
            1  version 3  current
            3  failed, e.g. all/cut0.poem: Line 1, column 18: The document ends inside an object that isn't closed.
            1  failed: all/none.poem: The document (Poem) has no version; one was expected under 'version'.
          Anthology
            1  version 2
               (--errors FILE lists all failures)

          """)
    }

    @Test func `reasons beyond the first ones are counted`() throws {
      let program = try Program()
      let fields = ["author": "[]", "language": "[]", "stanzas": "{}"]
      for (field, other) in fields {
        for (index, value) in ["1", "true", "1.5e3", other, "null"].enumerated() {
          var document = ["author": "\"a\"", "language": "\"en\"", "stanzas": "[]", "version": "3"]
          document[field] = value
          let members = document.map { "\"\($0)\":\($1)" }.joined(separator: ",")
          try program.write("{\(members)}", to: "all/\(field)\(index).poem")
        }
      }
      try program.write("[]", to: "all/list.poem")
      try program.write("", to: "all/empty.poem")
      try program.write("{}", to: "all/none.poem")

      let result = try program.run(["migrate", "-n", "all"])

      #expect(
        result.output == """
          Poem
            3  3  current
            2  failed, e.g. all/author0.poem: At author: Expected a string, found a number.
            2  failed, e.g. all/language0.poem: At language: Expected a string, found a number.
            2  failed, e.g. all/stanzas0.poem: At stanzas: Expected an array, found a number.
            1  failed: all/author1.poem: At author: Expected a string, found a boolean.
            1  failed: all/author3.poem: At author: Expected a string, found an array.
            1  failed: all/empty.poem: It is empty.
            1  failed: all/language1.poem: At language: Expected a string, found a boolean.
            1  failed: all/language3.poem: At language: Expected a string, found an array.
            1  failed: all/list.poem: Expected an object, found an array.
            1  failed: all/none.poem: The document (Poem) has no version; one was expected under 'version'.
            2  failed for other reasons
               (--errors FILE lists all failures)

          """)
    }
  }
#endif
