import Foundation
import Lineage

/// A social network's search result as tools generate its types: 0.6 MB, with spaces, objects of
/// forty members, Japanese, and members in between that the types don't declare.
struct Microblog: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var statuses: [Status]
  var searchMetadata: SearchMetadata

  enum CodingKeys: String, CodingKey {
    case statuses
    case searchMetadata = "search_metadata"
  }

  struct Status: Codable, Equatable {
    var metadata: Metadata
    var createdAt: String
    var id: Int
    var idStr: String
    var text: String
    var source: String
    var truncated: Bool
    var inReplyToStatusID: Int?
    var inReplyToStatusIDStr: String?
    var inReplyToUserID: Int?
    var inReplyToUserIDStr: String?
    var inReplyToScreenName: String?
    var user: User
    var retweetedStatus: [Status]?
    var retweetCount: Int
    var favoriteCount: Int
    var entities: Entities
    var favorited: Bool
    var retweeted: Bool
    var lang: String
    var possiblySensitive: Bool?

    enum CodingKeys: String, CodingKey {
      case metadata, id, text, source, truncated, user, entities, favorited, retweeted, lang
      case createdAt = "created_at"
      case idStr = "id_str"
      case inReplyToStatusID = "in_reply_to_status_id"
      case inReplyToStatusIDStr = "in_reply_to_status_id_str"
      case inReplyToUserID = "in_reply_to_user_id"
      case inReplyToUserIDStr = "in_reply_to_user_id_str"
      case inReplyToScreenName = "in_reply_to_screen_name"
      case retweetedStatus = "retweeted_status"
      case retweetCount = "retweet_count"
      case favoriteCount = "favorite_count"
      case possiblySensitive = "possibly_sensitive"
    }
  }

  struct Metadata: Codable, Equatable {
    var resultType: String
    var isoLanguageCode: String

    enum CodingKeys: String, CodingKey {
      case resultType = "result_type"
      case isoLanguageCode = "iso_language_code"
    }
  }

  struct User: Codable, Equatable {
    var id: Int
    var idStr: String
    var name: String
    var screenName: String
    var location: String
    var description: String
    var url: String?
    var entities: UserEntities
    var protected: Bool
    var followersCount: Int
    var friendsCount: Int
    var listedCount: Int
    var createdAt: String
    var favouritesCount: Int
    var utcOffset: Int?
    var timeZone: String?
    var geoEnabled: Bool
    var verified: Bool
    var statusesCount: Int
    var lang: String
    var contributorsEnabled: Bool
    var isTranslator: Bool
    var profileBackgroundColor: String
    var profileBackgroundImageURL: String
    var profileBackgroundImageURLHTTPS: String
    var profileBackgroundTile: Bool
    var profileImageURL: String
    var profileImageURLHTTPS: String
    var profileBannerURL: String?
    var profileLinkColor: String
    var profileSidebarBorderColor: String
    var profileSidebarFillColor: String
    var profileTextColor: String
    var profileUseBackgroundImage: Bool
    var defaultProfile: Bool
    var defaultProfileImage: Bool

    enum CodingKeys: String, CodingKey {
      case id, name, location, description, url, entities, protected, verified, lang
      case idStr = "id_str"
      case screenName = "screen_name"
      case followersCount = "followers_count"
      case friendsCount = "friends_count"
      case listedCount = "listed_count"
      case createdAt = "created_at"
      case favouritesCount = "favourites_count"
      case utcOffset = "utc_offset"
      case timeZone = "time_zone"
      case geoEnabled = "geo_enabled"
      case statusesCount = "statuses_count"
      case contributorsEnabled = "contributors_enabled"
      case isTranslator = "is_translator"
      case profileBackgroundColor = "profile_background_color"
      case profileBackgroundImageURL = "profile_background_image_url"
      case profileBackgroundImageURLHTTPS = "profile_background_image_url_https"
      case profileBackgroundTile = "profile_background_tile"
      case profileImageURL = "profile_image_url"
      case profileImageURLHTTPS = "profile_image_url_https"
      case profileBannerURL = "profile_banner_url"
      case profileLinkColor = "profile_link_color"
      case profileSidebarBorderColor = "profile_sidebar_border_color"
      case profileSidebarFillColor = "profile_sidebar_fill_color"
      case profileTextColor = "profile_text_color"
      case profileUseBackgroundImage = "profile_use_background_image"
      case defaultProfile = "default_profile"
      case defaultProfileImage = "default_profile_image"
    }
  }

  struct UserEntities: Codable, Equatable {
    var description: Links
    var url: Links?
  }

  struct Links: Codable, Equatable {
    var urls: [Link]
  }

  struct Link: Codable, Equatable {
    var url: String
    var expandedURL: String
    var displayURL: String
    var indices: [Int]

    enum CodingKeys: String, CodingKey {
      case url, indices
      case expandedURL = "expanded_url"
      case displayURL = "display_url"
    }
  }

  struct Entities: Codable, Equatable {
    var hashtags: [Hashtag]
    var symbols: [Hashtag]
    var urls: [Link]
    var userMentions: [Mention]
    var media: [Media]?

    enum CodingKeys: String, CodingKey {
      case hashtags, symbols, urls, media
      case userMentions = "user_mentions"
    }
  }

  struct Hashtag: Codable, Equatable {
    var text: String
    var indices: [Int]
  }

  struct Mention: Codable, Equatable {
    var screenName: String
    var name: String
    var id: Int
    var idStr: String
    var indices: [Int]

    enum CodingKeys: String, CodingKey {
      case name, id, indices
      case screenName = "screen_name"
      case idStr = "id_str"
    }
  }

  struct Media: Codable, Equatable {
    var id: Int
    var idStr: String
    var indices: [Int]
    var mediaURL: String
    var mediaURLHTTPS: String
    var url: String
    var displayURL: String
    var expandedURL: String
    var type: String
    var sizes: [String: Size]
    var sourceStatusID: Int?

    enum CodingKeys: String, CodingKey {
      case id, indices, url, type, sizes
      case idStr = "id_str"
      case mediaURL = "media_url"
      case mediaURLHTTPS = "media_url_https"
      case displayURL = "display_url"
      case expandedURL = "expanded_url"
      case sourceStatusID = "source_status_id"
    }
  }

  struct Size: Codable, Equatable {
    var w: Int
    var h: Int
    var resize: String
  }

  struct SearchMetadata: Codable, Equatable {
    var completedIn: Double
    var maxID: Int
    var query: String
    var count: Int

    enum CodingKeys: String, CodingKey {
      case query, count
      case completedIn = "completed_in"
      case maxID = "max_id"
    }
  }
}

