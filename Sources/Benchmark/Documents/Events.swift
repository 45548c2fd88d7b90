import Foundation
import Lineage

/// What happened in repositories, with ISO 8601 dates, URLs, a payload for each type of event, and
/// a few fields that aren't declared or not in the order of the document: 64 KB.
struct Events: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var events: [Event]

  struct Event: Codable, Equatable {
    var id: String
    var createdAt: Date
    var actor: Account
    var repository: Repository
    var organization: Account?
    var isPublic: Bool
    var payload: Payload

    enum CodingKeys: String, CodingKey {
      case id, type, actor, payload
      case createdAt = "created_at"
      case repository = "repo"
      case organization = "org"
      case isPublic = "public"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      createdAt = try container.decode(Date.self, forKey: .createdAt)
      actor = try container.decode(Account.self, forKey: .actor)
      repository = try container.decode(Repository.self, forKey: .repository)
      organization = try container.decodeIfPresent(Account.self, forKey: .organization)
      isPublic = try container.decode(Bool.self, forKey: .isPublic)
      payload =
        switch try container.decode(Payload.Kind.self, forKey: .type) {
        case .push: .push(try container.decode(Push.self, forKey: .payload))
        case .watch: .watch(try container.decode(Watch.self, forKey: .payload))
        case .issue: .issue(try container.decode(IssueChange.self, forKey: .payload))
        case .fork: .fork(try container.decode(Fork.self, forKey: .payload))
        }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(createdAt, forKey: .createdAt)
      try container.encode(actor, forKey: .actor)
      try container.encode(repository, forKey: .repository)
      try container.encodeIfPresent(organization, forKey: .organization)
      try container.encode(isPublic, forKey: .isPublic)
      try container.encode(payload.kind, forKey: .type)
      switch payload {
      case .push(let push): try container.encode(push, forKey: .payload)
      case .watch(let watch): try container.encode(watch, forKey: .payload)
      case .issue(let issue): try container.encode(issue, forKey: .payload)
      case .fork(let fork): try container.encode(fork, forKey: .payload)
      }
    }
  }

  enum Payload: Equatable {
    case push(Push)
    case watch(Watch)
    case issue(IssueChange)
    case fork(Fork)

    enum Kind: String, Codable {
      case push = "PushEvent"
      case watch = "WatchEvent"
      case issue = "IssuesEvent"
      case fork = "ForkEvent"
    }

    var kind: Kind {
      switch self {
      case .push: .push
      case .watch: .watch
      case .issue: .issue
      case .fork: .fork
      }
    }
  }

  struct Account: Codable, Equatable {
    var id: Int
    var login: String
    var avatarURL: URL
    var gravatarID: String?
    var url: String
    var isSiteAdmin: Bool?
    var name: String?

    enum CodingKeys: String, CodingKey {
      case id, login, url, name
      case avatarURL = "avatar_url"
      case gravatarID = "gravatar_id"
      case isSiteAdmin = "site_admin"
    }
  }

  struct Repository: Codable, Equatable {
    var id: Int
    var name: String
    var url: URL
  }

  struct Push: Codable, Equatable {
    var pushID: Int
    var size: Int
    var ref: String
    var head: String
    var before: String
    var commits: [Commit]

    enum CodingKeys: String, CodingKey {
      case size, ref, head, before, commits
      case pushID = "push_id"
    }
  }

  struct Commit: Codable, Equatable {
    var sha: String
    var author: Author
    var message: String
    var distinct: Bool
    var url: String
  }

  struct Author: Codable, Equatable {
    var email: String
    var name: String
  }

  struct Watch: Codable, Equatable {
    var action: String
  }

  struct IssueChange: Codable, Equatable {
    var action: String
    var issue: Issue
  }

  struct Issue: Codable, Equatable {
    var id: Int
    var number: Int
    var title: String
    var user: Account
    var labels: [String]?
    var assignee: Account?
    var milestone: String?
    var comments: Int
    var createdAt: Date
    var updatedAt: Date
    var closedAt: Date?
    var body: String

    enum CodingKeys: String, CodingKey {
      case id, number, title, user, labels, assignee, milestone, comments, body
      case createdAt = "created_at"
      case updatedAt = "updated_at"
      case closedAt = "closed_at"
    }
  }

  struct Fork: Codable, Equatable {
    var forkee: Forkee
  }

  struct Forkee: Codable, Equatable {
    var id: Int
    var name: String
    var fullName: String
    var owner: Account
    var htmlURL: URL
    var description: String?
    var isFork: Bool
    var addresses: [String]?
    var forksURL: String
    var keysURL: String
    var hooksURL: String
    var eventsURL: String
    var tagsURL: String
    var createdAt: Date
    var updatedAt: Date
    var pushedAt: Date
    var homepage: String?
    var size: Int
    var stargazers: Int
    var watchers: Int
    var language: String?
    var hasIssues: Bool
    var hasWiki: Bool
    var mirrorURL: String?
    var openIssues: Int
    var license: String?

    enum CodingKeys: String, CodingKey {
      case id, name, owner, description, addresses, homepage, size, watchers, language, license
      case fullName = "full_name"
      case htmlURL = "html_url"
      case isFork = "fork"
      case forksURL = "forks_url"
      case keysURL = "keys_url"
      case hooksURL = "hooks_url"
      case eventsURL = "events_url"
      case tagsURL = "tags_url"
      case createdAt = "created_at"
      case updatedAt = "updated_at"
      case pushedAt = "pushed_at"
      case stargazers = "stargazers_count"
      case hasIssues = "has_issues"
      case hasWiki = "has_wiki"
      case mirrorURL = "mirror_url"
      case openIssues = "open_issues_count"
    }
  }
}

