/// Whether a run may write fixtures, and the advice in failures on how to record them.
struct Recording {
  let mode: RecordingMode
  /// The variable of a CI server, such as `CI`, that overrides a mode of `MIGRATION_FIXTURES` that writes files.
  let overridingVariable: String?
  /// Whether a shipped version has changed. Then nothing is written, since that would record the
  /// mistake as the expected result.
  private(set) var isBlocked = false

  init(mode: RecordingMode, overridingVariable: String? = nil) {
    self.mode = mode
    self.overridingVariable = overridingVariable
  }

  /// Reads the environment of a process. The mode is `never` in CI, otherwise the value of
  /// `MIGRATION_FIXTURES`, which defaults to `missing`.
  init(environment: [String: String]) throws {
    let wanted = try RecordingMode(environment: environment)
    let ci = Self.variableOfCI(in: environment)
    self.init(
      mode: ci != nil ? .never : wanted ?? .missing,
      overridingVariable: wanted != nil && wanted != .never ? ci : nil)
  }

  /// The variable that says that the process runs in CI; nil if it doesn't.
  private static func variableOfCI(in environment: [String: String]) -> String? {
    if let ci = environment["CI"], !ci.isEmpty {
      return ["0", "false", "no"].contains(ci.lowercased()) ? nil : "CI"
    }
    // Azure Pipelines, TeamCity and Jenkins don't set CI.
    return ["TF_BUILD", "TEAMCITY_VERSION", "JENKINS_URL"].first {
      environment[$0]?.isEmpty == false
    }
  }

  /// The same run after a change of a shipped version was found.
  func blocked() -> Recording {
    var recording = self
    recording.isBlocked = true
    return recording
  }

  /// Whether missing files may be written.
  var addsFiles: Bool { !isBlocked && mode != .never }

  /// Whether files of versions that haven't shipped may be replaced.
  var replacesFiles: Bool { !isBlocked && mode == .newest }

  static let adviceIfBlocked = "Restore what has shipped first; until then, nothing is recorded."

  /// A sentence with the command that records something, or why that is impossible now.
  ///
  /// - Parameters:
  ///   - sentence: What to do, without a period.
  ///   - mode: The mode that writes it.
  ///   - file: A file to remove first, because no mode replaces it.
  func advice(_ sentence: String, _ mode: RecordingMode, removing file: String? = nil) -> String {
    if isBlocked { return Self.adviceIfBlocked }
    let removal = file.map { "rm \($0.quotedForShell) && " } ?? ""
    let command = "\(sentence): \(removal)\(RecordingMode.variable)=\(mode) swift test"
    guard let overridingVariable else { return command }
    return """
      \(command)
      Run it on your machine: \(overridingVariable) is set here, so nothing is written, regardless of \
      \(RecordingMode.variable).
      """
  }
}

extension String {
  /// The text as one word of a command.
  fileprivate var quotedForShell: String {
    wholeMatch(of: /[\w.\/-]+/) == nil ? "'\(replacing("'", with: #"'\''"#))'" : self
  }
}
