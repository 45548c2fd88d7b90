/// What a command is to do with documents.
@dynamicMemberLookup
struct Invocation: Equatable, Sendable {
  var operation: DocumentOperation
  /// Files and folders. The parser fills in the default of the verb, which is the current folder for `inspect` and
  /// `check`.
  var operands: [String]
  var options = InvocationOptions()

  init(_ operation: DocumentOperation, operands: [String] = []) {
    self.operation = operation
    self.operands = operands
  }

  var verb: Verb { operation.verb }

  subscript<Value>(dynamicMember path: WritableKeyPath<InvocationOptions, Value>) -> Value {
    get { options[keyPath: path] }
    set { options[keyPath: path] = newValue }
  }
}

/// What options say. A property that no option sets has the default that is written here.
struct InvocationOptions: Equatable, Sendable {
  /// The name of the documents' type, if their file names don't tell.
  var type: String?

  // MARK: - Output

  var isJSON = false
  var isPlain = false
  var isQuiet = false
  var usesColor = true
  /// Whether the command may ask for confirmation. Otherwise it continues as if confirmed.
  var asks = true
  var progress = ProgressStyle.automatic
  var listsFiles = false
  var showsPathsOnly = false
  /// The number of documents of each group whose differences are shown in full.
  var sample = 0

  // MARK: - Work

  /// The number of threads; nil for the default of the verb.
  var jobs: Int?
  var isDryRun = false
  var keepsGoing = false
  var decodesAll = false
  /// What becomes of documents that would lose fields.
  var onLoss = LossPolicy.report
  /// Where backups are; nil for the default of the store.
  var backups: BackupChoice?
  /// The name of the backup to restore; nil for the newest.
  var backup: String?
  /// The version to migrate up to; nil for the newest.
  var targetVersion: String?

  // MARK: - Records

  /// The file to which records of failed documents are appended.
  var errors: String?
  var includesInput = false
  /// How many failed lines are still a success; nil if none is.
  var maximumErrors: ErrorLimit?
  /// The file to which a line per document is appended.
  var journal: String?
  var onlyFailed = false

  // MARK: - Lines

  /// The text that ends the key at the beginning of each line.
  var keySeparator: String?
  /// The path of the field that contains the document, with dots.
  var column: String?
  var isLineBuffered = false
  var countsForHadoop = false
}

/// How progress is shown. The raw values are those of the option.
enum ProgressStyle: String, CaseIterable, Sendable {
  /// On a terminal only.
  case automatic = "auto"
  case json, none
}

/// What becomes of a document that would lose fields. The raw values are those of the option.
enum LossPolicy: String, CaseIterable, Sendable {
  /// It is migrated, and the fields are reported.
  case report
  /// It fails.
  case fail
}

/// Where backups are stored, and how many.
enum BackupChoice: Equatable, Sendable {
  case disabled
  /// So many beside each document, at least 1.
  case count(Int)
  case folder(String)
}
