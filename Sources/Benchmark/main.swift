import Foundation
import Lineage

// Compares Lineage with Foundation's plain coders, side by side in one run. Arguments.swift has the
// other commands.

/// Measures the chosen cases, and prints each result as soon as it is known.
func measure(only prefix: String, quick: Bool, asJSON: Bool, folder: String?) throws {
  let effort = quick ? Effort.quick : .full
  var all: [Measurement] = []
  for group in try Group.all(quick ? .quick : .full, folder: folder) {
    let chosen = group.cases.filter { $0.name.hasPrefix(prefix) }
    if chosen.isEmpty { continue }
    let table = Table(group: group)
    if !asJSON { print(table.header) }
    let measurements = try chosen.map { next in
      let measurement = try group.measure(next, effort)
      if !asJSON { print(table.row(measurement)) }
      return measurement
    }
    if !asJSON { print(table.footer(measurements)) }
    all += measurements
  }
  if all.isEmpty { throw UsageError("No case begins with '\(prefix)'. --list names them all.") }
  if asJSON {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(all), as: UTF8.self))
  }
}

/// Runs one column of a case.
func run(_ name: String, times: Int, column: String?) throws {
  for group in try Group.all(.full) {
    guard let chosen = group.cases.first(where: { $0.name == name }) else { continue }
    guard let index = group.columns.lastIndex(where: { column == nil || $0 == column }) else {
      throw UsageError(
        "The columns of '\(name)' are \(group.columns.joined(separator: ", ")).")
    }
    switch try chosen.prepare().work[index] {
    case .repeated(let work), .timed(let work): for _ in 0..<times { try work() }
    case .inFreshProcess, .known: throw UsageError("'\(name)' is measured in processes of its own.")
    }
    return
  }
  throw UsageError("There is no case '\(name)'. --list names them all.")
}

do {
  switch try Command(Array(CommandLine.arguments.dropFirst())) {
  case .measure(let prefix, let quick, let asJSON, let folder):
    try measure(only: prefix, quick: quick, asJSON: asJSON, folder: folder)
  case .list:
    for group in try Group.all(.quick) { for next in group.cases { print(next.name) } }
  case .run(let name, let times, let column): try run(name, times: times, column: column)
  case .probe(let probe): print(try probe.figure())
  case .checkDoubles(let count): print(try DoubleCheck.run(count))
  }
} catch let error as UsageError {
  FileHandle.standardError.write(Data("\(error)\n\n\(Command.usage)\n".utf8))
  exit(2)
}
