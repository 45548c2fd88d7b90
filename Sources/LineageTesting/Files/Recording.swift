/// Whether a run may write fixtures, and how failures tell people to have them written.
struct Recording {
  let mode: RecordingMode
  /// Whether `MIGRATION_FIXTURES` asks for more than `CI` allows.
  let isRefusedInCI: Bool
  /// Whether something that has shipped is no longer what it was. Then nothing is written, since it
  /// would show the mistake as what is expected.
  var isBlocked = false

  init(mode: RecordingMode, isRefusedInCI: Bool = false) {
    self.mode = mode
    self.isRefusedInCI = isRefusedInCI
  }

  /// Reads the environment of a process: `never` where `CI` is set, otherwise what
  /// `MIGRATION_FIXTURES` says, or `missing`.
  init(environment: [String: String]) throws {
    let wanted = try RecordingMode(environment: environment)
    let ci = environment["CI", default: ""].lowercased()
    let isCI = !["", "0", "false", "no"].contains(ci)
    self.init(
      mode: isCI ? .never : wanted ?? .missing,
      isRefusedInCI: isCI && wanted != nil && wanted != .never)
  }

  /// Whether files may be written that don't exist yet.
  var addsFiles: Bool { !isBlocked && mode != .never }

  /// Whether files of versions that haven't shipped may be replaced.
  var replacesFiles: Bool { !isBlocked && mode == .newest }

  /// How to have something written, as a sentence with the command, or why that is impossible now.
  ///
  /// - Parameters:
  ///   - sentence: What to do, without a full stop.
  ///   - mode: The mode that writes it.
  ///   - file: A file that has to be removed first, because no mode replaces it.
  func advice(_ sentence: String, _ mode: RecordingMode, removing file: String? = nil) -> String {
    if isBlocked { return "Restore what has shipped first; until then, nothing is recorded." }
    let removal = file.map { "rm \($0) && " } ?? ""
    let command = "\(sentence): \(removal)\(RecordingMode.variable)=\(mode) swift test"
    return isRefusedInCI
      ? """
      \(command)
      Do that on your machine: CI is set here, so nothing is written, whatever \
      \(RecordingMode.variable) says.
      """
      : command
  }
}
