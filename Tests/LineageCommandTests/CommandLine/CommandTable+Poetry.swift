@testable import LineageCommand

/// The command line of the program in the examples. One of its types has a name that shells would interpret.
let poetryTable = CommandTable(
  name: "poetry-migrate", version: "1.4", types: ["Poem", "Anthology", "Box<Poem>"])
