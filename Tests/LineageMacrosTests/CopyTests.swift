import Foundation
import LineageMacros
import Observation
import Testing

struct CopyTests {
  @Document(version: 1) struct Poem: Hashable {
    let author: String
    let translator: String?
    let lines: [String]
    @Filled(3) let rating: Int
    var note: String?
    @Lenient var delay = 5
    @Ignored var cache = 0
  }

  @Fillable struct Preferences: DefaultFillable, Hashable {
    var theme = "light"
    var zoom: Int? = 3
    @Filled(1) let weight: Int

    init() { weight = 1 }

    init(theme: String, zoom: Int?, weight: Int) {
      self.theme = theme
      self.zoom = zoom
      self.weight = weight
    }
  }

  @Document(version: 1) final class Shared: DefaultFillable {
    var size = 1
    init() {}
  }

  @Test func `a copy of an object is a new one, also if its type is DefaultFillable`() {
    let shared = Shared()
    let copy = shared.copy { $0.size = 2 }
    #expect((shared.size, copy.size) == (1, 2))
    #expect(copy !== shared)
  }

  @Fillable final class Song {
    let title: String
    var seconds = 0
    @Filled(nil) let singer: String?

    init(title: String, singer: String?) {
      self.title = title
      self.singer = singer
    }
  }

  @Fillable final class Meter {
    @Lenient var delay = 5
    var minutes = 1
    var seconds: Int {
      get { minutes * 60 }
      set { minutes = newValue / 60 }
    }
  }

  @Test func `a copy of an object sets wrapped and computed properties`() {
    let meter = Meter()
    let copy = meter.copy {
      $0.delay = 7
      $0.seconds = 240
    }

    #expect((copy.delay, copy.minutes) == (7, 4))
    #expect((meter.delay, meter.minutes) == (5, 1))
  }

  @Fillable struct Tree: Hashable {
    let name: String
    let children: [Tree]
  }

  private let poem = Poem(
    author: "Issa", translator: "T", lines: ["a", "b"], rating: 4, note: "n")

  @Test func `a copy changes properties declared with let`() {
    let copy = poem.copy {
      $0.author = "Buson"
      $0.lines.removeLast()
      $0.rating += 1
    }

    #expect(copy.author == "Buson")
    #expect(copy.lines == ["a"])
    #expect(copy.rating == 5)
    #expect(copy.note == "n")
    #expect(poem.author == "Issa")
  }

