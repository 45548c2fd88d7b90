import Foundation
import Lineage
import LineageStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// A program with one document, and the harness that puts it to the test. `.ci/faults` runs it.
//
//   prepare OPERATION FOLDER              makes the folder with what is there before an operation
//   run OPERATION FOLDER [WRITER]         performs it, and prints "done", "failed ERROR" or "uncertain ERROR"
//   check OPERATION FOLDER EXPECTED       says what is there, and which promises weren't kept
//   increment FILE TIMES                  counts up under the lock
//   rude FILE TIMES                       writes with `.atomic`, and prints how many of its writes were lost
//   old FILE TIMES                        counts up as the first version of the program
//   stale FILE SIGNAL                     opens it as the first version, waits for a file, then writes
//   cost FOLDER TIMES                     prints how long a save takes with each writer
//   faults WORK [--quick | --itself]      the harness

do {
  var arguments = Arguments()
  switch try arguments.next() {
  case "prepare": try arguments.nextScenario().prepare()
  case "run":
    let scenario = try arguments.nextScenario()
    mark("begin")
    let result = Result { try scenario.perform() }
    mark("end")
    switch result {
    case .success: say("done")
    case .failure(let error):
      say("\(Report(error)) \(error)")
      exit(1)
    }
  case "check":
    let scenario = try arguments.nextScenario()
    guard let expected = Expectation(rawValue: try arguments.next()) else {
      throw Failure("expected: old, new or either")
    }
    let scratch = FileManager.default.temporaryDirectory
    let reference = try Reference(scenario.operation, scenario.writer, in: scratch)
    let verdict = try scenario.verdict(reference)
    let losses = try scenario.losses(expecting: expected, reference)
    say("\(verdict); losses: \(losses.sorted().map(\.rawValue))")
  case "increment": try Program(arguments.nextURL()).increment(arguments.nextNumber())
  case "rude": try Program(arguments.nextURL()).writeRudely(arguments.nextNumber())
  case "old": try Program(arguments.nextURL()).countAsOldProgram(arguments.nextNumber())
  case "stale": try Program(arguments.nextURL()).writeAsOldProgram(after: arguments.nextURL())
  case "cost": try printCosts(in: arguments.nextURL(), arguments.nextNumber())
  case "faults":
    let harness = Harness(work: try arguments.nextURL(), mode: arguments.first ?? "")
    exit(try harness.run() ? 0 : 1)
  case let verb: throw Failure("no such verb: \(verb)")
  }
} catch {
  say("\(error)")
  exit(1)
}
