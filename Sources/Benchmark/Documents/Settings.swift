import Foundation
import Lineage

/// A few settings of every simple type: 278 bytes, a typical small document.
struct Settings: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var theme = "dark"
  var fontSize = 14
  var lineHeight = 1.5
  var wrapsLines = true
  var tabSize = 4
  var recent = ["a.txt", "notes/b.txt", "a/longer/path/to/a/file.md"]
  var title = "Editor settings"
  var lastOpened: Int? = 1_699_999_999
  var showsSidebar = false
  var language = "en_US"
  var window = Window()

  struct Window: Codable, Equatable {
    var width = 1280
    var height = 800
  }

  /// A literal, so that a process that measures the first decoding doesn't encode anything before.
  static let sampleText = """
    {"theme":"dark","fontSize":14,"lineHeight":1.5,"wrapsLines":true,"tabSize":4,"recent":["a.txt",\
    "notes/b.txt","a/longer/path/to/a/file.md"],"title":"Editor settings","lastOpened":1699999999,\
    "showsSidebar":false,"language":"en_US","window":{"width":1280,"height":800},"version":1}
    """

  static var document: SampleDocument<Settings> {
    SampleDocument(name: "settings", makeText: { _ in Data(sampleText.utf8) })
  }
}
