import Foundation

/// The document that is being looked at, in a file, so that it is known after a crash.
///
/// A trap ends the process before anybody can report it. The next run finds the file, and reports the
/// document that the one before it didn't get over.
struct LastDocument {
  private let file: URL

  /// A document that a run did not get over.
  struct Unfinished {
    let document: Data
    let seed: UInt64
    let turn: Int
  }

  /// Names the file for a document; the folder of the fixtures tells projects apart.
  init(of folder: FixtureFolder) {
    let place = folder.reading.path().utf8.reduce(into: UInt64(14_695_981_039_346_656_037)) {
      $0 = ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    file = FileManager.default.temporaryDirectory.appending(
      path: "lineage-fuzz-\(String(place, radix: 36))-\(folder.document)")
  }

  func note(
    _ document: Data, seed: UInt64, turn: Int,
    process: Int32 = ProcessInfo.processInfo.processIdentifier
  ) throws {
    let head = "\(process) \(seed) \(turn)\n"
    try (Data(head.utf8) + document).write(to: file)
  }

  func forget() {
    try? FileManager.default.removeItem(at: file)
  }

  /// The document that an earlier run left behind; not one of a run that is still going on.
  func unfinished() -> Unfinished? {
    guard let data = try? Data(contentsOf: file), let end = data.firstIndex(of: 0x0A) else {
      return nil
    }
    let head = String(decoding: data[..<end], as: UTF8.self).split(separator: " ")
    guard head.count == 3, let process = Int32(head[0]), let seed = UInt64(head[1]),
      let turn = Int(head[2]), !Self.isRunning(process)
    else { return nil }
    return Unfinished(document: data[(end + 1)...], seed: seed, turn: turn)
  }

  private static func isRunning(_ process: Int32) -> Bool {
    #if os(Windows)
      // There is no asking for it with a signal.
      return false
    #else
      return kill(process, 0) == 0
    #endif
  }
}
