import Foundation
import Lineage

/// Thirty settings in the order of the screen: half of them are in the document, with sorted keys.
struct Preferences: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var lineSpacing = 1.2
  var backupCount = 5
  var fontSize = 12.5
  var accent = "blue"
  var zoom = 1.1
  var columnWidth = 80.5
  var editor = "built-in"
  var recentFiles: [String] = []
  var autosaves = true
  var keyBindings: [String: String] = [:]
  var sound = "chime"
  var cacheLimit = 256
  var favourites: [String] = []
  var defaultFolder = "Documents"
  var opensLast = true
  var animates = true
  var updates = "weekly"
  var checksSpelling = true
  var gridSize = 8
  var dictionary = "en"
  var showsRuler = false
  var bigText = false
  var fontName = "Menlo"
  var dateStyle = "medium"
  var language = "system"
  var exportFormat = "pdf"
  var sidebarWidth = 220.5
  var homePage = "about:blank"
  var maximumRecents = 10
  var printsHeaders = false

  init() {}

  /// What people write so that a field may be missing.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys, or fallback: Value) throws -> Value {
      try container.decodeIfPresent(Value.self, forKey: key) ?? fallback
    }
    lineSpacing = try value(.lineSpacing, or: lineSpacing)
    backupCount = try value(.backupCount, or: backupCount)
    fontSize = try value(.fontSize, or: fontSize)
    accent = try value(.accent, or: accent)
    zoom = try value(.zoom, or: zoom)
    columnWidth = try value(.columnWidth, or: columnWidth)
    editor = try value(.editor, or: editor)
    recentFiles = try value(.recentFiles, or: recentFiles)
    autosaves = try value(.autosaves, or: autosaves)
    keyBindings = try value(.keyBindings, or: keyBindings)
    sound = try value(.sound, or: sound)
    cacheLimit = try value(.cacheLimit, or: cacheLimit)
    favourites = try value(.favourites, or: favourites)
    defaultFolder = try value(.defaultFolder, or: defaultFolder)
    opensLast = try value(.opensLast, or: opensLast)
    animates = try value(.animates, or: animates)
    updates = try value(.updates, or: updates)
    checksSpelling = try value(.checksSpelling, or: checksSpelling)
    gridSize = try value(.gridSize, or: gridSize)
    dictionary = try value(.dictionary, or: dictionary)
    showsRuler = try value(.showsRuler, or: showsRuler)
    bigText = try value(.bigText, or: bigText)
    fontName = try value(.fontName, or: fontName)
    dateStyle = try value(.dateStyle, or: dateStyle)
    language = try value(.language, or: language)
    exportFormat = try value(.exportFormat, or: exportFormat)
    sidebarWidth = try value(.sidebarWidth, or: sidebarWidth)
    homePage = try value(.homePage, or: homePage)
    maximumRecents = try value(.maximumRecents, or: maximumRecents)
    printsHeaders = try value(.printsHeaders, or: printsHeaders)
  }

  static var document: SampleDocument<Preferences> {
    SampleDocument(
      name: "preferences", encoder: JSONEncoder(.sortedKeys),
      makeText: { _ in Data(sampleText.utf8) })
  }

  private static let sampleText = """
    {"accent":"green","animates":false,"backupCount":12,"columnWidth":92.25,"defaultFolder":\
    "Documents\\/Drafts","favourites":["a.txt","b.txt"],"fontName":"Iosevka","fontSize":14.5,\
    "keyBindings":{"cmd-k":"clear","cmd-shift-p":"palette"},"language":"de","opensLast":false,\
    "recentFiles":["notes\\/a.md","notes\\/b.md"],"sidebarWidth":310.75,"version":1,"zoom":1.3}
    """
}
