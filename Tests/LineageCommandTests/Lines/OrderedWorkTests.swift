import Foundation
import Synchronization
import Testing

@testable import LineageCommand

@Suite struct OrderedWorkTests {
  private struct Stop: Error {}

  @Test(arguments: [1, 2, 7])
  func `results come in order, whatever takes longer`(_ jobs: Int) throws {
    var numbers = (0..<200).makeIterator()
    var results: [Int] = []

    try OrderedWork(jobs: jobs).run {
      numbers.next()
    } work: { number in
      if number.isMultiple(of: 13) { Thread.sleep(forTimeInterval: 0.002) }
      return number * 2
    } finish: { result in
      results.append(result)
    }

    #expect(results == (0..<200).map { $0 * 2 })
  }

  @Test(arguments: [1, 3])
  func `an error ends the work, and no thread goes on`(_ jobs: Int) throws {
    let done = Atomic(0)
    var numbers = (0..<10_000).makeIterator()

    #expect(throws: Stop.self) {
      try OrderedWork(jobs: jobs).run {
        numbers.next()
      } work: { number in
        done.wrappingAdd(1, ordering: .relaxed)
        return number
      } finish: { result in
        if result == 20 { throw Stop() }
      }
    }

    let count = done.load(ordering: .relaxed)
    #expect(count <= 20 + jobs * 2 + 1)
    Thread.sleep(forTimeInterval: 0.01)
    #expect(done.load(ordering: .relaxed) == count)
  }

  @Test func `little more is read than is worked on`() throws {
    var begun = 0
    var finished = 0
    var most = 0

    try OrderedWork(jobs: 3).run {
      begun += 1
      most = max(most, begun - finished)
      return begun <= 100 ? begun : nil
    } work: {
      $0
    } finish: { _ in
      finished += 1
    }

    #expect(most <= 7)
  }
}
