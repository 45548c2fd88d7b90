import LineageCommand
import PoetryDocuments

/// The migration tool of the example program.
@main struct PoetryMigrate {
  static func main() async {
    await MigrationCommand(name: "poetry-migrate", version: "1.4") {
      Documents(of: Poem.self, named: "*.poem")
      Documents(of: Anthology.self, named: "*.anthology.json")
      Documents(of: ReaderSettings.self, named: "settings.json")
    }.run()
  }
}
