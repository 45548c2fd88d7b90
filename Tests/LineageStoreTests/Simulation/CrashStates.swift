import Foundation

/// What a power cut may leave of a disk after some effects: all that was synced, and any part of the rest.
struct CrashStates {
  let base: DiskImage
  let log: ArraySlice<DiskEffect>
  /// The effects that may have happened or not.
  private let pending: [Int]

  init(base: DiskImage, log: ArraySlice<DiskEffect>) {
    self.base = base
    self.log = log
    var pending: [Int] = []
    // Writes that a failed sync has made the system forget, so that no later one brings them to the disk.
    var forgotten: Set<Int> = []
    for (index, effect) in log.enumerated() {
      switch effect {
      case .create: break
      case .sync(let number, let metadata):
        pending.removeAll {
          !forgotten.contains($0)
            && log[log.startIndex + $0].isSynced(by: number, metadata: metadata)
        }
      case .forget(let number):
        forgotten.formUnion(pending.filter { log[log.startIndex + $0].isWrite(to: number) })
      default: pending.append(index)
      }
    }
    self.pending = pending
  }

  /// How many states there are.
  var count: Int {
    pending.reduce(1) { $0 * log[log.startIndex + $1].outcomes }
  }

  var leastImage: DiskImage { image { _ in 0 } }

  /// Calls a function with the states: with all, or with a sample that has the extremes.
  func forEach(
    limit: Int, using generator: inout some RandomNumberGenerator, _ body: (DiskImage) -> Void
  ) {
    let count = count
    if count <= limit {
      for state in 0..<count { body(image(state)) }
    } else {
      body(image(0))
      body(image(count - 1))
      for _ in 2..<limit { body(image(Int.random(in: 1..<count - 1, using: &generator))) }
    }
  }

  private func image(_ state: Int) -> DiskImage {
    var rest = state
    return image { index in
      let outcomes = log[log.startIndex + index].outcomes
      defer { rest /= outcomes }
      return rest % outcomes
    }
  }

  private func image(_ outcome: (Int) -> Int) -> DiskImage {
    var image = base
    var next = 0
    for (index, effect) in log.enumerated() {
      if next < pending.count, pending[next] == index {
        image.apply(effect, outcome: outcome(index), index: index)
        next += 1
      } else {
        image.apply(effect, index: index)
      }
    }
    return image
  }
}

extension DiskEffect {
  /// Whether a sync brings the effect to the disk.
  fileprivate func isSynced(by number: Int, metadata: Bool) -> Bool {
    switch self {
    case .write(number, _, _), .names(number, _): true
    case .permissions(number, _), .owner(number, _, _), .attributes(number, _): metadata
    default: false
    }
  }

  fileprivate func isWrite(to number: Int) -> Bool {
    if case .write(number, _, _) = self { true } else { false }
  }
}

/// The generator of samples: the same numbers each time.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
