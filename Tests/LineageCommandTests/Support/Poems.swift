import Foundation

@testable import LineageCommand

/// Lines with poems, as they were written by programs of each version.
enum Poems {
  static let first = #"{"version":1,"author":"Bashō","text":"old pond\nfrog leaps in"}"#
  static let firstMigrated =
    #"{"author":"Bashō","stanzas":[["old pond","frog leaps in"]],"language":"en","version":3}"#
  static let second = #"{"version": 2, "lines": ["a world of dew"], "author": "Issa"}"#
  static let secondMigrated =
    #"{"author":"Issa","stanzas":[["a world of dew"]],"language":"en","version":3}"#
  static let current =
    #"{ "author":"Buson", "stanzas":[["spring rain"]],"language":"ja","version":3}"#
  static let newer = #"{"version":4,"author":"Shiki","verses":[]}"#
  /// Has a field that no version declares.
  static let withMood = #"{"version":1,"author":"Issa","text":"snow","mood":"calm"}"#
  static let damaged = #"{"version":1,"author":"Issa","te"#
  static let wrong = #"{"version":2,"author":"Issa","lines":["snow",7]}"#
  static let withoutVersion = #"{"author":"Issa","text":"snow"}"#

  /// Lines of all ages in a mixed order, the same ones each time.
  static func mixed(_ count: Int) -> String {
    var state: UInt64 = 7
    return (0..<count).map { index in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      switch state >> 62 {
      case 0: return #"{"version":1,"author":"Bashō \#(index)","text":"old pond\nfrog"}"#
      case 1: return #"{"version":2,"author":"Issa \#(index)","lines":["dew"]}"#
      case 2: return #"{"author":"Buson \#(index)","stanzas":[],"language":"ja","version":3}"#
      default: return #"{"version":4,"author":"Shiki \#(index)"}"#
      }
    }.joined(separator: "\n") + "\n"
  }
}
