/// Whether a run of the tests may write fixtures: what the variable `MIGRATION_FIXTURES` says.
enum RecordingMode: String, CaseIterable {
  /// Nothing is written.
  case never
  /// What isn't there yet is written.
  case missing
  /// What isn't there yet is written, and the newest version's files are written anew, until it ships.
  case newest

  static let variable = "MIGRATION_FIXTURES"

  /// Reads the mode from the environment of a process: `missing` at a desk, `never` where `CI` is set,
  /// unless the variable says otherwise.
  init(environment: [String: String]) throws {
    if let text = environment[Self.variable], !text.isEmpty {
      guard let mode = RecordingMode(rawValue: text) else { throw Unknown(text: text) }
      self = mode
    } else {
      let ci = environment["CI", default: ""].lowercased()
      self = ["", "0", "false", "no"].contains(ci) ? .missing : .never
    }
  }

  /// The variable says something else than one of the modes.
  struct Unknown: Error, CustomStringConvertible {
    let text: String

    var description: String {
      """
      \(RecordingMode.variable) is '\(text)', which is no way to record fixtures. Set it to \
      never, missing or newest, or leave it out.
      """
    }
  }
}
