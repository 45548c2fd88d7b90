import Foundation

// Opens documents of every version that this program has ever written. Give it a folder to open
// another collection than the one in the repository.

let fixtures =
  CommandLine.arguments.dropFirst().first
  ?? URL(filePath: #filePath).appending(path: "../../../MigrationFixtures").standardized.path()
let shelf = Shelf(folder: URL(filePath: fixtures))

try shelf.open(Anthology.self, named: "Anthology") { print($0) }
try shelf.open(ReaderSettings.self, named: "ReaderSettings") { print($0) }
