/// What a test run may write: the values of the environment variable `MIGRATION_FIXTURES`.
enum RecordingMode: String, CaseIterable {
  /// Nothing.
  case never
  /// Files that don't exist yet, and expectations that are still of the version before.
  case missing
  /// Files that don't exist yet, and changed ones of versions that haven't shipped.
  case newest

  static let variable = "MIGRATION_FIXTURES"

  /// Reads the variable from the environment of a process; nil if it isn't set.
  init?(environment: [String: String]) throws {
    guard let text = environment[Self.variable], !text.isEmpty else { return nil }
    guard let mode = RecordingMode(rawValue: text) else { throw Unknown(text: text) }
    self = mode
  }

  /// The variable has a value that isn't one of the modes.
  struct Unknown: Error, CustomStringConvertible {
    let text: String

    var description: String {
      """
      \(RecordingMode.variable) is '\(text)', which isn't a recording mode. Set it to never, missing \
      or newest, or don't set it.
      """
    }
  }
}