// MARK: - The text

extension Events {
  static var document: SampleDocument<Events> {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return SampleDocument(
      name: "events", decoder: decoder, encoder: encoder,
      makeText: {
        try JSONEncoder([.prettyPrinted, .withoutEscapingSlashes]).encode(unversioned: sample($0))
          .withNarrowIndentation
      })
  }

  private static func sample(_ scale: Scale) -> DocumentValue {
    var random = SplitMix(seed: 11)
    let count = scale == .full ? 36 : 8
    return [
      "events": .array((0..<count).map { event($0, &random) }), "version": 1,
    ]
  }

  private static func event(_ number: Int, _ random: inout SplitMix) -> DocumentValue {
    let kinds: [Payload.Kind] = [.push, .watch, .push, .issue, .push, .watch, .push, .fork]
    let kind = kinds[number % kinds.count]
    let payload: DocumentValue =
      switch kind {
      case .push: push(&random)
      case .watch: ["action": "started"]
      case .issue: issue(&random)
      case .fork: fork(&random)
      }
    let name = "\(random.word(6))/\(random.word(9))"
    var members: [(String, DocumentValue)] = [
      ("type", .string(kind.rawValue)), ("created_at", date(&random)), ("actor", account(&random)),
      (
        "repo",
        [
          "id": .integer(random.number(below: 9_000_000)),
          "url": .string("https://api.example.com/repos/\(name)"), "name": .string(name),
        ]
      ),
      ("public", true),
    ]
    if random.isTrue(percent: 25) { members.append(("org", account(&random))) }
    if random.isTrue(percent: 40) { members.append(("score", 1)) }
    members += [
      ("payload", payload), ("id", .string("165265\(1000 + random.number(below: 9000))")),
    ]
    return .object(DocumentObject(members))
  }

  private static func date(_ random: inout SplitMix) -> DocumentValue {
    func two(_ limit: Int) -> String {
      let number = 1 + random.number(below: limit)
      return number < 10 ? "0\(number)" : "\(number)"
    }
    return .string("20\(two(24))-\(two(12))-\(two(28))T\(two(23)):\(two(59)):\(two(59))Z")
  }

  private static func account(_ random: inout SplitMix) -> DocumentValue {
    let name = random.word(9)
    return [
      "gravatar_id": .string(random.word(32)), "login": .string(name),
      "avatar_url": .string(
        "https://avatars.example.com/\(random.word(32))?d=https://example.com/\(random.word(12))"),
      "url": .string("https://api.example.com/users/\(name)"),
      "id": .integer(random.number(below: 3_000_000)),
    ]
  }

  private static func push(_ random: inout SplitMix) -> DocumentValue {
    let commits = (0..<1 + random.number(below: 3)).map { _ -> DocumentValue in
      let sha = random.word(40)
      return [
        "sha": .string(sha),
        "author": [
          "email": .string("\(random.word(8))@example.com"), "name": .string(random.word(12)),
        ],
        "message": .string(random.sentence(words: 8)), "distinct": true,
        "url": .string("https://api.example.com/repos/\(random.word(15))/commits/\(sha)"),
      ]
    }
    return [
      "push_id": .integer(random.number(below: 200_000_000)), "size": .integer(commits.count),
      "distinct_size": .integer(commits.count), "ref": "refs/heads/main",
      "head": .string(random.word(40)), "before": .string(random.word(40)),
      "commits": .array(commits),
    ]
  }

  private static func issue(_ random: inout SplitMix) -> DocumentValue {
    let body = (0..<2 + random.number(below: 12)).map { _ in random.sentence(words: 50) }
    return [
      "action": "opened",
      "issue": [
        "url": .string("https://api.example.com/repos/\(random.word(20))/issues/9"),
        "id": .integer(random.number(below: 9_000_000)), "number": 9,
        "title": .string(random.sentence(words: 7)), "user": account(&random), "labels": [],
        "state": "open", "assignee": .null, "milestone": .null, "comments": 0,
        "created_at": date(&random), "updated_at": date(&random), "closed_at": .null,
        "body": .string(body.joined(separator: "\r\n\r\n")),
      ],
    ]
  }

  private static func fork(_ random: inout SplitMix) -> DocumentValue {
    let name = "\(random.word(7))/\(random.word(8))"
    let url = "https://api.example.com/repos/\(name)"
    return [
      "forkee": [
        "id": .integer(random.number(below: 9_000_000)), "name": .string(String(name.dropFirst(8))),
        "full_name": .string(name), "owner": account(&random), "private": false,
        "html_url": .string("https://example.com/\(name)"),
        "description": .string(random.sentence(words: 9)), "fork": true,
        "forks_url": .string(url + "/forks"), "keys_url": .string(url + "/keys{/key_id}"),
        "hooks_url": .string(url + "/hooks"), "events_url": .string(url + "/events"),
        "tags_url": .string(url + "/tags"), "created_at": date(&random),
        "updated_at": date(&random), "pushed_at": date(&random), "homepage": .null,
        "size": .integer(random.number(below: 9000)), "stargazers_count": 0, "watchers_count": 0,
        "watchers": 0, "language": "Swift", "has_issues": false, "has_wiki": true,
        "mirror_url": .null, "open_issues_count": 0, "license": .null,
      ]
    ]
  }
}
