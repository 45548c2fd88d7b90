import LineageMacros

/// `Builds`, annotated.
@Document(version: 1)
struct BuildsByFields: Equatable {
  var mode: String
  var nodeDescription: String
  var nodeName: String
  var numExecutors: Int
  var description: String?
  var jobs: [Job]
  var primaryView: View
  var quietingDown: Bool
  var slaveAgentPort: Int
  var useCrumbs: Bool
  var useSecurity: Bool
  var views: [View]

  @Fillable
  struct Job: Equatable {
    var name: String
    var url: String
    var color: String
  }

  @Fillable
  struct View: Equatable {
    var name: String
    var url: String
  }
}
