import Foundation

// Backups are in a folder beside the document, `.backups/NAME`. Their names say their order, their version, when they
// were made and by which process: `3-version1-20261122T070541Z-5f3a9c01.json`. Without a lock, two may get the same number
// at the same time, so a random number follows: `3-version1-20261122T070541Z-5f3a9c01-77c1b2e0.json`.

/// The name of a backup in a file.
package struct BackupName {
  var number: Int
  var label: BackupLabel
  var date: Date
  var process: String
  /// Tells a backup that was made without a lock from others with the same number; nil for one that was made with a lock.
  var nonce: String?
  var fileExtension: String

  /// Identifies this process among all that make backups of a document.
  static let ownProcess = randomNumber()

  private static func randomNumber() -> String {
    String(UInt32.random(in: 0...UInt32.max), radix: 16)
  }

  private static let dateFormat = Date.ISO8601FormatStyle(
    dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted,
    timeZoneSeparator: .omitted, includingFractionalSeconds: false)

  /// The name of a backup that this process makes.
  init(number: Int, label: BackupLabel, date: Date, isLocked: Bool, document: String) {
    self.number = number
    self.label = label
    self.date = date
    process = Self.ownProcess
    nonce = isLocked ? nil : Self.randomNumber()
    let last = FilePath.fileExtension(of: document) ?? ""
    fileExtension = last.utf8.count <= 32 ? last : ""
  }

  package init?(_ name: String) {
    let (hyphen, period) = (UInt8(ascii: "-"), UInt8(ascii: "."))
    func split(_ text: Substring, at byte: UInt8, _ maxSplits: Int) -> [Substring] {
      text.utf8.split(separator: byte, maxSplits: maxSplits, omittingEmptySubsequences: false)
        .map { Substring($0) }
    }
    let fields = split(name[...], at: hyphen, 3)
    guard fields.count == 4 else { return nil }
    // A label may contain periods, and the extension hyphens.
    let parts = split(fields[3], at: period, 1)
    let makers = split(parts[0], at: hyphen, .max)
    // The next number would overflow, so this isn't the name of a backup.
    guard makers.count <= 2, let number = Int(fields[0]), number < Int.max / 2,
      let date = try? Self.dateFormat.parse(String(fields[2]))
    else { return nil }
    self.number = number
    label = BackupLabel(text: String(fields[1]))
    self.date = date
    process = String(makers[0])
    nonce = makers.count == 2 ? String(makers[1]) : nil
    fileExtension = parts.count > 1 ? String(parts[1]) : ""
  }

  var text: String {
    var name = "\(number)-\(label.text)-\(date.formatted(Self.dateFormat))-\(process)"
    if let nonce { name += "-\(nonce)" }
    return fileExtension.isEmpty ? name : "\(name).\(fileExtension)"
  }
}

extension BackupName: Comparable {
  /// Whether a backup was made before another one. Without a lock, two may have the same number.
  package static func < (first: BackupName, second: BackupName) -> Bool {
    (first.number, first.date) < (second.number, second.date)
  }
}