// MARK: - The texts

extension Microblog {
  static var document: SampleDocument<Microblog> {
    SampleDocument(
      name: "microblog",
      makeText: {
        try JSONEncoder([.prettyPrinted, .withoutEscapingSlashes]).encode(unversioned: sample($0))
          .withNarrowIndentation
      })
  }

  /// The same in ASCII, and without spaces. The value is the same, so there is one case of writing.
  static var escapedDocument: SampleDocument<Microblog> {
    SampleDocument(
      name: "microblog-escaped", isWritten: false,
      makeText: { try JSONEncoder().encode(unversioned: sample($0)).inASCII })
  }

  private static func sample(_ scale: Scale) -> DocumentValue {
    var random = SplitMix(seed: 3)
    return [
      "statuses": .array((0..<scale.count(105)).map { _ in status(&random, isRepeated: false) }),
      "search_metadata": [
        "completed_in": 0.087, "max_id": 505_874_924_095_815_700, "query": "%E4%B8%80",
        "refresh_url": "?since_id=505874924095815681&include_entities=1", "count": 100,
        "since_id_str": "0",
      ],
      "version": 1,
    ]
  }

  private static func status(_ random: inout SplitMix, isRepeated: Bool) -> DocumentValue {
    let id = 505_874_000_000_000_000 + random.number(below: 924_000_000_000)
    let isReply = random.isTrue(percent: 25)
    let name = random.word(10)
    let user = user(&random)
    let text = """
      @\(name) \(random.phrase(.japanese, 20))\n\(random.phrase(.symbols, 1)) \
      http://t.co/\(random.word(10))
      """
    var members: [(String, DocumentValue)] = [
      ("metadata", ["result_type": "recent", "iso_language_code": "ja"]),
      ("created_at", "Sun Aug 31 00:29:15 +0000 2014"), ("id", .integer(id)),
      ("id_str", .string("\(id)")), ("text", .string(text)),
      (
        "source",
        "<a href='http://example.com/download' rel='nofollow'>a client for the telephone</a>"
      ),
      ("truncated", false), ("in_reply_to_status_id", isReply ? .integer(id - 77) : .null),
      ("in_reply_to_status_id_str", isReply ? .string("\(id - 77)") : .null),
      ("in_reply_to_user_id", isReply ? .integer(id / 7777) : .null),
      ("in_reply_to_user_id_str", isReply ? .string("\(id / 7777)") : .null),
      ("in_reply_to_screen_name", isReply ? .string(name) : .null), ("user", user), ("geo", .null),
      ("coordinates", .null), ("place", .null), ("contributors", .null),
    ]
    if !isRepeated, random.isTrue(percent: 70) {
      members.append(("retweeted_status", [status(&random, isRepeated: true)]))
    }
    members += [
      ("retweet_count", .integer(random.number(below: 100))),
      ("favorite_count", .integer(random.number(below: 100))), ("entities", entities(&random)),
      ("favorited", false), ("retweeted", false), ("lang", "ja"),
    ]
    if random.isTrue(percent: 30) { members.append(("possibly_sensitive", false)) }
    return .object(DocumentObject(members))
  }

