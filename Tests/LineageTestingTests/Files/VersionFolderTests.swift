import Lineage
import Testing

@testable import LineageTesting

struct VersionFolderTests {
  @Test(
    arguments: [
      ([1, 2], ["v1", "v2"]),
      ([nil, 2], ["unversioned", "v2"]),
      (["2025-06", "1.2.0-beta+3"], ["v2025-06", "v1.2.0-beta+3"]),
      (["a/b", "..", "c:\\d"], ["va%2Fb", "v..", "vc%3A%5Cd"]),
      (["ü", "\u{0}"], ["v%C3%BC", "v%00"]),
      ([1, "1"], ["v1", "v%31"]),
      (["1", 1], ["v1", "v%31"]),
      (["1a", "1A"], ["v1a", "v%31%41"]),
      ([-1], ["v-1"]),
    ] as [([AnyVersion], [String])])
  func `every version has its own folder`(_ versions: [AnyVersion], _ folders: [String]) {
    #expect(VersionFolder.names(for: versions) == folders)
  }
}