  @Test func `a copy sets nil`() {
    let copy = poem.copy {
      $0.translator = nil
      $0.note = nil
    }

    #expect(copy.translator == nil)
    #expect(copy.note == nil)
    #expect(
      copy
        == poem.copy {
          $0.translator = nil; $0.note = nil
        })
  }

  @Fillable struct Author {
    var first = "f"
    @Filled("l") let last: String
    var full: String {
      get { first + " " + last }
      set { first = newValue }
    }
  }

  @Fillable final class Singer {
    var first = "f"
    @Filled("l") let last: String
    var full: String {
      get { first + " " + last }
      set { first = newValue }
    }

    init() { last = "l" }
  }

  @Test func `changes of a copied value are made in order, and computed properties see them`() {
    let author = Author(last: "l")

    let replaced = author.copy { ($0.full, $0.first) = ("AB", "C") }
    let appended = author.copy {
      $0.full = "AB"
      $0.first += "X"
    }
    let renamed = author.copy {
      $0.last = "Z"
      $0.full += "!"
    }

    #expect((replaced.first, appended.first, renamed.first) == ("C", "ABX", "f Z!"))
  }

  @Test func `changes of a copied object are made in order, and computed properties see them`() {
    let singer = Singer()

    let replaced = singer.copy { ($0.full, $0.first) = ("AB", "C") }
    let appended = singer.copy {
      $0.full = "AB"
      $0.first += "X"
    }
    let renamed = singer.copy {
      $0.last = "Z"
      $0.full += "!"
    }

    #expect((replaced.first, appended.first, renamed.first) == ("C", "ABX", "f Z!"))
    #expect(singer.full == "f l")
  }

  @Test func `a copy has all else, wrapped and ignored properties too`() {
    var poem = poem
    poem.delay = 9
    poem.cache = 8

    #expect(poem.copy { _ in } == poem)
    #expect(poem.copy { $0.delay = 1 }.delay == 1)
    #expect(poem.copy { $0.cache = 1 }.cache == 1)
  }

  @Test func `a copy of a class is another object`() {
    let song = Song(title: "t", singer: "s")

    let copy = song.copy {
      $0.title = "u"
      $0.singer = nil
      $0.seconds = 3
    }

    #expect(copy !== song)
    #expect(copy.title == "u")
    #expect(copy.singer == nil)
    #expect(copy.seconds == 3)
    #expect(song.title == "t")
    #expect(song.seconds == 0)
    #expect(song.singer == "s")
  }

  @Fillable struct Journey {
    let stages: [Int]
    var name = ""
    lazy var length = stages.reduce(0, +)

    init(stages: [Int]) { self.stages = stages }
  }

  @Fillable final class Voyage {
    let stages: [Int]
    var name = ""
    lazy var length = stages.reduce(0, +)

    init(stages: [Int]) { self.stages = stages }
  }

  @Test func `lazy properties of a copy are computed again if it is a new value or object`() {
    var journey = Journey(stages: [1, 2])
    journey.length = 5
    let voyage = Voyage(stages: [1, 2])
    voyage.length = 5

    var named = journey.copy { $0.name = "n" }
    var longer = journey.copy { $0.stages = [3, 4] }
    let namedVoyage = voyage.copy { $0.name = "n" }

    #expect((named.length, longer.length, namedVoyage.length) == (5, 7, 3))
  }

  @Observable @Fillable final class Thermometer {
    var fahrenheit = 32.0
    var celsius = 0.0 {
      didSet { fahrenheit = celsius * 1.8 + 32 }
    }
    @Ignored var isShown = false {
      didSet { fahrenheit = 0 }
    }
    init() {}
  }

  @Test func `a copy of an observable object calls observers only for what is changed`() {
    let thermometer = Thermometer()
    thermometer.isShown = true
    thermometer.celsius = 1
    thermometer.fahrenheit = 5

    let copy = thermometer.copy { _ in }
    let changed = thermometer.copy { $0.celsius = 10 }

    #expect((copy.fahrenheit, copy.celsius, copy.isShown) == (5, 1, true))
    #expect((changed.fahrenheit, changed.celsius, changed.isShown) == (50, 10, true))
  }

  @Test func `a copy of what is filled by its protocol too isn't ambiguous`() {
    let copy = Preferences().copy {
      $0.theme = "dark"
      $0.zoom = nil
    }

    #expect(copy == Preferences(theme: "dark", zoom: nil, weight: 1))
    #expect(copy.copy { $0.weight = 2 }.weight == 2)
    #expect(copy.copy { $0.weight += 2 }.theme == "dark")
  }

  @Test func `nested values are changed in place`() {
    let tree = Tree(name: "root", children: [Tree(name: "leaf", children: [])])

    let copy = tree.copy { $0.children[0] = $0.children[0].copy { $0.name = "bud" } }

    #expect(copy.children[0].name == "bud")
    #expect(tree.children[0].name == "leaf")
  }

  /// A value whose storage is shared by its copies until one of them is edited.
  struct Shelf {
    private final class Storage {
      let copies: Int
      init(copies: Int) { self.copies = copies }
    }

    private var storage = Storage(copies: 0)
    /// How often an edit had to copy the storage.
    var copies: Int { storage.copies }

    mutating func edit() {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(copies: copies + 1) }
    }
  }

  @Fillable struct Room {
    @Ignored var shelf = Shelf()
  }

  @Fillable final class Hall {
    @Ignored var shelf = Shelf()
  }

  @Test func `edits of a property declared with var copy its storage once`() {
    let room = Room().copy { for _ in 0..<3 { $0.shelf.edit() } }
    let hall = Hall().copy { for _ in 0..<3 { $0.shelf.edit() } }

    #expect((room.shelf.copies, hall.shelf.copies) == (1, 1))
  }

  @Test func `edits before an error that the closure catches are kept`() {
    struct Stop: Error {}
    func edit(_ number: inout Int) throws {
      number += 1
      throw Stop()
    }

    let copy = poem.copy {
      try? edit(&$0.rating)
      try? edit(&$0.cache)
    }

    #expect((copy.rating, copy.cache) == (5, 1))
  }

  @Test func `an error of the closure is thrown`() {
    struct Stop: Error {}

    #expect(throws: Stop.self) { try poem.copy { _ in throw Stop() } }
  }
}
