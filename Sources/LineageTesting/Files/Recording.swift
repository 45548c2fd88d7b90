/// Whether a run may write fixtures, and the advice in failures on how to record them.
struct Recording {
  let mode: RecordingMode
  /// Whether `CI` overrides a mode of `MIGRATION_FIXTURES` that writes files.
  let isRefusedInCI: Bool
  /// Whether a shipped version has changed. Then nothing is written, since that would record the
  /// mistake as the expected result.
  var isBlocked = false

  init(mode: RecordingMode, isRefusedInCI: Bool = false) {
    self.mode = mode
    self.isRefusedInCI = isRefusedInCI
  }

  /// Reads the environment of a process. The mode is `never` if `CI` is set, otherwise the value of
  /// `MIGRATION_FIXTURES`, which defaults to `missing`.
  init(environment: [String: String]) throws {
    let wanted = try RecordingMode(environment: environment)
    let ci = environment["CI", default: ""].lowercased()
    let isCI = !["", "0", "false", "no"].contains(ci)
    self.init(
      mode: isCI ? .never : wanted ?? .missing,
      isRefusedInCI: isCI && wanted != nil && wanted != .never)
  }

  /// Whether missing files may be written.
  var addsFiles: Bool { !isBlocked && mode != .never }

  /// Whether files of versions that haven't shipped may be replaced.
  var replacesFiles: Bool { !isBlocked && mode == .newest }

  /// A sentence with the command that records something, or why that is impossible now.
  ///
  /// - Parameters:
  ///   - sentence: What to do, without a period.
  ///   - mode: The mode that writes it.
  ///   - file: A file to remove first, because no mode replaces it.
  func advice(_ sentence: String, _ mode: RecordingMode, removing file: String? = nil) -> String {
    if isBlocked { return "Restore what has shipped first; until then, nothing is recorded." }
    let removal = file.map { "rm \($0) && " } ?? ""
    let command = "\(sentence): \(removal)\(RecordingMode.variable)=\(mode) swift test"
    return isRefusedInCI
      ? """
      \(command)
      Run it on your machine: CI is set here, so nothing is written, regardless of \
      \(RecordingMode.variable).
      """
      : command
  }
}
