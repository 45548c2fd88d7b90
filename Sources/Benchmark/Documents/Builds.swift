import Foundation
import Lineage

/// Many objects of three strings, as a build server lists its jobs: 130 KB with its spaces.
struct Builds: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var mode: String
  var nodeDescription: String
  var nodeName: String
  var numExecutors: Int
  var description: String?
  var jobs: [Job]
  var primaryView: View
  var quietingDown: Bool
  var slaveAgentPort: Int
  var useCrumbs: Bool
  var useSecurity: Bool
  var views: [View]

  struct Job: Codable, Equatable {
    var name: String
    var url: String
    var color: String
  }

  struct View: Codable, Equatable {
    var name: String
    var url: String
  }

  static var document: SampleDocument<Builds> {
    SampleDocument(
      name: "builds",
      makeText: {
        try JSONEncoder([.prettyPrinted, .withoutEscapingSlashes]).encode(versioned: sample($0))
      })
  }

  private static func sample(_ scale: Scale) -> Builds {
    var random = SplitMix(seed: 13)
    func name() -> String {
      (0..<2 + random.number(below: 2)).map { _ in random.word(3 + random.number(below: 8)) }
        .joined(separator: "-")
    }
    func view() -> View {
      let name = name()
      return View(name: name, url: "https://builds.example.org/view/\(name)/")
    }
    return Builds(
      mode: "EXCLUSIVE", nodeDescription: "the primary node", nodeName: "", numExecutors: 0,
      description: "<a href=\"https://example.org/\">\(random.sentence(words: 60))</a>",
      jobs: (0..<scale.count(880)).map { _ in
        let name = name()
        return Job(
          name: name, url: "https://builds.example.org/job/\(name)/",
          color: random.element(of: ["blue", "red", "disabled", "aborted", "blue_anime"]))
      },
      primaryView: view(), quietingDown: false, slaveAgentPort: 0, useCrumbs: true,
      useSecurity: true, views: (0..<scale.count(20)).map { _ in view() })
  }
}
