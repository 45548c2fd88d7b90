import Foundation
import PoetryDocuments

// Opens documents of every version that this program has ever written, then keeps a poem in a folder while programs of
// different age use it. To open other documents than those in the repository, pass their folder.

let fixtures =
  CommandLine.arguments.dropFirst().first
  ?? URL(filePath: #filePath).appending(path: "../../../MigrationFixtures").standardized.path()
let shelf = Shelf(folder: URL(filePath: fixtures))

try shelf.open(Anthology.self, named: "Anthology") { print($0) }
try shelf.open(ReaderSettings.self, named: "ReaderSettings") { print($0) }

let temporary = FileManager.default.temporaryDirectory.appending(
  path: "poetry-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: temporary) }
try Desk(folder: temporary).work { print($0) }
