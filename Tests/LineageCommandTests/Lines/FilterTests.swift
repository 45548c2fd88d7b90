import Foundation
import Lineage
import LineageStore
import PoetryDocuments
import Testing

@testable import LineageCommand

/// Filters a text in memory, with the lines in one batch.
private func filtered(_ text: String, _ layout: LineLayout = LineLayout()) -> MigratedLines {
  let kind = TypedKind<Poem>(pattern: "*.poem", options: DocumentOptions())
  return kind.lineMigrator(layout, decodingCurrentLines: false)
    .migrate(LineBatch(text: Data(text.utf8), isFirst: true))
}

private func text(_ lines: MigratedLines) -> String {
  String(decoding: lines.output, as: UTF8.self)
}

/// Filters a text through files.
private func run(
  _ input: Data, _ options: FilterOptions = FilterOptions()
) async throws -> (output: Data, summary: FilterSummary) {
  let folder = FileManager.default.temporaryDirectory.appending(path: "filter-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let files = [folder.appending(path: "input"), folder.appending(path: "output")]
  try input.write(to: files[0])
  try Data().write(to: files[1])
  let migration = Migration { Documents(of: Poem.self, named: "*.poem") }
  let summary = try await migration.filter(
    from: try FileHandle(forReadingFrom: files[0]), to: try FileHandle(forWritingTo: files[1]),
    options: options)
  return (try Data(contentsOf: files[1]), summary)
}

@Suite struct FilterTests {
  struct Line: CustomTestStringConvertible, Sendable {
    var name: String
    var input: String
    var output: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    Line(name: "of version 1", input: Poems.first, output: Poems.firstMigrated),
    Line(name: "of version 2", input: Poems.second, output: Poems.secondMigrated),
    Line(name: "current", input: Poems.current, output: Poems.current),
    Line(name: "newer", input: Poems.newer, output: Poems.newer),
    Line(name: "blank", input: "", output: ""),
    Line(name: "of white space", input: " \t", output: " \t"),
    Line(
      name: "current, with spaces around", input: "  \(Poems.current)\t",
      output: "  \(Poems.current)\t"),
    Line(
      name: "older, with spaces around", input: "  \(Poems.first)\t",
      output: "  \(Poems.firstMigrated)\t"),
    Line(
      name: "current, with its version in the middle",
      input: #"{"author":"","version":3,"stanzas":[]}"#,
      output: #"{"author":"","version":3,"stanzas":[]}"#),
    Line(
      name: "older, with a brace and a version in a string",
      input: #"{"author":"}\"version\":3}","version":1,"text":""}"#,
      output: #"{"author":"}\"version\":3}","stanzas":[],"language":"en","version":3}"#),
    Line(
      name: "with two versions, of which the first counts",
      input: #"{"version":1,"author":"a","text":"b","version":3}"#,
      output: #"{"author":"a","stanzas":[["b"]],"language":"en","version":3}"#),
    Line(
      name: "with an escaped key", input: #"{"\u0076ersion":1,"author":"a","text":"b"}"#,
      output: #"{"author":"a","stanzas":[["b"]],"language":"en","version":3}"#),
  ])
  func `a line ends up as it should, whatever follows it`(_ line: Line) {
    for end in ["\n", "\r\n", "", "\n\(Poems.first)\n"] {
      let expected = line.output + end.replacing(Poems.first, with: Poems.firstMigrated)

      let result = filtered(line.input + end)

      #expect(text(result) == expected)
      #expect(result.failures.isEmpty)
    }
  }

  struct BadLine: CustomTestStringConvertible, Sendable {
    var input: String
    var code: DocumentFailure.Code
    var message: String
    var path = ""
    var testDescription: String { input }
  }

  @Test(arguments: [
    BadLine(
      input: Poems.damaged, code: .unreadable,
      message: "Line 1, column 33: The document ends inside a string that isn't closed."),
    BadLine(
      input: Poems.wrong, code: .undecodable,
      message: "At lines[1]: Expected a string, found a number.", path: "lines[1]"),
    BadLine(
      input: Poems.withoutVersion, code: .missingVersion,
      message: "The document (Poem) has no version; one was expected under 'version'."),
    BadLine(
      input: #"{"version":0}"#, code: .olderVersion,
      message: "The document (Poem) has version '0', but the oldest known version is '1'."),
    BadLine(
      input: #"{"version":"2","author":"","lines":[]}"#, code: .malformedVersion,
      message:
        "The version of the document (Poem) can't be read: expected a number under 'version', found a string."
    ),
    BadLine(
      input: #"{"version":true}"#, code: .malformedVersion,
      message:
        "The version of the document (Poem) can't be read: expected a number under 'version', found a boolean."
    ),
    BadLine(
      input: #"{"version":3,"author":"cut o"#, code: .unreadable,
      message: "Line 1, column 29: The document ends inside a string that isn't closed."),
    BadLine(
      input: "[\(Poems.current)]", code: .missingVersion,
      message: "Expected an object, found an array."),
  ])
  func `a bad line is reported, and the lines around it go on`(_ line: BadLine) throws {
    let result = filtered("\(Poems.current)\n\(line.input)\n\(Poems.first)\n")

    let failure = try #require(result.failures.first)
    #expect(result.failures.count == 1)
    #expect(failure.failure.code == line.code)
    #expect(failure.failure.message == line.message)
    #expect("\(failure.failure.path)" == line.path)
    #expect(failure.counts.lines == 2)
    #expect(failure.offset == Poems.current.utf8.count + 1)
    #expect(text(result) == "\(Poems.current)\n\(Poems.firstMigrated)\n")
  }

  @Test func `a byte order mark stays where it was`() {
    let mark = "\u{FEFF}"

    #expect(text(filtered("\(mark)\(Poems.current)\n")) == "\(mark)\(Poems.current)\n")
    #expect(text(filtered("\(mark)\(Poems.first)\n")) == "\(mark)\(Poems.firstMigrated)\n")
  }

  @Test(arguments: [
    String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
  ])
  func `lines in another encoding than UTF-8 are refused from the first one on`(
    _ encoding: String.Encoding
  ) throws {
    let kind = TypedKind<Poem>(pattern: "*.poem", options: DocumentOptions())
    let columns = LineLayout(column: ["poem"])
    let keys = LineLayout(keySeparator: "\t")

    for (layout, key) in [(LineLayout(), ""), (columns, ""), (keys, "17\t")] {
      for mark in ["", "\u{FEFF}"] {
        let lines = [Poems.first, Poems.current, Poems.first].map { "\(key)\($0)" }
        let input = try #require("\(mark)\(lines.joined(separator: "\n"))".data(using: encoding))

        let result = kind.lineMigrator(layout, decodingCurrentLines: false)
          .migrate(LineBatch(text: input, isFirst: true))

        #expect(result.output.isEmpty)
        #expect(
          result.failures.map(\.failure.message)
            == Array(
              repeating: "The line is UTF-16 or UTF-32. Convert the input to UTF-8 first.",
              count: lines.count))
      }
    }
  }

  @Test func `lost fields are counted`() {
    let result = filtered("\(Poems.withMood)\n\(Poems.first)\n\(Poems.withMood)\n")

    #expect(result.counts.lost == ["mood": 2])
    #expect(result.counts.migrated == 3)
  }

  @Test func `current lines are decoded if that was asked for`() async throws {
    let wrong = #"{"stanzas":7,"version":3}"#
    let lines = [Poems.current, wrong, Poems.newer, "\(Poems.current) {}", Poems.current]
      .map { $0 + "\n" }.joined()
    let records = FileManager.default.temporaryDirectory.appending(path: "errors-\(UUID())")
    defer { try? FileManager.default.removeItem(at: records) }
    var options = FilterOptions()
    options.errors = records
    let passed = try await run(Data(lines.utf8), options)

    options.decodesCurrentLines = true
    let decoded = try await run(Data(lines.utf8), options)

    #expect(passed.output == Data(lines.utf8))
    #expect(
      String(decoding: decoded.output, as: UTF8.self)
        == "\(Poems.current)\n\(Poems.newer)\n\(Poems.current)\n")
    #expect(decoded.summary.failed == 2)
    #expect(decoded.summary.current == 2)
  }

  @Test func `filtering twice gives the same as once`() {
    let once = text(filtered(Poems.mixed(500)))

    #expect(text(filtered(once)) == once)
  }

  @Test func `a shuffled text gives the shuffled result`() {
    let lines = Poems.mixed(500).split(separator: "\n").map(String.init)
    let results = text(filtered(lines.joined(separator: "\n"))).split(separator: "\n")
    let order = lines.indices.sorted { ($0 * 7919) % 500 < ($1 * 7919) % 500 }

    let shuffled = text(filtered(order.map { lines[$0] }.joined(separator: "\n")))

    #expect(shuffled.split(separator: "\n") == order.map { results[$0] })
  }

  @Test(arguments: [1, 2, 5])
  func `the output is the same with any number of jobs`(_ jobs: Int) async throws {
    let input = Data(Poems.mixed(20_000).utf8)
    var options = FilterOptions()
    options.jobs = jobs

    let (output, summary) = try await run(input, options)

    #expect(output == filtered(String(decoding: input, as: UTF8.self)).output)
    #expect(summary.lines == 20_000)
    #expect(summary.migrated + summary.current + summary.newer == 20_000)
  }

  // MARK: - Parts of lines

  @Test func `a key passes through`() throws {
    let layout = LineLayout(keySeparator: "\t")

    let result = filtered(
      "17\t\(Poems.first)\n18\t\(Poems.current)\n\(Poems.first)\n19\tx\n", layout)

    #expect(text(result) == "17\t\(Poems.firstMigrated)\n18\t\(Poems.current)\n")
    // A key may be empty, or begin with white space.
    for key in ["", " 7"] {
      let lines = "\(key)\t\(Poems.current)\n\(key)\t\(Poems.first)\n"
      #expect(
        text(filtered(lines, layout))
          == "\(key)\t\(Poems.current)\n\(key)\t\(Poems.firstMigrated)\n")
    }
    #expect(filtered("20\t\n", layout).failures.map(\.failure.code) == [.unreadable])
    #expect(result.failures.map(\.failure.code) == [.missingKey, .unreadable])
    #expect(result.failures.map(\.key) == [nil, "19"])
    #expect(result.failures.last?.input == Data("19\tx\n".utf8))
  }

  @Test(arguments: [
    (
      #"{"id": 7, "row": {"document": \#(Poems.first)}, "x": [1]}"#,
      #"{"id": 7, "row": {"document": \#(Poems.firstMigrated)}, "x": [1]}"#
    ),
    (#"{"row":{"document":null}}"#, #"{"row":{"document":null}}"#),
    (
      #"{"row":{"a":"}","document":\#(Poems.current) }}"#,
      #"{"row":{"a":"}","document":\#(Poems.current) }}"#
    ),
    (
      #"{"row":{"document":"{\"version\":1,\"author\":\"\\\"B\\\"\",\"text\":\"\"}"}}"#,
      #"{"row":{"document":"{\"author\":\"\\\"B\\\"\",\"stanzas\":[],\"language\":\"en\",\"version\":3}"}}"#
    ),
    (
      #"{"r\u006fw":{"document":\#(Poems.first)}}"#,
      #"{"r\u006fw":{"document":\#(Poems.firstMigrated)}}"#
    ),
  ])
  func `a document in a column is migrated, and the rest of the line stays`(
    _ input: String, _ output: String
  ) {
    let layout = LineLayout(column: ["row", "document"])

    let result = filtered(input + "\n", layout)

    #expect(text(result) == output + "\n")
    #expect(result.failures.isEmpty)
  }

  @Test(arguments: [
    #"{"row":{"document":{"version":1}},"x":"#, #"{"row":{}}"#, "[]", #"{"row":[{"document":1}]}"#,
    #"{"row":{"document"#, "x",
  ])
  func `a line without the column fails`(_ input: String) {
    let layout = LineLayout(column: ["row", "document"])

    #expect(filtered(input + "\n", layout).failures.map(\.failure.code) == [.missingColumn])
  }

  private static let hasMoreInField =
    "The line has something after the field of the document. It may be damaged."
  private static let hasMore =
    "The line has something after its object. Write each object in a line of its own."
  private static let isCutOff = "The line ends before its object does. It may have been cut off."

  @Test(arguments: [
    (#"{"row":{"document":\#(Poems.first)}}{"row":{"document":\#(Poems.first)}}"#, hasMore),
    (#"{"row":{"document":\#(Poems.current)}} {"row":{"document":\#(Poems.first)}}"#, hasMore),
    (#"{"row":{"document":\#(Poems.first)},"x":["}"]} , {}"#, hasMore),
    (#"{"row":{"document":null}},{"row":{"document":\#(Poems.first)}}"#, hasMore),
    (#"{"row":{"document":\#(Poems.first)}}}"#, hasMore),
    (#"{"row":{"document":\#(Poems.first)}"#, isCutOff),
    (#"{"row":{"document":\#(Poems.first)},"x":{}"#, isCutOff),
    (#"{"row":{"document":"{}"}"#, isCutOff),
    (#"{"row":{"document":null,"x":"}}"}"#, isCutOff),
    (#"{"row":{"document":\#(Poems.first) {"version":1}}}"#, hasMoreInField),
    (#"{"row":{"document":1 "x":2}}"#, hasMoreInField),
  ])
  func `a line that isn't one whole object fails`(_ input: String, _ message: String) {
    let layout = LineLayout(column: ["row", "document"])

    let failures = filtered(input + "\n", layout).failures

    #expect(failures.map(\.failure.code) == [.unreadable])
    #expect(failures.map(\.failure.message) == [message])
  }

  // MARK: - Failures

  @Test func `the first bad line ends the filter, after everything before it`() async throws {
    let input = "\(Poems.first)\n\(Poems.current)\n\(Poems.wrong)\n\(Poems.current)\n"

    let (output, summary) = try await run(Data(input.utf8))

    #expect(
      String(decoding: output, as: UTF8.self) == "\(Poems.firstMigrated)\n\(Poems.current)\n")
    #expect(summary.isCutShort)
    #expect(summary.hasFailed)
    #expect(summary.firstFailure?.line == 3)
  }

  @Test(arguments: [
    (nil as ErrorLimit?, true, 6), (.count(2), false, 6), (.count(1), true, 4),
    (.count(0), true, 2), (.percent(34), false, 6), (.percent(33), true, 6),
  ])
  func `bad lines are recorded up to a limit`(
    _ limit: ErrorLimit?, _ isTooMany: Bool, _ lines: Int
  ) async throws {
    let lines6 = [
      Poems.first, Poems.wrong, Poems.current, Poems.damaged, Poems.newer, Poems.second,
    ]
    let records = FileManager.default.temporaryDirectory.appending(path: "errors-\(UUID())")
    defer { try? FileManager.default.removeItem(at: records) }
    var options = FilterOptions()
    options.errors = records
    options.maximumErrors = limit

    let (output, summary) = try await run(
      Data(lines6.map { $0 + "\n" }.joined().utf8), options)

    #expect(summary.hasFailed == isTooMany)
    #expect(summary.lines == lines)
    let written = String(decoding: output, as: UTF8.self).split(separator: "\n").count
    let recorded = try Data(contentsOf: records).split(separator: 0x0A).count
    #expect(written + recorded == lines)
  }

  @Test(arguments: [
    (0.57, 57, 10_000), (0.69, 69, 10_000), (32.3, 323, 1_000), (100, 7, 7), (0, 0, 5),
    (1e-05, 1, 10_000_000),
  ])
  func `exactly as many bad lines as the limit aren't too many`(
    _ percent: Double, _ failures: Int, _ lines: Int
  ) {
    let limit = ErrorLimit.percent(percent)

    #expect(!limit.isExceeded(by: failures, ofAll: lines))
    #expect(limit.isExceeded(by: failures + 1, ofAll: lines))
  }

  @Test func `records aren't appended to a file with other content`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "errors-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(Poems.first.utf8).write(to: file)
    var options = FilterOptions()
    options.errors = file

    let failure = await #expect(throws: DocumentFailure.self) {
      try await run(Data("\(Poems.wrong)\n".utf8), options)
    }

    #expect(failure?.code == .notWritten)
    #expect(
      failure?.message
        == "Records can't be appended to '\(file.path)': it contains something other than records.")
    #expect(try Data(contentsOf: file) == Data(Poems.first.utf8))
  }

  @Test func `a record says where the line is, and has no content`() async throws {
    let records = FileManager.default.temporaryDirectory.appending(path: "errors-\(UUID())")
    defer { try? FileManager.default.removeItem(at: records) }
    var options = FilterOptions()
    options.errors = records
    let input = "\(Poems.current)\n\(Poems.wrong)\n"

    _ = try await run(Data(input.utf8), options)

    let offset = Poems.current.utf8.count + 1
    #expect(
      String(decoding: try Data(contentsOf: records), as: UTF8.self) == """
        {"code":"undecodable","line":2,"message":"At lines[1]: Expected a string, found a number.",\
        "offset":\(offset),"path":"lines[1]","version":"2"}

        """)
  }
}
