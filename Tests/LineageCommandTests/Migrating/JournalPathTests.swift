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
  ])
  func `each spelling of a path is the same entry`(path: String, identity: String) {
    #expect(Journal.identity(of: path) == identity)
  }

  @Test(arguments: ["~", "~/a.poem", "~x/a.poem", "~root", "poems/~/a.poem"])
  func `a tilde is part of a name`(path: String) {
    #expect(Journal.identity(of: path) == "\(Self.folder)/\(path)")
    #expect(Journal.identity(of: "/\(path)") == "/\(path)")
  }
}
