#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Finds the lines of JSON whose documents already have the newest version, as fast as the version can be found.
///
/// The rest of a document isn't read. A line counts as current only if it looks like a whole object and its version can
/// be found without doubt; everything else has to be looked at more closely.
package struct CurrentLines: Sendable {
  /// Some lines: where they end, after their last line feed, and how many they are.
  package struct Run: Equatable, Sendable {
    package var end: Int
    package var count = 0
  }

  private let chain: ResolvedChain
  private let newest: AnyVersion
  private let separator: [UInt8]
  private let skipsValues: Bool

  /// Creates a finder; nil if the decoder isn't a plain `JSONDecoder` or has a key strategy of the program's own, or if
  /// the newest type has no version.
  ///
  /// - Parameters:
  ///   - type: The newest version of the documents' type.
  ///   - decoder: The decoder of the documents.
  ///   - separator: What ends the part of a line before its document; empty if there is none.
  package init?<Value: VersionedCodable>(
    of type: Value.Type, by decoder: JSONDecoder, after separator: [UInt8] = []
  ) {
    chain = ResolvedChain.of(type)
    newest = type.version.anyVersion
    self.separator = separator
    guard decoder.isPlain, chain.problem == nil, newest != .unversioned else { return nil }
    switch decoder.keyDecodingStrategy {
    case .useDefaultKeys: skipsValues = !decoder.allowsJSON5
    // A version keeps its name, or has another one that isn't found here.
    case .convertFromSnakeCase: skipsValues = false
    default: return nil
    }
  }

  /// The current lines from a position on, up to the first line that isn't current.
  ///
  /// - Parameters:
  ///   - text: Lines, of which the last may have no line feed.
  ///   - start: The offset of the first line from the beginning of the text.
  package func run(in text: Data, from start: Int) -> Run {
    text.withBytes { run(in: $0, from: start) }
  }

  private func run(in text: Bytes, from start: Int) -> Run {
    var run = Run(end: start)
    while run.end < text.count {
      let feed = text.firstIndex(of: ASCII.lineFeed, from: run.end)
      guard isCurrent(text[run.end..<(feed ?? text.count)]) else { return run }
      run.count += 1
      run.end = feed.map { $0 + 1 } ?? text.count
    }
    return run
  }

  private func isCurrent(_ line: Slice<Bytes>) -> Bool {
    var line = Bytes(rebasing: line)
    if !separator.isEmpty {
      guard let end = line.end(of: separator) else { return false }
      line = Bytes(rebasing: line[end...])
    }
    // A line that was cut off doesn't end like an object.
    var last = line.count - 1
    while last > 0, line[last] <= ASCII.space { last -= 1 }
    guard last > 0, line[last] == ASCII.closeBrace else { return false }
    if let version = chain.version(in: JSONSkimmer(line, skippingValues: false)) {
      return version == newest
    }
    guard skipsValues else { return false }
    return chain.version(in: JSONSkimmer(line, skippingValues: true)) == newest
  }
}

extension Bytes {
  /// The position after the first occurrence of some bytes.
  fileprivate func end(of pattern: [UInt8]) -> Int? {
    var start = 0
    while let first = firstIndex(of: pattern[0], from: start) {
      let end = first + pattern.count
      guard end <= count else { return nil }
      if self[first..<end].elementsEqual(pattern) { return end }
      start = first + 1
    }
    return nil
  }
}

extension Data {
  /// The offset of the first line feed from an offset on.
  package func lineFeed(from start: Int) -> Int? {
    withBytes { $0.firstIndex(of: ASCII.lineFeed, from: start) }
  }
}
