import Lineage

/// A few fields of a large document, in the shape of a social network's search result.
struct Timeline: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var statuses: [Status]

  struct Status: Codable, Equatable {
    var id: UInt64
    var text: String
    var user: User
    var retweetCount: Int
    var favoriteCount: Int
    var entities: Entities

    enum CodingKeys: String, CodingKey {
      case id, text, user, entities
      case retweetCount = "retweet_count"
      case favoriteCount = "favorite_count"
    }
  }

  struct User: Codable, Equatable {
    var id: Int
    var name: String
    var screenName: String
    var followersCount: Int
    var verified: Bool

    enum CodingKeys: String, CodingKey {
      case id, name, verified
      case screenName = "screen_name"
      case followersCount = "followers_count"
    }
  }

  struct Entities: Codable, Equatable {
    var hashtags: [Hashtag]
  }

  struct Hashtag: Codable, Equatable {
    var text: String
    var indices: [Int]
  }

  /// The full text, where each status has a dozen fields that are decoded and some 60 that aren't.
  static func sampleText(_ scale: Scale) -> String {
    var random = SplitMix(seed: 3)
    let statuses = (0..<scale.count(195)).map { _ in status(&random) }
    return """
      {
        "statuses": [
      \(statuses.joined(separator: ",\n"))
        ],
        "search_metadata": { "completed_in": 0.087, "max_id": 505874924095815700, "count": 100 },
        "version": 1
      }
      """
  }

  private static func status(_ random: inout SplitMix) -> String {
    let id = 505_874_000_000_000_000 + random.number(below: 924_000_000_000)
    let user = random.number(below: 2_000_000_000)
    let name = random.word(10)
    return """
          {
            "metadata": {
              "result_type": "recent",
              "iso_language_code": "ja"
            },
            "created_at": "Sun Aug 31 00:29:15 +0000 2014",
            "id": \(id),
            "id_str": "\(id)",
            "text": "@\(name) \(phrase(&random))\\n\(random.sentence(words: 6))\\nhttp:\\/\\/t.co\\/\(random.word(10))",
            "source": "<a href=\\"http:\\/\\/example.com\\/download\\" rel=\\"nofollow\\">client<\\/a>",
            "truncated": false,
            "in_reply_to_status_id": null,
            "in_reply_to_status_id_str": null,
            "in_reply_to_user_id": \(user + 1),
            "in_reply_to_user_id_str": "\(user + 1)",
            "in_reply_to_screen_name": "\(name)",
            "user": {
              "id": \(user),
              "id_str": "\(user)",
              "name": "\(phrase(&random))",
              "screen_name": "\(name)",
              "location": "",
              "description": "\(phrase(&random))\(phrase(&random)) \(random.sentence(words: 5))",
              "url": null,
              "entities": {
                "description": {
                  "urls": []
                }
              },
              "protected": false,
              "followers_count": \(random.number(below: 5000)),
              "friends_count": \(random.number(below: 5000)),
              "listed_count": 0,
              "created_at": "Sun Jun 16 03:03:51 +0000 2013",
              "favourites_count": \(random.number(below: 900)),
              "utc_offset": null,
              "time_zone": null,
              "geo_enabled": false,
              "verified": \(random.number(below: 20) == 0),
              "statuses_count": \(random.number(below: 100_000)),
              "lang": "ja",
              "contributors_enabled": false,
              "is_translator": false,
              "is_translation_enabled": false,
              "profile_background_color": "C0DEED",
              "profile_background_image_url": "http:\\/\\/example.com\\/images\\/themes\\/theme1\\/bg.png",
              "profile_background_tile": false,
              "profile_image_url": "http:\\/\\/example.com\\/profile_images\\/\(id)\\/\(random.word(8))_normal.jpeg",
              "profile_banner_url": "https:\\/\\/example.com\\/profile_banners\\/\(user)\\/1396356225",
              "profile_link_color": "0084B4",
              "profile_sidebar_border_color": "C0DEED",
              "profile_sidebar_fill_color": "DDEEF6",
              "profile_text_color": "333333",
              "profile_use_background_image": true,
              "default_profile": true,
              "default_profile_image": false,
              "following": false,
              "follow_request_sent": false,
              "notifications": false
            },
            "geo": null,
            "coordinates": null,
            "place": null,
            "contributors": null,
            "retweet_count": \(random.number(below: 100)),
            "favorite_count": \(random.number(below: 100)),
            "entities": {
              "hashtags": [
                {
                  "text": "\(phrase(&random))",
                  "indices": [
                    \(random.number(below: 50)),
                    \(50 + random.number(below: 50))
                  ]
                }
              ],
              "symbols": [],
              "urls": [],
              "user_mentions": [
                {
                  "screen_name": "\(name)",
                  "name": "\(phrase(&random))",
                  "id": \(user + 1),
                  "id_str": "\(user + 1)",
                  "indices": [
                    0,
                    9
                  ]
                }
              ]
            },
            "favorited": false,
            "retweeted": false,
            "lang": "ja"
          }
      """
  }

  private static let letters = Array("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん")

  /// Some letters beyond ASCII.
  private static func phrase(_ random: inout SplitMix) -> String {
    String((0..<12).map { _ in letters[random.number(below: letters.count)] })
  }
}
