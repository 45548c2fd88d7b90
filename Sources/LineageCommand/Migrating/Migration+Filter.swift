public import Foundation
import Lineage
import LineageStore

extension Migration {
  /// Migrates documents that are lines of a text, and writes the lines in the same order.
  ///
  /// Lines that are current or newer are written as they are, byte for byte. If the program has documents of several
  /// types, use ``restricted(toType:)`` first, because lines don't say which type they have.
  ///
  /// A type that encodes dictionaries or sets in their own order writes them in another order in each process. For the
  /// same output everywhere, start the process with the environment variable `SWIFT_DETERMINISTIC_HASHING`, as
  /// ``MigrationCommand/run()`` does.
  ///
  /// - Parameters:
  ///   - input: The lines, in UTF-8.
  ///   - output: The file for the lines.
  ///   - options: The options.
  /// - Throws: ``DocumentFailure`` if documents of the type can't be lines, or the file for records is the input or the
  ///   output, or contains something else; an error of the system if a file can't be read or written;
  ///   `CancellationError`.
  public func filter(
    from input: FileHandle, to output: FileHandle, options: FilterOptions = FilterOptions()
  ) async throws -> FilterSummary {
    let (source, target) = (input.fileDescriptor, output.fileDescriptor)
    do {
      return try await Self.onThread { stop in
        try filter(from: source, to: target, options: options, stop: stop) { _ in }
      }
    } catch let failure as LineFilter.StreamFailure {
      throw failure.error
    }
  }

  /// The same on this thread, with the numbers of open files.
  package func filter(
    from input: Int32, to output: Int32, options: FilterOptions = FilterOptions()
  ) throws -> FilterSummary {
    try filter(from: input, to: output, options: options, stop: StopSign()) { _ in }
  }

  /// - Parameter progress: Called with what was done so far, after each batch of lines.
  func filter(
    from input: Int32, to output: Int32, options: FilterOptions, stop: StopSign,
    progress: (LineCounts) -> Void
  ) throws -> FilterSummary {
    let kind = try kindOfLines()
    let layout = LineLayout(keySeparator: options.keySeparator, column: options.column)
    let migrator = kind.lineMigrator(
      layout, decodingCurrentLines: options.decodesCurrentLines)
    let filter = LineFilter(migrator: migrator, options: options)
    return try filter.run(from: input, to: output, stop: stop, progress: progress)
  }

  /// The only kind of documents that lines can have.
  func kindOfLines() throws(DocumentFailure) -> any DocumentKind {
    guard let first = kinds.first, kinds.allSatisfy({ $0.types[0] == first.types[0] }) else {
      throw DocumentFailure(
        .unknownType, message: "Can't infer the type of lines: there are several.")
    }
    guard let kind = kinds.first(where: { $0.options.format.coding.isJSON }) else {
      throw DocumentFailure(
        .unknownType,
        message: "Documents of type \(first.name) aren't JSON, so they can't be lines.")
    }
    guard kind.chain.links.first?.location.keys.isEmpty == false else {
      throw DocumentFailure(
        .unknownType,
        message:
          "The version of \(kind.name) is stored outside of its documents, so lines don't have it.")
    }
    return kind
  }
}