  private static func user(_ random: inout SplitMix) -> DocumentValue {
    let id = random.number(below: 2_000_000_000)
    let image = "pbs.example.com/profile_images/49530\(id)/\(random.word(8))_normal.jpeg"
    let background = "abs.example.com/images/themes/theme\(random.number(below: 20))/bg.png"
    let link = random.isTrue(percent: 30) ? "http://t.co/\(random.word(10))" : nil
    let links = link.map { ["url": ["urls": [self.link($0)]]] as DocumentObject } ?? [:]
    return [
      "id": .integer(id), "id_str": .string("\(id)"), "name": .string(random.phrase(.japanese, 7)),
      "screen_name": .string(random.word(10)),
      "location": .string(random.isTrue(percent: 40) ? random.phrase(.japanese, 5) : ""),
      "description": .string(
        random.phrase(.japanese, 40) + (random.isTrue(percent: 20) ? "\n" : "")
          + random.sentence(words: 6)),
      "url": link.map { .string($0) } ?? .null,
      "entities": .object(
        DocumentObject([("description", ["urls": []])] + links.map { ($0.key, $0.value) })),
      "protected": false, "followers_count": .integer(random.number(below: 5000)),
      "friends_count": .integer(random.number(below: 5000)),
      "listed_count": .integer(random.number(below: 50)),
      "created_at": "Sun Jun 16 03:03:51 +0000 2013",
      "favourites_count": .integer(random.number(below: 900)),
      "utc_offset": random.isTrue(percent: 40) ? 32400 : .null,
      "time_zone": random.isTrue(percent: 40) ? "Tokyo" : .null, "geo_enabled": false,
      "verified": .bool(random.isTrue(percent: 5)),
      "statuses_count": .integer(random.number(below: 100_000)), "lang": "ja",
      "contributors_enabled": false, "is_translator": false, "is_translation_enabled": false,
      "profile_background_color": "C0DEED",
      "profile_background_image_url": .string("http://" + background),
      "profile_background_image_url_https": .string("https://" + background),
      "profile_background_tile": false, "profile_image_url": .string("http://" + image),
      "profile_image_url_https": .string("https://" + image),
      "profile_banner_url": .string("https://pbs.example.com/profile_banners/\(id)/1396356225"),
      "profile_link_color": "0084B4", "profile_sidebar_border_color": "C0DEED",
      "profile_sidebar_fill_color": "DDEEF6", "profile_text_color": "333333",
      "profile_use_background_image": true, "default_profile": true, "default_profile_image": false,
      "following": false, "follow_request_sent": false, "notifications": false,
    ]
  }

  private static func link(_ url: String) -> DocumentValue {
    [
      "url": .string(url), "expanded_url": .string("http://example.com/\(url.dropFirst(12))/"),
      "display_url": .string("example.com/\(url.dropFirst(12))"), "indices": [0, 22],
    ]
  }

  private static func entities(_ random: inout SplitMix) -> DocumentValue {
    func indices() -> DocumentValue {
      [.integer(random.number(below: 50)), .integer(50 + random.number(below: 90))]
    }
    let mentions = (0..<random.number(below: 3)).map { _ -> DocumentValue in
      let id = random.number(below: 2_000_000_000)
      return [
        "screen_name": .string(random.word(10)), "name": .string(random.phrase(.japanese, 7)),
        "id": .integer(id), "id_str": .string("\(id)"), "indices": indices(),
      ]
    }
    let hashtags = (0..<random.number(below: 2)).map { _ -> DocumentValue in
      ["text": .string(random.phrase(.japanese, 6)), "indices": indices()]
    }
    var entities: [(String, DocumentValue)] = [
      ("hashtags", .array(hashtags)), ("symbols", []),
      ("urls", random.isTrue(percent: 30) ? [link("http://t.co/\(random.word(10))")] : []),
      ("user_mentions", .array(mentions)),
    ]
    if random.isTrue(percent: 25) { entities.append(("media", [media(&random)])) }
    return .object(DocumentObject(entities))
  }

  private static func media(_ random: inout SplitMix) -> DocumentValue {
    let id = 505_874_000_000_000_000 + random.number(below: 924_000_000_000)
    let sizes = ["large", "small", "thumb", "medium"].map { name -> (String, DocumentValue) in
      (name, ["w": .integer(150 + random.number(below: 900)), "h": 150, "resize": "fit"])
    }
    let path = "pbs.example.com/media/\(random.word(15)).png"
    return [
      "id": .integer(id), "id_str": .string("\(id)"), "indices": [86, 108],
      "media_url": .string("http://" + path), "media_url_https": .string("https://" + path),
      "url": .string("http://t.co/\(random.word(10))"),
      "display_url": .string("pic.example.com/\(random.word(10))"),
      "expanded_url": .string("http://example.com/\(random.word(10))/status/\(id)/photo/1"),
      "type": "photo", "sizes": .object(DocumentObject(sizes)),
    ]
  }
}

extension DocumentValue {
  /// A number that isn't a literal.
  static func integer(_ value: Int) -> DocumentValue { .number(DocumentNumber(value)) }
}

extension Data {
  /// The same JSON with an escape for each character beyond ASCII, as many programs write it.
  fileprivate var inASCII: Data {
    var ascii = Data()
    for unit in String(decoding: self, as: UTF8.self).utf16 {
      if unit < 0x80 {
        ascii.append(UInt8(unit))
      } else {
        let digits = String(unit, radix: 16)
        ascii += Data((#"\u"# + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
      }
    }
    return ascii
  }
}
