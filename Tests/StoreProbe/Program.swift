import Foundation
import Lineage
import LineageStore

/// Prints how many milliseconds a save takes with each writer, the median of some.
func printCosts(in folder: URL, _ times: Int) throws {
  for writer in Writer.allCases {
    let scenario = Scenario(
      operation: .save, writer: writer, folder: folder.appending(path: UUID().uuidString))
    defer { try? FileManager.default.removeItem(at: scenario.folder) }
    try scenario.prepare()
    let durations = try (0..<times).map { number in
      let begin = ContinuousClock.now
      try scenario.performAgain(number)
      return (ContinuousClock.now - begin) / .milliseconds(1)
    }
    say("\(writer): \(durations.sorted()[times / 2]) ms")
  }
}

/// Programs that share one document.
struct Program {
  let file: URL

  init(_ file: URL) {
    self.file = file
  }

  private var document: DocumentFile<Diary> { DocumentFile(file) }

  /// Counts up. Prints how often it had to report that another program has written.
  func increment(_ times: Int) throws {
    var conflicts = 0
    for _ in 0..<times {
      while true {
        do {
          try document.update { $0.count += 1 }
          break
        } catch StoreError.changed {
          conflicts += 1
        }
      }
    }
    say("conflicts \(conflicts)")
  }

  /// Writes with Foundation alone, without a lock and without a look at what is there. Prints how many of its
  /// writes weren't in the document a moment later: another program has displaced them with one that it made from an
  /// older document.
  func writeRudely(_ times: Int) throws {
    var (lost, torn) = (0, 0)
    var diary = try Diary(from: .sample)
    for number in 1...times {
      diary.rude = number
      try JSONEncoder().encode(versioned: diary).write(to: file, options: .atomic)
      var isThere = false
      // The other program may be about to put it back.
      for _ in 0..<200 where !isThere {
        do {
          let data = try Data(contentsOf: file)
          diary.count = try JSONDecoder().decode(versioned: Diary.self, from: data).count
          isThere = try JSONDecoder().decode(versioned: Diary.self, from: data).rude == number
        } catch {
          torn += 1
        }
        if !isThere { Thread.sleep(forTimeInterval: 0.001) }
      }
      if !isThere { lost += 1 }
      Thread.sleep(forTimeInterval: Double.random(in: 0...0.003))
    }
    say("lost \(lost)\ntorn \(torn)")
  }

  /// Counts up as the first version of the program, until the document has become newer. Prints how often it did.
  func countAsOldProgram(_ times: Int) throws {
    var counted = 0
    do {
      for _ in 0..<times {
        try DocumentFile<DiaryV1>(file).update { $0.count += 1 }
        counted += 1
      }
    } catch StoreError.newer {}
    say("counted \(counted)")
  }

  /// Reads as the first version of the program, writes when a file appears, and prints what came of that.
  func writeAsOldProgram(after signal: URL) throws {
    let document = DocumentFile<DiaryV1>(file)
    let opened = try document.read()
    say("opened")
    while !FileManager.default.fileExists(atPath: signal.path) {
      Thread.sleep(forTimeInterval: 0.005)
    }
    do {
      try document.write(.sample, over: opened)
      say("written")
    } catch StoreError.newer {
      say("newer")
    } catch StoreError.changed {
      say("changed")
    }
  }
}
