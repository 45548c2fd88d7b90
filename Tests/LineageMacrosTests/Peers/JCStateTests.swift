import Foundation
import LineageMacros
import Testing

/// What JCState does with state, by the macros: nothing is optional only for the sake of old data.
struct JCStateTests {
  /// As it shipped first.
  @Fillable struct FirstReader: Hashable {
    var palette = "sepia"
    var pointSize = 14
  }

  @Fillable struct Window: Hashable {
    var width = 640
    var isFull = false
  }

  @Fillable struct Reader: Hashable {
    var palette = "sepia"
    var pointSize = 14
    var accent = "blue"
    var recent: [String] = []
    var byBook: [String: Int] = [:]
    var window = Window()
    var windows = [Window()]
    var lastBook: String?
    var mode = OpenEnum<Mode>(.scroll)
  }

  enum Mode: String, CaseIterable, Sendable { case scroll, pages }

  @Test(arguments: Coder.allCases)
  func `state that was saved before a property was added is read`(coder: Coder) throws {
    let saved = try coder.encode(FirstReader(palette: "dark", pointSize: 18))

    let reader = try coder.decode(Reader.self, saved)

    #expect(reader == Reader(palette: "dark", pointSize: 18))
    #expect(reader.accent == "blue")
  }

  @Test(arguments: Coder.allCases)
  func `state of a newer program is read by an older one`(coder: Coder) throws {
    let saved = try coder.encode(Reader(palette: "dark", accent: "red", recent: ["a"]))

    #expect(try coder.decode(FirstReader.self, saved) == FirstReader(palette: "dark"))
  }

  @Test(arguments: Coder.allCases)
  func `nested state is filled at each level`(coder: Coder) throws {
    let reader = try coder.decode(
      Reader.self, #"{"window":{"isFull":true},"windows":[{"width":1},{}],"byBook":{"x":3}}"#)

    #expect(reader.window == Window(isFull: true))
    #expect(reader.windows == [Window(width: 1), Window()])
    #expect(reader.byBook == ["x": 3])
  }

  @Test(arguments: Coder.allCases)
  func `state is the same after a save`(coder: Coder) throws {
    let reader = Reader(
      palette: "p", recent: ["a", "b"], byBook: ["a": 1], window: Window(width: 3),
      windows: [], lastBook: "a", mode: .unknown("spread"))

    #expect(try coder.decode(Reader.self, coder.encode(reader)) == reader)
    #expect(try coder.decode(Reader.self, "{}") == Reader())
  }

  @Test func `properties are read and set like those of any struct`() {
    var reader = Reader()
    reader.pointSize += 1
    reader.window.width = 800

    #expect(reader.pointSize == 15)
    #expect(reader != Reader())
  }
}
