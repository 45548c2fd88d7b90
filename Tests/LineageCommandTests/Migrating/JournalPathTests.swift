import Foundation
import Testing

@testable import LineageCommand

/// How a journal names files.
struct JournalPathTests {
  private static let folder = FileManager.default.currentDirectoryPath

  @Test(arguments: [
    ("/poems/a.poem", "/poems/a.poem"), ("/poems//a.poem", "/poems/a.poem"),
    ("//poems///a.poem", "/poems/a.poem"), ("/poems/./a.poem", "/poems/a.poem"),
    ("/poems/old//../a.poem", "/poems/a.poem"), ("/..//a.poem", "/a.poem"),
    ("/poems/", "/poems"), ("/", "/"), ("a.poem", "\(folder)/a.poem"),
    (".//poems//a.poem", "\(folder)/poems/a.poem"), (".", folder),
    ("a b%20?.poem", "\(folder)/a b%20?.poem"),
    ("/poems/\u{301}a/\u{600}/../a.poem", "/poems/\u{301}a/a.poem"),
  ])
  func `each spelling of a path is the same entry`(path: String, identity: String) {
    #expect(Journal.identity(of: path) == identity)
  }

  @Test(arguments: ["~", "~/a.poem", "~x/a.poem", "~root", "poems/~/a.poem"])
  func `a tilde is part of a name`(path: String) {
    #expect(Journal.identity(of: path) == "\(Self.folder)/\(path)")
    #expect(Journal.identity(of: "/\(path)") == "/\(path)")
  }

  @Test func `the folder above a link is that above its destination`() throws {
    let root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "paths-\(UUID())").path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(
      atPath: "\(root)/other/inner", withIntermediateDirectories: true)
    for (link, target) in [
      ("link", "other/inner"), ("again", "link"), ("other/inner/back", "../.."),
      ("broken", "other/missing"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(root)/\(link)", withDestinationPath: target)
    }

    let identities = [
      "link/../a", "again/../../a", "link/a", "link/./..", "other/../a", "link/back/../a",
      "broken/../a",
    ].map { Journal.identity(of: "\(root)/\($0)") }

    let above = URL(filePath: root).deletingLastPathComponent().path(percentEncoded: false)
    #expect(
      identities == [
        "\(root)/other/a", "\(root)/a", "\(root)/link/a", "\(root)/other", "\(root)/a", "\(above)a",
        "\(root)/a",
      ])
  }
}
