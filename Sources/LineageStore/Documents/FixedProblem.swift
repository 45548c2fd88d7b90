import Lineage

/// A problem that isn't an error of the system, and for which there is a certain remedy.
enum FixedProblem: Equatable, Sendable {
  case isFolder
  case isNoFile
  /// The file is in the cloud, and has only a placeholder here.
  case isNotDownloaded
  case isChangedRepeatedly
  case isCreatedAndRemovedRepeatedly
  case linkLeadsNowhere
  /// The program updates a document in the middle of an update of the same one.
  case isBeingUpdated
  case hasNoBackups
  /// The type doesn't encode what it has decoded.
  case isNotEncodedTheSameWay(at: FieldPath)
  /// The document is one of another format than that of the store.
  case hasOtherFormat(KnownFormat)

  /// What happened, as a part of a sentence.
  var text: String {
    switch self {
    case .isFolder: "it is a folder"
    case .isNoFile: "it isn't a file"
    case .isNotDownloaded: "the file has to be downloaded first"
    case .isChangedRepeatedly: "another program keeps changing it"
    case .isCreatedAndRemovedRepeatedly: "the file is repeatedly created and removed"
    case .linkLeadsNowhere: "the target of the symbolic link doesn't exist"
    case .isBeingUpdated: "an update of the same document is already in progress"
    case .hasNoBackups: "the place doesn't keep backups"
    case .isNotEncodedTheSameWay(let path):
      """
      \(path.components.isEmpty ? "it" : "'\(path)'") isn't encoded the same way after it was opened again
      """
    case .hasOtherFormat(let format):
      "it is \(format.name), which isn't the format that was asked for"
    }
  }

  /// What to do, as a sentence.
  var remedy: String {
    switch self {
    case .isFolder: "Move the folder, or correct the path."
    case .isNoFile: "Move it, or correct the path."
    case .isNotDownloaded: "Download it, then try again."
    case .isChangedRepeatedly, .isCreatedAndRemovedRepeatedly: "Try again later."
    case .linkLeadsNowhere: "Correct the link, or connect the disk that it leads to."
    case .isBeingUpdated: "Use the value of the outer update."
    case .hasNoBackups:
      "Give it a way to back up documents: there may be no other copy of this one."
    case .isNotEncodedTheSameWay: "Make init(from:) and encode(to:) consistent."
    case .hasOtherFormat(let format):
      """
      Pass its format, as in DocumentOptions(format: .\(format)). To change the format, import the document from the old \
      file, with a DocumentImport that has its format.
      """
    }
  }

  /// Whether it is known if there is a document.
  var saysWhetherDocumentExists: Bool {
    switch self {
    case .isCreatedAndRemovedRepeatedly, .linkLeadsNowhere: false
    default: true
    }
  }
}
