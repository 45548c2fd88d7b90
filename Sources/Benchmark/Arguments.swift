/// A parsed command line.
enum Command: Equatable {
  /// Measure the cases whose names begin with `only`.
  case measure(only: String, quick: Bool, asJSON: Bool, folder: String?)
  /// List the names of all cases.
  case list
  /// Run one column of a case, by default the last, `times` times and nothing else.
  case run(name: String, times: Int, column: String?)
  /// Measure a figure that needs its own process.
  case probe(Probe)
  /// Compare how so many doubles are written with Foundation, and read them back.
  case checkDoubles(Int)

  static let usage = """
    Benchmark [--only PREFIX] [--quick] [--json] [FOLDER]
        Compares Lineage with Foundation. FOLDER: measure the JSON files in it too.
    Benchmark --list
        Names the cases.
    Benchmark --case NAME --times N [--column COLUMN]
        Does the work of one case and nothing else, to count instructions; the last column's work,
        which is Lineage's, or another one's.
    Benchmark --check-doubles N
        Writes N doubles, compares the text with Foundation's, and reads it back. A hundred million
        take some minutes.
    """

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var options: [String: String] = [:]
    var flags: Set<String> = []
    var folder: String?
    while let argument = rest.popFirst() {
      switch argument {
      case "--only", "--case", "--times", "--column", "--probe", "--check-doubles":
        guard let value = rest.popFirst() else {
          throw UsageError("'\(argument)' needs a value after it.")
        }
        options[argument] = value
      case "--quick", "--json", "--list": flags.insert(argument)
      default:
        guard !argument.hasPrefix("-"), folder == nil else {
          throw UsageError("'\(argument)' is no argument of this program.")
        }
        folder = argument
      }
    }
    let given = flags.union(options.keys).union(folder == nil ? [] : ["FOLDER"])
    self = try Self.command(given, options, folder)
  }

  private static func command(
    _ given: Set<String>, _ options: [String: String], _ folder: String?
  ) throws(UsageError) -> Command {
    if given == ["--list"] { return .list }
    if given == ["--probe"], let probe = options["--probe"].flatMap(Probe.init) {
      return .probe(probe)
    }
    if given == ["--check-doubles"],
      let count = options["--check-doubles"].flatMap({ Int($0) }), count > 0
    {
      return .checkDoubles(count)
    }
    if given.isSubset(of: ["--only", "--quick", "--json", "FOLDER"]) {
      return .measure(
        only: options["--only"] ?? "", quick: given.contains("--quick"),
        asJSON: given.contains("--json"), folder: folder)
    }
    guard given.isSubset(of: ["--case", "--times", "--column"]), let name = options["--case"],
      let times = options["--times"].flatMap({ Int($0) }), times > 0
    else {
      throw UsageError("\(given.sorted().joined(separator: ", ")) don't go together as given.")
    }
    return .run(name: name, times: times, column: options["--column"])
  }
}

/// Invalid arguments, or a case that doesn't exist.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
