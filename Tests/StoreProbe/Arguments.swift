import Foundation

/// The arguments of the program, which are taken one after the other.
struct Arguments {
  private var rest = CommandLine.arguments.dropFirst()

  /// The next one, if there is any.
  var first: String? { rest.first }

  mutating func next() throws -> String {
    guard let argument = rest.popFirst() else { throw Failure("an argument is missing") }
    return argument
  }

  mutating func nextNumber() throws -> Int {
    guard let number = Int(try next()) else { throw Failure("a number is missing") }
    return number
  }

  mutating func nextURL() throws -> URL { URL(filePath: try next()) }

  mutating func nextScenario() throws -> Scenario {
    let name = try next()
    guard let operation = Operation(rawValue: name) else {
      throw Failure("no such operation: \(name)")
    }
    let folder = try nextURL()
    return Scenario(
      operation: operation, writer: first.flatMap(Writer.init) ?? .full, folder: folder)
  }
}
