import LineageStore

extension CommandRun {
  /// Fails if appending records would change a document, or a file that this command reads or writes otherwise.
  ///
  /// If the file name after an option is missing, the shell's `*.poem` takes its place.
  func checkRecordFiles() throws(UsageError) {
    for (option, path) in [("journal", invocation.journal), ("errors", invocation.errors)] {
      guard let path, let problem = problemAppending(to: path) else { continue }
      throw .unsuitableRecordFile(path, of: option, because: problem, verb: invocation.verb)
    }
  }

  private func problemAppending(to path: String) -> String? {
    let calls = RetriedCalls(SystemCalls())
    let file = try? calls.status(of: path, in: .workingFolder, followingLinks: true)
    if let file, file.kind == .file {
      let isOperand = invocation.operands.contains { operand in
        let status = try? calls.status(of: operand, in: .workingFolder, followingLinks: true)
        return status?.isSameFile(as: file) ?? false
      }
      if isOperand { return "it is one of the documents" }
    }
    let walk = DocumentWalk(
      invocation.operands, of: migration.kinds, takingAnyFile: migration.takesAnyFile)
    if walk.reaches(path) { return "it would be found as a document" }
    return RecordFile.problemAppending(
      to: path, whileReading: .standardInput, writing: .standardOutput)
  }
}
