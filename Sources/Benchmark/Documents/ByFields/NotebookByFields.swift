import LineageMacros

/// `Notebook`, annotated.
@Document(version: 1)
struct NotebookByFields: Equatable {
  var cells: [Cell]
  var metadata: [String: AnyValue]
  var nbformat: Int
  var nbformatMinor: Int

  enum CodingKeys: String, CodingKey {
    case cells, metadata, nbformat
    case nbformatMinor = "nbformat_minor"
  }

  @Fillable
  struct Cell: Equatable {
    var kind: Kind
    var executionCount: Int?
    var id: String
    var metadata: [String: AnyValue]
    var outputs: [Output]?
    var source: String

    enum CodingKeys: String, CodingKey {
      case kind = "cell_type"
      case executionCount = "execution_count"
      case id, metadata, outputs, source
    }
  }

  typealias Kind = Notebook.Kind

  @Fillable
  struct Output: Equatable {
    var data: [String: String]?
    var executionCount: Int?
    var metadata: [String: AnyValue]?
    var name: String?
    var type: String
    var text: [String]?

    enum CodingKeys: String, CodingKey {
      case data, metadata, name, text
      case executionCount = "execution_count"
      case type = "output_type"
    }
  }
}
