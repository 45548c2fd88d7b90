import Foundation
import LineageMacros
import Testing

/// One wrong field costs one field.
struct LenientTests {
  @Fillable struct Options: Hashable {
    @Lenient var delay = 5
    @Lenient var note: String? = "note"
    @Lenient var limit: Int?
    @LenientElements var sizes = [1]
    @LenientElements var names: [String]
    var title: String = "untitled"
  }

  @Fillable struct Parent: Hashable {
    let name: String
    var options = Options(names: [])
  }

  @Test(arguments: Coder.allCases)
  func `a wrong field costs that field and not its parent`(coder: Coder) throws {
    let json = #"""
      {"name":"n","options":
      {"delay":"x","note":5,"limit":[],"sizes":[1,"x",3],"names":["a",1],"title":"t"}}
      """#

    let parent = try coder.decode(Parent.self, json)

    #expect(parent.name == "n")
    #expect(parent.options.delay == 5)
    #expect(parent.options.note == "note")
    #expect(parent.options.limit == nil)
    #expect(parent.options.sizes == [1, 3])
    #expect(parent.options.names == ["a"])
    #expect(parent.options.title == "t")
  }

  @Test(arguments: Coder.allCases)
  func `lenient fields are read, filled and written as others`(coder: Coder) throws {
    let options = try coder.decode(Options.self, #"{"delay":6,"limit":7,"names":[]}"#)

    #expect(options.delay == 6)
    #expect(options.limit == 7)
    #expect(options.note == "note")
    #expect(options.sizes == [1])
    #expect(try coder.decode(Options.self, coder.encode(options)) == options)
  }

  @Test(arguments: Coder.withNull)
  func `a lenient optional whose default isn't nil keeps its nil`(coder: Coder) throws {
    var options = Options(names: [])
    options.note = nil

    let written = try coder.encode(options)

    #expect(written.contains(#""note":null"#))
    #expect(try coder.decode(Options.self, written).note == nil)
  }
}
