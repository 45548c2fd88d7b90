import Lineage
import Testing

@testable import LineageStore

struct BackupLabelTests {
  struct Label: CustomTestStringConvertible {
    let text: String
    let label: BackupLabel
    let description: String
    var isOnlyCopy = false
    var testDescription: String { text }
  }

  @Test(arguments: [
    Label(text: "version1", label: .version("1"), description: "version 1"),
    Label(text: "version2_1", label: .version("2_1"), description: "version 2_1"),
    Label(text: "unversioned", label: .unversioned, description: "unversioned"),
    Label(
      text: "removed_version1", label: .removed(.version("1")), description: "removed version 1"),
    Label(
      text: "removed_unversioned", label: .removed(.unversioned),
      description: "removed unversioned"),
    Label(text: "damaged", label: .damaged, description: "damaged", isOnlyCopy: true),
    Label(text: "unsaved", label: .unsaved, description: "unsaved", isOnlyCopy: true),
    Label(text: "overruled", label: .overruled, description: "overruled", isOnlyCopy: true),
    // Those of other programs.
    Label(text: "", label: .unknown(""), description: ""),
    Label(text: "version", label: .unknown("version"), description: "version"),
    Label(text: "version1\n", label: .unknown("version1\n"), description: "version1\n"),
    Label(text: "Damaged", label: .unknown("Damaged"), description: "Damaged"),
    Label(text: "mine", label: .unknown("mine"), description: "mine"),
  ])
  func `a label has the text that it was made from`(expected: Label) {
    let label = BackupLabel(text: expected.text)

    #expect(label == expected.label)
    #expect(label.text == expected.text)
    #expect(label.description == expected.description)
    #expect(label.isOnlyCopy == expected.isOnlyCopy)
  }

  @Test func `the label of a version has no characters that file names can't have`() {
    #expect(BackupLabel(2).text == "version2")
    #expect(BackupLabel("2.0/β-3").text == "version2_0___3")
    #expect(BackupLabel("").text == "version")
    let long = AnyVersion(stringLiteral: String(repeating: "a", count: 99))
    #expect(BackupLabel(long).text.count == 47)
    #expect(BackupLabel(.unversioned) == .unversioned)
    #expect(BackupLabel(nil) == .unversioned)
  }

  @Test func `a backup with an unknown label is removed like one of a version`() throws {
    var retention = BackupRetention(limit: .newest(1))
    let name = try #require(BackupName("3-mine-20261122T070541Z-5f3a9c01.json"))

    let areKept = (0..<2).map { _ in retention.retains(label: name.label, process: name.process) }

    #expect(name.text == "3-mine-20261122T070541Z-5f3a9c01.json")
    #expect(areKept == [true, false])
  }
}
