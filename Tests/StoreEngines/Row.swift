import Foundation
import Lineage
import LineageStore
import Synchronization

/// The databases of this run.
struct Databases: Sendable {
  /// The file of SQLite.
  let file: String
  /// The connection string of PostgreSQL.
  let connection: String

  /// Opens a connection of its own.
  func connect(_ engine: Column.Engine) throws -> DatabaseTool {
    switch engine {
    case .sqlite:
      try DatabaseTool(
        ["sqlite3", "-batch", file], endCommand: ".print end", setUp: [".timeout 10000"])
    case .postgreSQL:
      try DatabaseTool(
        ["psql", "-XqAt", "-v", "VERBOSITY=terse", connection], endCommand: "\\echo end")
    }
  }
}

/// A row with a document, through a connection of its own.
final class Row: DocumentPlace {
  let id: Int
  let column: Column
  let comparison: Comparison
  /// How many times the row was no longer what was read.
  let collisions = Mutex(0)
  private let tool: DatabaseTool

  init(_ id: Int, _ column: Column, by comparison: Comparison, in databases: Databases) throws {
    self.id = id
    self.column = column
    self.comparison = comparison
    tool = try databases.connect(column.engine)
  }

  static func createTables(_ column: Column, in databases: Databases) throws {
    let tool = try databases.connect(column.engine)
    let table = "documents_\(column.type)"
    _ = try tool.execute(
      "CREATE TABLE \(table) (id BIGINT PRIMARY KEY, revision BIGINT, document \(column.type))")
    _ = try tool.execute("CREATE TABLE backups_\(column.type) (id BIGINT, document \(column.type))")
  }

  var name: String { "row \(id) of \(column)" }
  private var table: String { "documents_\(column.type)" }

  func read() throws -> (data: Data, token: String)? {
    let token = comparison.token(column)
    let rows = try tool.execute(
      "SELECT '=' || \(column.hex) || ' ' || \(token) FROM \(table) WHERE id = \(id)")
    guard let parts = rows.first?.split(separator: " ", omittingEmptySubsequences: false) else {
      return nil
    }
    guard parts.count == 2, let data = Data(hex: parts[0]) else {
      throw DatabaseError("the row is unreadable")
    }
    return (data, String(parts[1]))
  }

  func replace(_ token: String?, with data: Data) throws -> String? {
    let document = column.literal(data.hex)
    let change =
      if let token {
        """
        UPDATE \(table) SET document = \(document), revision = revision + 1 \
        WHERE id = \(id) AND \(comparison.condition(column, token))
        """
      } else {
        "INSERT INTO \(table) VALUES (\(id), 1, \(document)) ON CONFLICT DO NOTHING"
      }
    let rows = try tool.execute("\(change) RETURNING '=' || \(comparison.token(column))")
    if rows.isEmpty { collisions.withLock { $0 += 1 } }
    return rows.first
  }

  func backUp(_ data: Data, label: String) throws {
    _ = try tool.execute(
      "INSERT INTO backups_\(column.type) VALUES (\(id), \(column.literal(data.hex)))")
  }

  /// The documents that were backed up.
  func backups() throws -> [Data] {
    let rows = try tool.execute(
      "SELECT '=' || \(column.hex) FROM backups_\(column.type) WHERE id = \(id)")
    return rows.compactMap { Data(hex: $0) }
  }

  /// The row as a document, by closures, as a program has them.
  func store<Value>(_ type: Value.Type = Value.self) -> DocumentStore<Value> {
    DocumentStore(named: name) {
      try self.read().map { ($0.data, $0.token) }
    } replace: {
      try self.replace($0, with: $1)
    } backUp: {
      try self.backUp($0, label: $1)
    }
  }
}
