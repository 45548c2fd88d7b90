import Foundation
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
    Label(text: "version2025_06", label: .version("2025-06"), description: "version 2025-06"),
    Label(text: "version2.0", label: .version("2.0"), description: "version 2.0"),
    Label(text: "version2%5F0%25", label: .version("2_0%"), description: "version 2_0%"),
    Label(text: "version%0A", label: .version("\n"), description: #"version \u{a}"#),
    Label(text: "version", label: .version(""), description: "version "),
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
    Label(text: "version1\n", label: .unknown("version1\n"), description: "version1\n"),
    Label(text: "version%2f", label: .unknown("version%2f"), description: "version%2f"),
    Label(text: "version%CE", label: .unknown("version%CE"), description: "version%CE"),
    Label(text: "version-1", label: .unknown("version-1"), description: "version-1"),
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

  private static let long = String(repeating: "😀", count: 99)
  private static let versions: [AnyVersion?] = [
    2, "", "2.0", "2-0", "2_0", "2/0", "2%0", "2 0", "2%2F0", "../2", "\0", "é", "-", ".", nil,
    "unversioned", "removed_", .string(long), .string("\(long)a"), .string("\(long)-"),
  ]

  @Test func `different versions have different labels, which can be parts of file names`() {
    let labels = Self.versions.map(BackupLabel.init)

    #expect(Set(labels.map(\.text)).count == labels.count)
    for label in labels {
      #expect(BackupLabel(text: label.text) == label)
      #expect(label.text.utf8.count <= 160)
      #expect(
        label.text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_.%".contains($0)) })
    }
    #expect(BackupLabel("2.0/β-3").text == "version2.0%2F%CE%B2_3")
    #expect(BackupLabel(.unversioned) == .unversioned)
  }

  @Test(arguments: [true, false], ["a", "a.b", "a.b-c", "a.tar.gz", "a.\u{301}b"])
  func `the name of a backup says its version, its process and the extension`(
    isLocked: Bool, document: String
  ) {
    for version in Self.versions {
      let name = BackupName(
        number: 7, label: BackupLabel(version), date: Date(timeIntervalSince1970: 1_750_000_000),
        isLocked: isLocked, document: document)

      let parsed = BackupName(name.text)

      #expect(parsed?.number == 7)
      #expect(parsed?.label == name.label)
      #expect(parsed?.date == name.date)
      #expect(parsed?.process == name.process)
      #expect(parsed?.nonce == name.nonce)
      #expect(parsed?.fileExtension == name.fileExtension)
      #expect(parsed?.text == name.text)
      #expect(name.text.utf8.count < 255)
    }
  }

  @Test func `a backup with an unknown label is removed like one of a version`() throws {
    var retention = BackupRetention(limit: 1)
    let name = try #require(BackupName("3-mine-20261122T070541Z-5f3a9c01.json"))

    let areKept = (0..<2).map { _ in retention.retains(label: name.label, process: name.process) }

    #expect(name.text == "3-mine-20261122T070541Z-5f3a9c01.json")
    #expect(areKept == [true, false])
  }

  @Test func `the last backup of a version outlives a newer one of another process`() {
    var retention = BackupRetention(limit: 1)
    let own = BackupName.ownProcess

    let areKept = ["5f3a9c01", own, own].map { process in
      retention.retains(label: .version("1"), process: process)
    }

    #expect(areKept == [true, true, false])
  }
}
