import Foundation

@testable import Lineage

// A chain that the tests of all formats share.

struct AlbumV1: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var title: String
  var tracks: String
}

struct Album: VersionedCodable, Equatable {
  static let version = 2
  var title: String
  var tracks: [Track]
  var released: Date?
  var cover: Data?
  var settings: AlbumSettings

  init(
    title: String, tracks: [Track], released: Date? = nil, cover: Data? = nil,
    settings: AlbumSettings = AlbumSettings()
  ) {
    self.title = title
    self.tracks = tracks
    self.released = released
    self.cover = cover
    self.settings = settings
  }

  init(from old: AlbumV1) throws {
    self.init(
      title: old.title,
      tracks: old.tracks.split(separator: ",").map { Track(name: String($0), seconds: 0) })
  }
}

struct TrackV1: VersionedCodable, Equatable {
  static let version = "1.0"
  typealias PreviousVersion = NothingOlder
  var name: String
}

struct Track: VersionedCodable, Equatable {
  static let version = "1.1"
  var name: String
  var seconds: Double

  init(name: String, seconds: Double) {
    self.name = name
    self.seconds = seconds
  }

  init(from old: TrackV1) throws { self.init(name: old.name, seconds: 0) }
}

struct AlbumSettings: DefaultFillable, Equatable {
  var volume = 11
  var skipsIntro = false
  var nickname: String?
  var tags = ["new"]
  var labels = ["one_two": 1]
}

/// A type that isn't encoded as an object.
struct Numbers: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var values: [Int]

  init(_ values: [Int]) { self.values = values }
  init(from decoder: any Decoder) throws { values = try [Int](from: decoder) }
  func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
}

struct ExternalNumbers: VersionedCodable, Equatable {
  static let version = 1
  static let versionLocation = VersionLocation.external
  typealias PreviousVersion = NothingOlder
  var values: [Int]

  init(_ values: [Int]) { self.values = values }
  init(from decoder: any Decoder) throws { values = try [Int](from: decoder) }
  func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
}

struct UnversionedWord: VersionedCodable, Equatable {
  static var version: Int? { nil }
  typealias PreviousVersion = NothingOlder
  var word: String

  init(_ word: String) { self.word = word }
  init(from decoder: any Decoder) throws {
    word = try decoder.singleValueContainer().decode(String.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(word)
  }
}

struct VersionedWord: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var word: String

  init(_ word: String) { self.word = word }
  init(from decoder: any Decoder) throws {
    word = try decoder.singleValueContainer().decode(String.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(word)
  }
}
