public import Foundation
public import Lineage

/// A folder of documents, each in a file of its own.
///
/// ```swift
/// for file in try DocumentFolder<Poem>(url, named: "*.poem").documents {
///   do {
///     show(try file.read())
///   } catch {
///     show(error, for: file.url)
///   }
/// }
/// ```
///
/// Each document is read on its own, so that one that is damaged doesn't hide the others.
public struct DocumentFolder<Value: VersionedCodable>: Sendable {
  /// The folder.
  public let url: URL
  private let path: String
  private let pattern: String
  private let options: DocumentOptions

  /// Creates a folder of documents. The folder must exist.
  ///
  /// - Parameters:
  ///   - url: The folder.
  ///   - pattern: What the names of the documents look like; `*` is any text, and `?` any character.
  ///   - options: The options for the documents.
  public init(
    _ url: URL, named pattern: String = "*", options: DocumentOptions = DocumentOptions()
  ) {
    self.url = url
    path = FilePath.of(url)
    self.pattern = pattern
    self.options = options
  }

  /// The documents, by name. Hidden files and folders aren't among them.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` if the folder can't be listed.
  public var documents: [DocumentFile<Value>] {
    get throws(StoreError) {
      let calls = RetriedCalls(SystemCalls())
      do {
        let folder = try calls.open(path, in: .workingFolder, .folder)
        defer { try? calls.close(folder) }
        let pattern = NamePattern(pattern)
        return try calls.names(in: folder)
          .filter { !FilePath.isHidden($0) && pattern.matches($0) }
          // What can't be looked at is listed, so that reading it says why.
          .filter {
            let status = try? calls.status(of: $0, in: folder, followingLinks: true)
            return status?.kind != .folder
          }
          .sorted()
          .map {
            DocumentFile(
              path: FilePath.joined(path, $0), createsFolder: false, options: options)
          }
      } catch {
        throw PlaceError(.unavailable, error).storeError(for: DocumentName(Value.self, at: path))
      }
    }
  }

  /// The document with a name, which may not exist yet. A name that leads out of the folder, such as `../a.poem`, is an
  /// error when the document is read or written.
  public func document(named name: String) -> DocumentFile<Value> {
    DocumentFile(
      path: FilePath.joined(path, name), named: name, createsFolder: false, options: options)
  }
}

// MARK: - Conformances

extension DocumentFolder: CustomStringConvertible {
  /// The type of the documents, and the path of the folder with the pattern of their names.
  public var description: String {
    "\(DocumentName(Value.self, at: path).type) in \(FilePath.joined(path, pattern))"
  }
}

/// A pattern for names, as in a shell.
package struct NamePattern: Sendable {
  private let pattern: [Character]

  package init(_ pattern: String) {
    self.pattern = Self.characters(of: pattern)
  }

  /// The characters of a text. A sign that is one character with what follows it, such as the Arabic number sign with a
  /// period, is one of its own, so that `*.poem` finds its file.
  private static func characters(of text: String) -> [Character] {
    text.flatMap { character in
      let scalars = character.unicodeScalars
      guard let next = scalars.dropFirst().firstIndex(where: \.isASCII) else { return [character] }
      return Array(String(scalars[..<next])) + Array(String(scalars[next...]))
    }
  }

  /// Whether the whole name matches. Takes time in proportion to the product of both lengths.
  package func matches(_ name: String) -> Bool {
    let name = Self.characters(of: name)
    var inPattern = 0
    var inName = 0
    var star: (pattern: Int, name: Int)?
    while inName < name.count {
      if inPattern < pattern.count, pattern[inPattern] == "*" {
        star = (inPattern, inName)
        inPattern += 1
      } else if inPattern < pattern.count, [name[inName], "?"].contains(pattern[inPattern]) {
        inPattern += 1
        inName += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        inPattern = last.pattern + 1
        inName = last.name + 1
      } else {
        return false
      }
    }
    return pattern[inPattern...].allSatisfy { $0 == "*" }
  }
}
