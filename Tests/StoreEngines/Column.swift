import Foundation

/// A type of column that documents are stored in.
struct Column: Hashable, Sendable, CustomStringConvertible {
  enum Engine: String {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"
  }

  let engine: Engine
  let type: String

  static let all = [
    Column(engine: .sqlite, type: "TEXT"), Column(engine: .sqlite, type: "BLOB"),
    Column(engine: .postgreSQL, type: "text"), Column(engine: .postgreSQL, type: "bytea"),
    Column(engine: .postgreSQL, type: "json"), Column(engine: .postgreSQL, type: "jsonb"),
  ]

  var description: String { "\(engine.rawValue) \(type)" }

  /// The ways in which a row can be compared with the one that was read.
  var comparisons: [Comparison] {
    let all: [Comparison] = engine == .sqlite ? [.value, .revision] : [.value, .revision, .xmin]
    // PostgreSQL has no `=` for `json`.
    return type == "json" ? all.filter { $0 != .value } : all
  }

  /// A document as an expression in SQL, made from its bytes in hexadecimal digits.
  func literal(_ hex: String) -> String {
    switch (engine, type) {
    case (.sqlite, "TEXT"): "CAST(x'\(hex)' AS TEXT)"
    case (.sqlite, _): "x'\(hex)'"
    case (.postgreSQL, "bytea"): "decode('\(hex)', 'hex')"
    case (.postgreSQL, _): "convert_from(decode('\(hex)', 'hex'), 'UTF8')::\(type)"
    }
  }

  /// The bytes of the stored document in hexadecimal digits, as an expression in SQL.
  var hex: String {
    switch (engine, type) {
    case (.sqlite, _): "hex(document)"
    case (.postgreSQL, "bytea"): "encode(document, 'hex')"
    case (.postgreSQL, _): "encode(convert_to(document::text, 'UTF8'), 'hex')"
    }
  }
}

/// How a row is compared with the one that was read.
enum Comparison: String {
  /// By the document itself.
  case value
  /// By a number that every write increases.
  case revision
  /// By the transaction that wrote the row, which PostgreSQL knows.
  case xmin

  /// The token of a row, as an expression in SQL.
  func token(_ column: Column) -> String {
    switch self {
    case .value: column.hex
    case .revision: "revision"
    case .xmin: "xmin::text"
    }
  }

  /// The condition that a row has a token, in SQL.
  func condition(_ column: Column, _ token: String) -> String {
    switch self {
    case .value: "document = \(column.literal(token))"
    case .revision: "revision = \(token)"
    case .xmin: "xmin::text = '\(token)'"
    }
  }
}

extension Data {
  /// The bytes in hexadecimal digits.
  var hex: String {
    reduce(into: "") { text, byte in
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }

  /// Bytes from hexadecimal digits; nil if they aren't any.
  init?(hex: some StringProtocol) {
    let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == hex.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    self.init(
      stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
  }
}
