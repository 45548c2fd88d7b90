import Foundation

// Documents that were kept are in a folder beside the document, `.backups/NAME`. Their names say their order, their
// version, when they were kept and by which process: `3-version1-20261122T070541Z-5f3a9c01.json`.

/// The name of a kept document.
struct BackupName {
  var number: Int
  var label: String
  var date: Date
  var process: String
  var fileExtension: String

  /// What tells this process from all others that have kept a document.
  static let ownProcess = String(UInt32.random(in: 0...UInt32.max), radix: 16)

  private static let dateFormat = Date.ISO8601FormatStyle(
    dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted,
    timeZoneSeparator: .omitted, includingFractionalSeconds: false)

  init(number: Int, label: String, date: Date, document: String) {
    self.number = number
    self.label = label
    self.date = date
    process = Self.ownProcess
    let parts = document.split(separator: ".", omittingEmptySubsequences: false)
    let last = parts.count > 1 ? String(parts.last ?? "") : ""
    fileExtension = last.utf8.count <= 32 ? last : ""
  }

  init?(_ name: String) {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fields = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard fields.count == 4, let number = Int(fields[0]),
      let date = try? Self.dateFormat.parse(String(fields[2]))
    else { return nil }
    self.number = number
    label = String(fields[1])
    self.date = date
    process = String(fields[3])
    fileExtension = parts.count > 1 ? String(parts[1]) : ""
  }

  var text: String {
    let name = "\(number)-\(label)-\(date.formatted(Self.dateFormat))-\(process)"
    return fileExtension.isEmpty ? name : "\(name).\(fileExtension)"
  }
}

extension FileSession {
  /// Keeps a document, before it is replaced.
  func keep(_ bytes: Data, of original: Descriptor, _ keeping: Keeping) throws(PlaceError) {
    do {
      try keepFirst(bytes, of: original, keeping)
    } catch {
      var error = error
      error.kind = .backupFailed
      throw error
    }
  }

  private func keepFirst(
    _ bytes: Data, of original: Descriptor, _ keeping: Keeping
  ) throws(PlaceError) {
    let path = BackupFolder.path(of: name, in: folderPath)
    try calls.makeFolders(path)
    do {
      let backups = try calls.open(path, in: .workingFolder, .folder)
      defer { try? calls.close(backups) }
      let names = try calls.names(in: backups).compactMap(BackupName.init)
      // The number gives the order, because clocks jump.
      let number = (names.map(\.number).max() ?? 0) + 1
      let backup = BackupName(number: number, label: keeping.label, date: Date(), document: name)
      // Under another name until it is complete, because a process can be killed in the middle of it.
      let temporary = BackupFolder.temporaryName + (isLocked ? "" : ".\(backup.process)")
      try? calls.remove(temporary, in: backups)
      let file = NewFile(
        name: temporary, folder: backups, calls: calls, durability: durability,
        protection: settings.protection)
      _ = try file.write(bytes, like: original)
      do {
        try calls.giveName(backup.text, to: temporary, in: backups)
      } catch {
        try? calls.remove(temporary, in: backups)
        throw error
      }
      if durability == .full { try calls.syncFolder(backups) }
      for old in superfluous(names + [backup], keeping) {
        try? calls.remove(old.text, in: backups)
      }
    } catch let error as SystemError {
      throw PlaceError(.backupFailed, error)
    } catch {
      throw error as? PlaceError ?? PlaceError(.backupFailed, "\(error)")
    }
  }

  /// The kept documents that may be removed.
  private func superfluous(_ names: [BackupName], _ keeping: Keeping) -> [BackupName] {
    let sorted = names.sorted { $0.number > $1.number }
    var labels: Set<String> = []
    return sorted.enumerated().filter { index, backup in
      let isLastOfVersion = labels.insert(backup.label).inserted
      // As long as no other process has opened the migrated document, nobody knows whether the older program will be
      // needed again. What was damaged is never removed.
      let isNeeded =
        backup.label == BackupFolder.damaged
        || isLastOfVersion && backup.process == BackupName.ownProcess
      return index >= max(keeping.limit, 1) && !isNeeded
    }.map(\.element)
  }
}

/// The folder of a document's backups.
enum BackupFolder {
  /// The label of documents that couldn't be read.
  static let damaged = "damaged"
  /// The name of a backup that isn't complete yet.
  static let temporaryName = ".saving"

  static func path(of name: String, in folder: String) -> String {
    FilePath.joined(FilePath.joined(folder, ".backups"), name)
  }
}

extension FilePlace {
  func keptDocuments() throws(PlaceError) -> [KeptDocument] {
    let path = try backupPath()
    do {
      let folder = try calls.open(path, in: .workingFolder, .folder)
      defer { try? calls.close(folder) }
      return try calls.names(in: folder).compactMap(BackupName.init)
        .sorted { $0.number > $1.number }
        .map {
          KeptDocument(
            name: $0.text, label: $0.label, date: $0.date,
            url: URL(filePath: FilePath.joined(path, $0.text)))
        }
    } catch {
      if error.code == ENOENT { return [] }
      throw PlaceError(.unavailable, error)
    }
  }

  func read(_ kept: KeptDocument) throws(PlaceError) -> StoredBytes {
    let path = FilePath.joined(try backupPath(), kept.name)
    do {
      let file = try calls.open(path, in: .workingFolder, .reading)
      defer { try? calls.close(file) }
      return StoredBytes(try calls.document(in: file))
    } catch let error as SystemError {
      throw PlaceError(.unavailable, error)
    } catch {
      throw error as? PlaceError ?? PlaceError(.unavailable, "\(error)")
    }
  }

  private func backupPath() throws(PlaceError) -> String {
    do {
      let file = try calls.resolve(path)
      try? calls.close(file.folder)
      return BackupFolder.path(of: file.name, in: file.folderPath)
    } catch {
      if error.systemError?.code == ENOENT, settings.createsFolder {
        return BackupFolder.path(of: "", in: "")
      }
      throw error
    }
  }
}
