import Testing

@testable import LineageCommand

extension CommandRun {
  /// A command in this process, which writes no messages.
  init(_ arguments: [String], _ migration: Migration) throws {
    let table = CommandTable(name: "poetry-migrate", version: "1.4", types: migration.typeNames)
    var invocation: Invocation?
    if case .invocation(let parsed) = try table.parse(arguments) { invocation = parsed }
    self.init(
      table: table, invocation: try #require(invocation), migration: migration,
      terminal: Terminal(name: "poetry-migrate", isQuiet: true, allowsColor: false),
      stop: StopSign(), ownsProcess: false)
  }
}
