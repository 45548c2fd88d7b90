import Foundation
import Lineage
import Testing

/// Types that discard elements of arrays, by wrappers or in loops, and what a report says of them.
struct DiscardedElementTests {
  enum Tone: String, Codable { case loud, soft }

  /// A value, or nil if it can't be decoded, as in many programs: `list.compactMap(\.base)`.
  struct Failable<Base: Decodable>: Decodable {
    var base: Base?

    init(from decoder: any Decoder) throws {
      base = try? decoder.singleValueContainer().decode(Base.self)
    }
  }

  /// The same around another such type.
  struct Around<Base: Decodable>: Decodable {
    var inner: Failable<Base>

    init(from decoder: any Decoder) throws {
      inner = try decoder.singleValueContainer().decode(Failable<Base>.self)
    }
  }

  /// A value of any kind, for which all kinds are tried, even when one was found.
  struct AnyKind: Decodable {
    var flag: Bool?
    var list: [Int]?
    var names: [String: Int]?
    var text: String?
    var value: DocumentValue?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      flag = try? container.decode(Bool.self)
      list = try? container.decode([Int].self)
      names = try? container.decode([String: Int].self)
      text = try? container.decode(String.self)
    }
  }

  /// A value of one kind, or else of any kind.
  struct OrDocument: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if (try? container.decode(Bool.self)) != nil { return }
      _ = try DocumentValue(from: decoder)
    }
  }

  /// Decodes what its decoder has without a container of its own.
  struct Direct: Decodable {
    var value: DocumentValue
    init(from decoder: any Decoder) throws { value = try DocumentValue(from: decoder) }
  }

  /// Passes over an element.
  struct Skip: Decodable {}

  /// An array without the elements that don't decode, as in libraries of property wrappers.
  struct Lossy<Element: Decodable>: Decodable {
    var elements: [Element] = []

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        do {
          elements.append(try container.decode(Element.self))
        } catch {
          _ = try container.decode(Skip.self)
        }
      }
    }
  }

  /// The same with a wrapper, and with a decoder of each element.
  struct LossyByWrapper<Element: Decodable>: Decodable {
    var elements: [Element] = []

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        if let base = try container.decode(Failable<Element>.self).base { elements.append(base) }
      }
    }
  }

  struct LossyByDecoder<Element: Decodable>: Decodable {
    var elements: [Element] = []

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        let element = try container.superDecoder()
        if let base = try Failable<Element>(from: element).base { elements.append(base) }
      }
    }
  }

  /// An array that is read twice, as one kind of elements and as another one.
  struct Twice: Decodable {
    var tones: [Tone?] = []
    var texts: [String] = []

    init(from decoder: any Decoder) throws {
      var first = try decoder.unkeyedContainer()
      while !first.isAtEnd { texts.append(try first.decode(String.self)) }
      var second = try decoder.unkeyedContainer()
      while !second.isAtEnd { tones.append(try second.decode(Failable<Tone>.self).base) }
    }
  }

  /// The same with whole arrays.
  struct TwiceWhole: Decodable {
    var texts: [String] = []
    var tones: [Failable<Tone>] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      texts = try container.decode([String].self)
      tones = try container.decode([Failable<Tone>].self)
    }
  }

  /// An array that fails after it has discarded an element, or else an array of another kind.
  struct Retried: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if (try? container.decode([FailableOrError].self)) != nil { return }
      _ = try container.decode([String].self)
    }

    struct FailableOrError: Decodable {
      init(from decoder: any Decoder) throws {
        if try Failable<Tone>(from: decoder).base == nil {
          _ = try decoder.singleValueContainer().decode(Int.self)
        }
      }
    }
  }

  /// An array that is read as values that may be discarded, and then as what is written back.
  struct Reversed: Decodable {
    var tones: [Failable<Tone>]
    var texts: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      tones = try container.decode([Failable<Tone>].self)
      texts = try container.decode([String].self)
    }
  }

  /// The same in loops.
  struct ReversedLoops: Decodable {
    init(from decoder: any Decoder) throws {
      var first = try decoder.unkeyedContainer()
      while !first.isAtEnd { _ = try first.decode(Failable<Tone>.self) }
      var second = try decoder.unkeyedContainer()
      while !second.isAtEnd { _ = try second.decode(String.self) }
    }
  }

  /// A value that is kept as a whole, and also read as another one.
  struct Kept<Whole: Decodable, Parsed: Decodable>: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      _ = try container.decode(Whole.self)
      _ = try container.decode(Parsed.self)
    }
  }

  /// An array whose first element tells what it is.
  struct Marked: Decodable {
    var texts: [String] = []

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      if (try? container.decode(Int.self)) != nil {
        while !container.isAtEnd { texts.append("\(try container.decode(Int.self))") }
      } else {
        texts = try decoder.singleValueContainer().decode([String].self)
      }
    }
  }

  /// A loop that passes over elements by their decoders.
  struct LossyBySuper: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        do { _ = try container.decode(Tone.self) } catch { _ = try container.superDecoder() }
      }
    }
  }

  /// An array of which some elements are discarded, and another attempt that fails.
  struct TriedAgain: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      _ = try container.decode([Failable<Tone>].self)
      _ = try? container.decode([Bool].self)
    }
  }

  /// Reads the value of `a` several times.
  struct Repeated: Decodable {
    enum Key: String, CodingKey { case how, a }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let how = try container.decode(String.self, forKey: .how)
      let read = try #require(Self.ways[how])
      try read(container)
    }

    typealias Container = KeyedDecodingContainer<Key>

    static let ways: [String: @Sendable (Container) throws -> Void] = [
      "counted": {
        _ = try $0.nestedUnkeyedContainer(forKey: .a).count
        try skipping($0.nestedUnkeyedContainer(forKey: .a))
      },
      "lossy": {
        _ = try $0.decode(Lossy<Tone>.self, forKey: .a)
        _ = try $0.decodeIfPresent(Lossy<Int>.self, forKey: .a)
      },
      "loops": {
        try skipping($0.nestedUnkeyedContainer(forKey: .a))
        try skipping($0.nestedUnkeyedContainer(forKey: .a))
      },
      "whole": {
        _ = try $0.decode([Failable<Tone>].self, forKey: .a)
        _ = try $0.decode([Failable<Tone>].self, forKey: .a)
      },
      "names": {
        _ = try $0.decode([String: Failable<Tone>].self, forKey: .a)
        _ = try $0.decode([String: Failable<Tone>].self, forKey: .a)
      },
      "names, then one": {
        _ = try $0.decode([String: Part].self, forKey: .a)
        _ = try $0.nestedContainer(keyedBy: Key.self, forKey: .a).decode(Part.self, forKey: .a)
      },
      "nested": {
        _ = try $0.nestedUnkeyedContainer(forKey: .a).count
        _ = try $0.decode([Lossy<Tone>].self, forKey: .a)
      },
      "first, then whole": {
        var list = try $0.nestedUnkeyedContainer(forKey: .a)
        _ = try list.decode(String.self)
        _ = try? $0.decode([Bool].self, forKey: .a)
      },
      "whole, then first": {
        _ = try? $0.decode([Bool].self, forKey: .a)
        var list = try $0.nestedUnkeyedContainer(forKey: .a)
        _ = try list.decode(String.self)
      },
      "element": {
        var list = try $0.nestedUnkeyedContainer(forKey: .a)
        var other = list
        _ = try other.nestedUnkeyedContainer().count
        _ = try? list.decode([Bool].self)
      },
      "kept, then counted": {
        _ = try $0.decode([String].self, forKey: .a)
        _ = try $0.nestedUnkeyedContainer(forKey: .a).count
      },
      "kept, then first": {
        _ = try $0.decode(DocumentValue.self, forKey: .a)
        var list = try $0.nestedUnkeyedContainer(forKey: .a)
        _ = try list.decode(String.self)
      },
      "kept, then tried": {
        _ = try $0.decode([String].self, forKey: .a)
        try skipping($0.nestedUnkeyedContainer(forKey: .a))
        _ = try $0.decode([Failable<Tone>].self, forKey: .a)
      },
      "kept in between": {
        _ = try $0.decode([Failable<Tone>].self, forKey: .a)
        _ = try $0.decode([String].self, forKey: .a)
        _ = try $0.decode([Failable<Tone>].self, forKey: .a)
      },
      "loop, then whole": {
        _ = try $0.decode(Lossy<Tone>.self, forKey: .a)
        _ = try $0.decode([Failable<Int>].self, forKey: .a)
      },
      "set, then loop": {
        _ = try $0.decode(Set<AnyCase>.self, forKey: .a)
        _ = try $0.decode(Lossy<Int>.self, forKey: .a)
      },
      "loop, then set": {
        _ = try $0.decode(Lossy<String>.self, forKey: .a)
        _ = try $0.decode(Set<AnyCase>.self, forKey: .a)
      },
      "loop, then failed set": {
        _ = try $0.decode(Lossy<String>.self, forKey: .a)
        _ = try? $0.decode(SetOrError.self, forKey: .a)
      },
      "kept, then set": {
        _ = try $0.decode([String].self, forKey: .a)
        _ = try $0.decode(Set<AnyCase>.self, forKey: .a)
      },
      "first, then set": {
        var list = try $0.nestedUnkeyedContainer(forKey: .a)
        _ = try list.decode(String.self)
        _ = try list.decode(String.self)
        _ = try $0.decode(Set<AnyCase>.self, forKey: .a)
      },
      "sets": {
        _ = try $0.decode(Set<AnyCase>.self, forKey: .a)
        _ = try $0.decode(Set<AnyCase>.self, forKey: .a)
      },
      "numbers": { _ = try $0.decode(Set<Rounded>.self, forKey: .a) },
      "failed, then first": {
        _ = try? $0.decode(KeptOrError.self, forKey: .a)
        var list = try $0.nestedUnkeyedContainer(forKey: .a)
        _ = try list.decode(String.self)
      },
      "kept, but failed": {
        _ = try? $0.decode(KeptOrError.self, forKey: .a)
        _ = try $0.decode([Part].self, forKey: .a)
      },
      "kinds": {
        var kinds = try $0.nestedUnkeyedContainer(forKey: .a)
        var values = kinds
        while !kinds.isAtEnd {
          let kind = try kinds.nestedContainer(keyedBy: Key.self).decode(String.self, forKey: .how)
          if kind == "text" {
            _ = try values.decode(Text.self)
          } else {
            _ = try values.decode(Skip.self)
          }
        }
      },
    ]

    struct Text: Decodable { var how, text: String }
    struct Part: Decodable { var x: Int }

    struct AnyCase: Decodable, Hashable {
      var text: String
      init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self).lowercased()
      }
    }

    /// A number that equals others.
    struct Rounded: Decodable, Hashable {
      var tens: Int
      init(from decoder: any Decoder) throws {
        tens = try Int(decoder.singleValueContainer().decode(Double.self) / 10)
      }
    }

    struct SetOrError: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        _ = try container.decode(Set<AnyCase>.self)
        _ = try container.decode(Bool.self)
      }
    }

    struct KeptOrError: Decodable {
      init(from decoder: any Decoder) throws {
        _ = try DocumentValue(from: decoder)
        _ = try decoder.singleValueContainer().decode(Bool.self)
      }
    }

    private static func skipping(_ container: any UnkeyedDecodingContainer) throws {
      var list = container
      while !list.isAtEnd {
        if (try? list.decode(Tone.self)) == nil { _ = try list.decode(Skip.self) }
      }
    }
  }

  struct Song: Decodable {
    var repeated: Repeated?
    var reversed: Reversed?
    var reversedLoops: ReversedLoops?
    var keptLists: Kept<[[String]], [[Failable<Tone>]]>?
    var keptNames: Kept<[String: String], [String: Failable<Tone>]>?
    var keptAny: Kept<DocumentValue, [[Failable<Tone>]]>?
    var marked: Marked?
    var bySuper: LossyBySuper?
    var triedAgain: TriedAgain?
    var tones: [Failable<Tone>]?
    var around: [Around<Tone>]?
    var kinds: [AnyKind]?
    var documents: [OrDocument]?
    var direct: [Direct]?
    var skipped: Skip?
    var rests: [Skip]?
    var lossy: Lossy<Tone>?
    var wrapped: LossyByWrapper<Tone>?
    var decoded: LossyByDecoder<Tone>?
    var twice: Twice?
    var twiceWhole: TwiceWhole?
    var retried: Retried?
    var pairs: [[Failable<Int>]]?
  }

  static let songs: [(json: String, dropped: [FieldPath])] = [
    (#"{"tones":["loud","soft"],"around":["soft"],"lossy":["loud"],"wrapped":["soft"]}"#, []),
    (#"{"tones":["loud","shrill",3,"shrill"]}"#, ["tones[1]", "tones[2]", "tones[3]"]),
    (#"{"tones":["loud",{"tone":"soft"}]}"#, ["tones[1].tone"]),
    (#"{"around":["shrill","soft"]}"#, ["around[0]"]),
    (#"{"kinds":[true,[1],{"a":1},"b"],"documents":[true,"a",[1],{"b":2}]}"#, []),
    (#"{"kinds":[2.5,["a"]]}"#, ["kinds[0]", "kinds[1]"]),
    (#"{"direct":[true,"a",[1],{"b":2}]}"#, []),
    (#"{"skipped":3,"rests":[1,"a",[2]]}"#, ["skipped", "rests[0]", "rests[1]", "rests[2]"]),
    (#"{"skipped":{"a":1},"rests":[{},{"b":2}]}"#, ["skipped.a", "rests[1].b"]),
    (#"{"lossy":["loud","shrill","soft",1]}"#, ["lossy[1]", "lossy[3]"]),
    (#"{"wrapped":["loud","shrill","soft",1]}"#, ["wrapped[1]", "wrapped[3]"]),
    (#"{"decoded":["loud","shrill","soft",1]}"#, ["decoded[1]", "decoded[3]"]),
    (#"{"twice":["loud","shrill"],"twiceWhole":["loud","shrill"]}"#, []),
    (#"{"retried":["shrill","soft"]}"#, []),
    (#"{"pairs":[[1,"a"],[2]]}"#, ["pairs[0][1]"]),
    (#"{"reversed":["loud","shrill"],"reversedLoops":["loud","shrill"]}"#, []),
    (#"{"keptLists":[["loud","shrill"]],"keptNames":{"a":"loud","b":"shrill"}}"#, []),
    (#"{"keptAny":[["loud","shrill"]],"marked":["a","b"]}"#, []), (#"{"marked":[1,2]}"#, []),
    (#"{"bySuper":["loud","shrill","soft"]}"#, ["bySuper[1]"]),
    (#"{"triedAgain":["shrill","loud"]}"#, ["triedAgain[0]"]),
    (#"{"repeated":{"how":"counted","a":["loud","shrill"]}}"#, ["repeated.a[1]"]),
    (#"{"repeated":{"how":"lossy","a":["shrill",1,"loud"]}}"#, ["repeated.a[0]"]),
    (#"{"repeated":{"how":"loops","a":["shrill","loud"]}}"#, ["repeated.a[0]"]),
    (#"{"repeated":{"how":"whole","a":["shrill","loud"]}}"#, ["repeated.a[0]"]),
    (#"{"repeated":{"how":"names","a":{"x":"loud","y":"shrill"}}}"#, ["repeated.a.y"]),
    (#"{"repeated":{"how":"names, then one","a":{"a":{"x":1,"y":2}}}}"#, ["repeated.a.a.y"]),
    (#"{"repeated":{"how":"nested","a":[["loud","shrill"]]}}"#, ["repeated.a[0][1]"]),
    (
      #"{"repeated":{"how":"first, then whole","a":["a","b","c"]}}"#,
      ["repeated.a[1]", "repeated.a[2]"]
    ),
    (#"{"repeated":{"how":"whole, then first","a":["a","b"]}}"#, ["repeated.a[1]"]),
    (#"{"repeated":{"how":"element","a":[["b"]]}}"#, ["repeated.a[0][0]"]),
    (#"{"repeated":{"how":"kept, then counted","a":["a","b"]}}"#, []),
    (#"{"repeated":{"how":"kept, then first","a":["a","b"]}}"#, []),
    (#"{"repeated":{"how":"kept, then tried","a":["loud","shrill"]}}"#, []),
    (#"{"repeated":{"how":"failed, then first","a":["a","b"]}}"#, ["repeated.a[1]"]),
    (#"{"repeated":{"how":"loop, then whole","a":["loud",[2]]}}"#, ["repeated.a[1]"]),
    (#"{"repeated":{"how":"kept in between","a":["loud","shrill"]}}"#, []),
    (#"{"repeated":{"how":"kept, but failed","a":[{"x":1,"y":2}]}}"#, ["repeated.a[0].y"]),
    (
      #"{"repeated":{"how":"kinds","a":[{"how":"text","text":"a"},{"how":"b","c":{"d":1}}]}}"#,
      ["repeated.a[1].c"]
    ),
  ]

  @Test(arguments: StoredFormat.allCases, songs)
  func `an element that its type discards is reported as dropped`(
    format: StoredFormat, example: (json: String, dropped: [FieldPath])
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(
      unversioned: Song.self, from: format.document(example.json), report: &report)

    #expect(Set(report.unknownFieldsDropped) == Set(example.dropped))
    #expect(report.unknownFieldsDropped.count == example.dropped.count)
  }

  static let sets: [(json: String, dropped: [FieldPath])] = [
    (#"{"how":"set, then loop","a":["Ada","ada","bob"]}"#, ["repeated.a[1]"]),
    (#"{"how":"loop, then set","a":["Ada","ada","bob"]}"#, []),
    (#"{"how":"loop, then failed set","a":["Ada","ada","bob"]}"#, []),
    (#"{"how":"kept, then set","a":["Ada","ada","bob"]}"#, []),
    (
      #"{"how":"first, then set","a":["Ada","ada","ADA","bob","Bob"]}"#,
      ["repeated.a[2]", "repeated.a[4]"]
    ),
    (#"{"how":"sets","a":["Ada","ada","bob","Ada"]}"#, ["repeated.a[1]"]),
    (#"{"how":"numbers","a":[11,11.0,20,12]}"#, ["repeated.a[3]"]),
  ]

  @Test(arguments: StoredFormat.allCases, sets)
  func `an element that a set discards is dropped unless another type has it`(
    format: StoredFormat, example: (json: String, dropped: [FieldPath])
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(
      unversioned: Song.self, from: format.document(#"{"repeated":\#(example.json)}"#),
      report: &report)

    #expect(report.unknownFieldsDropped == example.dropped)
  }

  @Test(arguments: sets)
  func `an element that a set discards is dropped with a subclass of JSONDecoder`(
    example: (json: String, dropped: [FieldPath])
  ) throws {
    var report = MigrationReport()

    _ = try FutureForeignDecoder().decode(
      unversioned: Song.self, from: Data(#"{"repeated":\#(example.json)}"#.utf8), report: &report)

    #expect(report.unknownFieldsDropped == example.dropped)
  }

  @Test(arguments: songs)
  func `an element that its type discards is reported with a subclass of JSONDecoder`(
    example: (json: String, dropped: [FieldPath])
  ) throws {
    var report = MigrationReport()

    _ = try FutureForeignDecoder().decode(
      unversioned: Song.self, from: Data(example.json.utf8), report: &report)

    #expect(Set(report.unknownFieldsDropped) == Set(example.dropped))
    #expect(report.unknownFieldsDropped.count == example.dropped.count)
  }

  @Test(
    arguments: [
      (#"(tones: ["loud" "shrill" 3])"#, ["tones[1]", "tones[2]"]),
      (#"(lossy: ["loud" "shrill"] skipped: 3)"#, ["lossy[1]", "skipped"]),
      (#"(wrapped: ["loud" "shrill"] decoded: ["soft" 1])"#, ["wrapped[1]", "decoded[1]"]),
      (#"(twice: ["loud" "shrill"] retried: ["shrill" "soft"] kinds: [yes "a" [1]])"#, []),
    ] as [(String, [FieldPath])])
  func `an element that its type discards is reported in other formats`(
    example: (text: String, dropped: [FieldPath])
  ) throws {
    var report = MigrationReport()

    _ = try ForeignTextDecoder().decode(
      unversioned: Song.self, from: example.text, report: &report)

    #expect(Set(report.unknownFieldsDropped) == Set(example.dropped))
  }

  /// Decodes members, and then tries to open containers of them.
  struct Curious: Decodable {
    var title: String?
    var list: [Int]?

    enum CodingKeys: CodingKey { case title, list, part }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      title = try? container.decode(String.self, forKey: .title)
      _ = try? container.nestedContainer(keyedBy: CodingKeys.self, forKey: .title)
      list = try? container.decode([Int].self, forKey: .list)
      _ = try? container.superDecoder(forKey: .list).container(keyedBy: CodingKeys.self)
      _ = try? container.superDecoder(forKey: .part).unkeyedContainer()
    }
  }

  @Test(
    arguments: StoredFormat.allCases,
    [
      (#"{"title":"a","list":[1],"part":[]}"#, []),
      (#"{"title":1,"list":["a"],"part":2}"#, ["title", "list", "part"]),
    ] as [(String, [FieldPath])])
  func `a member that was decoded before it isn't the container a type asks for isn't reported`(
    format: StoredFormat, example: (json: String, dropped: [FieldPath])
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(
      unversioned: Curious.self, from: format.document(example.json), report: &report)

    #expect(Set(report.unknownFieldsDropped) == Set(example.dropped))
    report = MigrationReport()
    if format == .json {
      _ = try FutureForeignDecoder().decode(
        unversioned: Curious.self, from: Data(example.json.utf8), report: &report)
      #expect(Set(report.unknownFieldsDropped) == Set(example.dropped))
    }
  }

  // MARK: - Steps

  struct TuneV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var tone: ToneText
    var name: String
    var other: ToneText

    enum ToneText: String, Codable { case loud, shrill }
  }

  struct Tune: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = TuneV1
    var tone: OrSoft
    var name: OrSoft
    var other: Tone

    struct OrSoft: Codable {
      var tone: Tone

      init(from decoder: any Decoder) throws {
        tone = (try? decoder.singleValueContainer().decode(Tone.self)) ?? .soft
      }
    }

    enum CodingKeys: CodingKey { case tone, name, other }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tone = try container.decode(OrSoft.self, forKey: .tone)
      name = try container.decode(OrSoft.self, forKey: .name)
      other = (try? container.decode(Tone.self, forKey: .other)) ?? .soft
    }

    init(from old: TuneV1) throws { try self.init(carryingOver: old) }
  }

  @Test(arguments: [
    (#"{"tone":"shrill","name":"x","other":"shrill","version":1}"#, ["name", "other", "tone"]),
    (#"{"tone":"loud","name":"soft","other":"loud","version":1}"#, []),
  ])
  func `a field that a step carries over and its new type discards is reported`(
    document: String, dropped: [String]
  ) throws {
    var report = MigrationReport()

    _ = try JSONDecoder().decode(
      versioned: Tune.self, from: Data(document.utf8), report: &report)

    #expect(report.carryOverDropped.map(\.description).sorted() == dropped)
  }

  struct SizeV1: Codable { var width: Int, height: Int }

  struct ShapeV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var size: SizeV1
  }

  /// Asks whether a field is null before it decodes the field.
  struct Shape: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = ShapeV1
    var size: Size?

    struct Size: Codable { var width: Int }

    enum CodingKeys: CodingKey { case size }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if try !container.decodeNil(forKey: .size) {
        size = try container.decode(Size.self, forKey: .size)
      }
    }

    init(from old: ShapeV1) throws { try self.init(carryingOver: old) }
  }

  @Test func `a field that a type first compares with null isn't reported as dropped`() throws {
    var report = MigrationReport()

    _ = try JSONDecoder().decode(
      versioned: Shape.self, from: Data(#"{"size":{"width":1,"height":2},"version":1}"#.utf8),
      report: &report)

    #expect(report.carryOverDropped == ["size.height"])
  }

  struct Lenience: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var size: Size? = nil
    @Lenient var tags: [String] = []

    struct Size: Codable { var width: Int }
  }

  @Test func `a rejected value that isn't the right container isn't lost with other coders`() throws
  {
    var report = MigrationReport()

    _ = try FutureForeignDecoder().decode(
      versioned: Lenience.self, from: Data(#"{"size":"big","tags":"a","version":1}"#.utf8),
      report: &report)

    #expect(report.rejected == ["size", "tags"])
    #expect(report.lostFields == [])
  }

  // MARK: - Dictionaries in arrays

  private struct Prices: Codable {
    struct Day: Codable, Hashable {
      var number: Int
    }

    var byWeight: [Double: String]?
    var byDay: [Day: [String: Int]]?
    var byID: [Int64: Bool]?
    var byHash: [UInt64: Int]?
  }

  static let pairs: [(json: String, dropped: [FieldPath])] = [
    (#"{"byWeight":[1,"a",2,"b"]}"#, []),
    (#"{"byWeight":[1,"a",1,"b"]}"#, ["byWeight[1]"]),
    (#"{"byWeight":[1,"a",1,"a"]}"#, []),
    (#"{"byWeight":[1.5,"a",2,"b",15e-1,"c",1.50,"d"]}"#, ["byWeight[1]", "byWeight[5]"]),
    (#"{"byWeight":[1,"a",1.0,"b"]}"#, ["byWeight[1]"]),
    (#"{"byDay":[{"number":1},{"a":1},{"number":1},{"b":2}]}"#, ["byDay[1]"]),
    (#"{"byID":[9007199254740993,true,9007199254740992,false]}"#, []),
    (#"{"byID":[9007199254740993,true,9007199254740993,false]}"#, ["byID[1]"]),
    (
      #"{"byHash":[18446744073709551615,1,18446744073709551614,2,3,4,3,5]}"#,
      ["byHash[5]"]
    ),
  ]

  @Test(arguments: StoredFormat.allCases, pairs)
  func `a value whose key occurs again in an array of keys and values is reported as dropped`(
    format: StoredFormat, example: (json: String, dropped: [FieldPath])
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(
      unversioned: Prices.self, from: format.document(example.json), report: &report)

    #expect(report.unknownFieldsDropped == example.dropped)
  }
}
