public import Foundation
import Lineage
import LineageStore

extension Migration {
  /// Migrates documents that are lines of a text, and writes the lines in the same order.
  ///
  /// Lines that are current or newer are written as they are, byte for byte.
  ///
  /// - Parameters:
  ///   - input: The lines, in UTF-8.
  ///   - output: The file for the lines.
  ///   - options: The choices.
  /// - Throws: ``DocumentFailure`` if there is no such type; an error of the system if a file can't be read or written.
  public func filter(
    from input: FileHandle, to output: FileHandle, options: FilterOptions = FilterOptions()
  ) async throws -> FilterSummary {
    let (source, target) = (input.fileDescriptor, output.fileDescriptor)
    return try await Self.onThread { _ in
      try filter(from: source, to: target, options: options)
    }
  }

  /// The same on this thread, with the numbers of open files.
  package func filter(
    from input: Int32, to output: Int32, options: FilterOptions = FilterOptions()
  ) throws -> FilterSummary {
    var migration = self
    if let type = options.type {
      guard let chosen = ofType(type) else {
        throw DocumentFailure(.unknownType, message: "There is no type '\(type)'.")
      }
      migration = chosen
    }
    if let version = options.version, let older = migration.migrating(to: version) {
      migration = older
    }
    guard let kind = migration.kinds.first, migration.kinds.count == 1 else {
      throw DocumentFailure(.unknownType, message: "Lines don't tell their type. Set `type`.")
    }
    let filter = LineFilter(
      migrator: kind.lineMigrator(LineOptions(options)), options: options)
    do {
      return try filter.run(from: input, to: output)
    } catch let failure as LineFilter.StreamFailure {
      throw failure.error
    }
  }
}

extension LineOptions {
  init(_ options: FilterOptions) {
    separator = Array((options.keySeparator ?? "").utf8)
    column = options.column
    includesInput = options.includesInput
  }
}
