package import Foundation

/// Paths as texts.
package enum FilePath {
  private static let slash = UInt8(ascii: "/")

  /// The path of a URL. What isn't valid UTF-8 in it is replaced, as in the names of a folder.
  static func of(_ url: URL) -> String {
    precondition(
      url.isFileURL || url.scheme == nil,
      "\(url.absoluteString) isn't the URL of a file. Documents are read from and written to files only."
    )
    let path = url.path(percentEncoded: false)
    let encoded = url.path()
    // Foundation has no path for a name that isn't UTF-8.
    guard path.isEmpty, !encoded.isEmpty else { return path }
    return removingPercentEncoding(encoded)
  }

  /// A text without its percent-encoding. What isn't valid UTF-8 in it is replaced.
  static func removingPercentEncoding(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexDigit),
        let code = UInt8(digits, radix: 16)
      {
        bytes.append(code)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A name of a limited length. A longer one gets a hash in place of its end, so that it differs from others.
  ///
  /// - Parameter limit: How many bytes it may have without the hash.
  static func shortened(_ name: String, to limit: Int) -> String {
    if name.utf8.count <= limit { return name }
    let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return "\(String(decoding: name.utf8.prefix(limit), as: UTF8.self))-\(String(hash, radix: 16))"
  }

  /// Whether a name has a replacement character, as those of files whose names aren't UTF-8.
  package static func hasReplacementCharacter(_ name: String) -> Bool {
    name.unicodeScalars.contains("\u{FFFD}")
  }

  // Names are compared by their bytes, as the system compares them: a character may be a period or a slash and an accent,
  // with which the rest of the name begins.

  /// Whether a name is that of a hidden file.
  package static func isHidden(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: ".") }

  /// Whether a hidden file may be the temporary one of a save.
  static func isTemporary(_ name: String) -> Bool {
    folded(name).utf8.reversed().starts(with: FileSession.temporarySuffix.utf8.reversed())
  }

  /// A name as disks compare it that don't distinguish cases, for names with the letters of English.
  static func folded(_ name: String) -> String {
    name.lowercased().replacing("\u{17F}", with: "s")
  }

  /// The names in a path, without empty ones.
  package static func names(of path: String) -> [String] {
    path.utf8.split(separator: slash).map { String(Substring($0)) }
  }

  /// The last part of a name, after a period; nil if it has no period.
  package static func fileExtension(of name: String) -> String? {
    let bytes = name.utf8
    return bytes.lastIndex(of: UInt8(ascii: ".")).map { String(name[bytes.index(after: $0)...]) }
  }

  /// Whether the name of a file in a folder leads out of it.
  static func leadsOut(_ name: String) -> Bool {
    name.utf8.first == slash
      || name.utf8.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
  }

  /// The folder and the last name of a path.
  package static func split(_ path: String) -> (folder: String, name: String) {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: slash) else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[bytes.index(after: slash)...]))
  }

  /// The name of what older systems leave of a file that iCloud has evicted.
  static func placeholder(of name: String) -> String { ".\(name).icloud" }

  package static func joined(_ folder: String, _ path: String) -> String {
    if path.utf8.first == slash { return path }
    return folder.utf8.last == slash ? folder + path : "\(folder)/\(path)"
  }

  /// A path from a folder: how many levels to go up from there, and the path from where that leads. Both paths are
  /// absolute.
  static func relative(_ path: String, to folder: String) -> (up: Int, path: String) {
    let (names, folders) = (names(of: path), names(of: folder))
    let common = zip(names, folders).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    return (folders.count - common, names.dropFirst(common).joined(separator: "/"))
  }

  /// A path from the root of the file system, without `.` and `..`.
  static func absolute(_ path: String) -> String {
    let url = URL(
      filePath: joined(FileManager.default.currentDirectoryPath, path),
      directoryHint: .notDirectory)
    return url.standardized.path(percentEncoded: false)
  }
}

extension URL {
  /// Creates the URL of a path without expanding `~`. Foundation would replace it with the home folder, which the shell
  /// has already done if that was meant.
  package init(literalPath path: String, directoryHint: DirectoryHint = .inferFromPath) {
    let isTilde = path.utf8.first == UInt8(ascii: "~")
    self.init(filePath: isTilde ? "./\(path)" : path, directoryHint: directoryHint)
  }
}
