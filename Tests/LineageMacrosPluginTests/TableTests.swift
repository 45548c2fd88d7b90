import Foundation
import Testing

@testable import LineageExpansion

/// Compares what the plugin knows of the other modules with their sources.
@Suite struct TableTests {
  private static let sources = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  /// The texts of the Swift files of a module.
  private func files(of module: String) throws -> [String] {
    let folder = Self.sources.appending(path: module)
    let paths = FileManager.default.enumerator(atPath: folder.path())?.allObjects as? [String]
    return try #require(paths).filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
  }

  @Test func `the plugin has exactly the macros that are declared`() throws {
    let declarations = try files(of: "LineageMacros").flatMap { text in
      text.matches(
        of: /public macro (\w+)[^#]+#externalMacro\(module: "LineageMacrosPlugin", type: "(\w+)"\)/
      ).map { "\($0.1): \($0.2)" }
    }

    #expect(
      Set(declarations) == Set(MacroName.allCases.map { "\($0.rawValue): \($0.typeName)" }))
  }

  @Test func `the plugin knows exactly the property wrappers of Lineage`() throws {
    let texts = try files(of: "Lineage").filter { $0.contains("@propertyWrapper") }

    let names = texts.compactMap { $0.firstMatch(of: /@propertyWrapper\s+public struct (\w+)/)?.1 }

    #expect(names.count == texts.count)
    #expect(Set(names.map { String($0) }) == Attribute.wrappersOfLineage)
    // Without a value, a property in one of them isn't initialized.
    #expect(!texts.contains { $0.contains("public init()") })
  }
}
