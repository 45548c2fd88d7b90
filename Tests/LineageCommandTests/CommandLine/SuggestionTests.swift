import Testing

@testable import LineageCommand

struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "acb", 1),
    ("abc", "ab", 1), ("ab", "abc", 1), ("abc", "axc", 1), ("abcd", "badc", 2), ("ca", "abc", 3),
    ("kitten", "sitting", 3),
  ])
  func `the distance counts edits and swaps`(_ from: String, _ to: String, _ distance: Int) {
    #expect(Suggestion.distance(Array(from), Array(to)) == distance)
    #expect(Suggestion.distance(Array(to), Array(from)) == distance)
  }

  @Test(arguments: [
    ("migrat", "migrate"), ("imgrate", "migrate"), ("mgirat", "migrate"), ("MIGRATE", "migrate"),
    ("--fitler", "filter"), ("chek", "check"),
  ])
  func `a small mistake is recognized`(_ typed: String, _ name: String) {
    #expect(Suggestion.nearest(to: typed, among: Verb.allCases.map(\.rawValue)) == name)
  }

  @Test(arguments: ["", "m", "migr", "mgrt", "unrelated", "--"])
  func `something else is not`(_ typed: String) {
    #expect(Suggestion.nearest(to: typed, among: Verb.allCases.map(\.rawValue)) == nil)
  }

  @Test func `the nearest wins, and the first of several`() {
    #expect(Suggestion.nearest(to: "backupz", among: ["backup", "backups"]) == "backup")
    #expect(Suggestion.nearest(to: "backupz", among: ["backups", "backup"]) == "backups")
    #expect(Suggestion.nearest(to: "sampel", among: ["simple", "sample"]) == "sample")
  }

  @Test func `what is nearest to a name is the name`() {
    let names = CommandOption.all.map(\.long)
    for name in names {
      #expect(Suggestion.nearest(to: name, among: names) == name)
    }
  }
}
