import Foundation
import LineageStore

/// Checks documents in rows of SQLite and PostgreSQL. `.ci/engines` starts the databases, and runs it.
@main
struct StoreEngines {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      print("usage: StoreEngines <file of SQLite> <connection string of PostgreSQL>")
      exit(64)
    }
    // A tool that has exited is an error of its next statement.
    signal(SIGPIPE, SIG_IGN)
    let databases = Databases(file: arguments[1], connection: arguments[2])

    var outcomes: [[Outcome]] = []
    for column in Column.all {
      print(column)
      Checks(subject: "\(column)").perform {
        try Row.createTables(column, in: databases)
        for (index, comparison) in column.comparisons.enumerated() {
          CompareAndSwap(
            column: column, comparison: comparison, databases: databases, first: 100 * (index + 1)
          ).run()
        }
        outcomes.append(Keeping(column: column, databases: databases, first: 1000).run())
      }
    }
    jsonByValue(databases)
    Altering(databases: databases).run()

    print()
    printTable(outcomes)
    print()
    exit(Checks.report() ? 0 : 1)
  }

  /// PostgreSQL can't compare `json`: the store reports that, and changes nothing.
  private static func jsonByValue(_ databases: Databases) {
    let checks = Checks(subject: "PostgreSQL json by value")
    checks.perform {
      let column = Column(engine: .postgreSQL, type: "json")
      let row = try Row(9000, column, by: .value, in: databases)
      let store = row.store(Counter.self)
      let opened = try store.write(Counter(), over: nil)
      checks.expectError("a row that can't be compared isn't written", \.isNotWritten) {
        try store.write(Counter(count: 1), over: opened)
      }
      checks.expect(try store.read()?.value == Counter(), "the row is unchanged")
    }
  }

  /// Prints what each column type stores, as in `Docs/DocumentsInDatabaseRows.md`.
  private static func printTable(_ outcomes: [[Outcome]]) {
    print("| |\(Column.all.map { " \($0) |" }.joined())")
    print("|---|\(Column.all.map { _ in "---|" }.joined())")
    for (index, sample) in SampleDocument.all.enumerated() {
      let cells = outcomes.map { " \($0.indices.contains(index) ? $0[index].description : "?") |" }
      print("| \(sample.name) |\(cells.joined())")
    }
  }
}
