import LineageMacros

/// `Settings`, annotated.
@Document(version: 1)
struct SettingsByFields: Equatable {
  var theme = "dark"
  var fontSize = 14
  var lineHeight = 1.5
  var wrapsLines = true
  var tabSize = 4
  var recent = ["a.txt", "notes/b.txt", "a/longer/path/to/a/file.md"]
  var title = "Editor settings"
  var lastOpened: Int? = 1_699_999_999
  var showsSidebar = false
  var language = "en_US"
  var window = Window()

  @Fillable
  struct Window: Equatable {
    var width = 1280
    var height = 800
  }
}
