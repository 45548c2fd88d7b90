import Foundation
import Lineage
import LineageStore

/// Several processes with one document.
struct Contention {
  let work: URL
  let isQuick: Bool
  let results: Results

  /// Eight processes count up; no change may be lost.
  func count() throws {
    let times = isQuick ? 100 : 1000
    try inFolder { folder in
      let file = try makeDocument(Diary(from: .sample), in: folder)
      let children = try (0..<8).map { index in
        try start("increment", file, "\(times)", in: folder, "\(index)")
      }
      let failed = children.map { $0.wait() }.filter { $0.status != 0 }
      for child in failed { say(child.output) }
      let count = try DocumentFile<Diary>(file).read()?.value.count ?? 0
      say("8 processes × \(times) changes are \(count)")
      var losses: Set<Loss> = failed.isEmpty ? [] : [.unexpected]
      if count != 8 * times { losses.insert(.undone) }
      try finish("8 processes × \(times) changes", losses, folder)
    }
  }

  /// A program that knows no locks writes beside two that do.
  func beRude() throws {
    let times = isQuick ? 200 : 1000
    try inFolder { folder in
      let file = try makeDocument(Diary(from: .sample), in: folder)
      let rude = try start("rude", file, "\(times)", in: folder, "rude")
      let polite = try (0..<2).map {
        try start("increment", file, "\(times)", in: folder, "\($0)")
      }
      let outputs = ([rude] + polite).map { $0.wait() }
      var losses: Set<Loss> = outputs.contains { $0.status != 0 } ? [.unexpected] : []
      if !outputs[0].output.contains("torn 0") { losses.insert(.damaged) }
      if !outputs[0].output.contains("lost 0") { losses.insert(.displaced) }
      say(
        "beside a program without locks, \(times) writes: "
          + outputs.map { $0.output.split(separator: "\n").joined(separator: ", ") }
          .joined(separator: "; "))
      try finish("program without locks beside it", losses, folder)
    }
  }

  /// A process of the first version goes on while one of the second saves.
  func keepOldProgramRunning() throws {
    for round in 0..<(isQuick ? 5 : 20) {
      try inFolder { folder in
        let file = try makeDocument(DiaryV1.sample, in: folder)
        let signal = folder.appending(path: "../\(folder.lastPathComponent).signal")
        let stale = try start("stale", file, signal.path, in: folder, "stale")
        while (try? String(contentsOf: stale.output, encoding: .utf8))?.contains("opened") != true {
          Thread.sleep(forTimeInterval: 0.005)
        }
        let counting = try start("old", file, "1000000", in: folder, "old")
        Thread.sleep(forTimeInterval: 0.02 * Double(round % 5))
        let document = DocumentFile<Diary>(file)
        var losses: Set<Loss> = []
        try document.update { $0.title = "New" }
        try Data().write(to: signal)
        defer { try? FileManager.default.removeItem(at: signal) }
        let output = stale.wait().output
        if !output.contains("newer"), !output.contains("changed") { losses.insert(.displaced) }
        let counted = counting.wait()
        let diary = try document.read()
        let old = try document.backups().last?.open()
        if counted.status != 0 { losses.insert(.unexpected) }
        if diary?.version != 2 || diary?.value.title != "New" { losses.insert(.displaced) }
        if counted.output != "counted \(diary?.value.count ?? -1)\n" { losses.insert(.undone) }
        if old?.value.count != diary?.value.count { losses.insert(.originalGone) }
        try finish("older program goes on running", losses, folder)
      }
    }
  }

  private func makeDocument(_ value: some VersionedCodable, in folder: URL) throws -> URL {
    let file = folder.appending(path: "doc.json")
    try JSONEncoder().encode(versioned: value).write(to: file)
    return file
  }

  private func start(
    _ verb: String, _ file: URL, _ argument: String, in folder: URL, _ name: String
  ) throws -> Child {
    try Child(
      [Child.probe, verb, file.path, argument],
      output: work.appending(path: "\(folder.lastPathComponent)-\(name).output"))
  }

  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = work.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func finish(_ kind: String, _ losses: Set<Loss>, _ folder: URL) throws {
    var losses = losses
    let strays = try FileSnapshot.all(in: folder).map(\.path).filter { $0.hasSuffix(".saving") }
    if !strays.isEmpty { losses.insert(.stray) }
    results.add(kind, .full, losses, folder.lastPathComponent)
  }
}
