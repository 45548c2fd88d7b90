import Foundation

// Opens documents of every version that this program has ever written. To open others than those in
// the repository, pass their folder.

let fixtures =
  CommandLine.arguments.dropFirst().first
  ?? URL(filePath: #filePath).appending(path: "../../../MigrationFixtures").standardized.path()
let shelf = Shelf(folder: URL(filePath: fixtures))

try shelf.open(Anthology.self, named: "Anthology") { print($0) }
try shelf.open(ReaderSettings.self, named: "ReaderSettings") { print($0) }
