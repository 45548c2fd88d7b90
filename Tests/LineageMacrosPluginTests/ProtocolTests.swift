import Foundation
import Testing

@testable import LineageExpansion

/// Starts the plugin as the compiler does, and talks to it in frames.
struct ProtocolTests {
  @Test(arguments: [(7, 7), (8, 8), (9, 8), (5, 7)])
  func `the newest common version of the protocol is agreed on`(theirs: Int, agreed: Int) throws {
    let plugin = try PluginProcess()

    let answer = try plugin.ask(
      #"{"getCapability":{"capability":{"protocolVersion":\#(theirs)}}}"#)

    #expect(
      answer["getCapabilityResult"]?["capability"]?["protocolVersion"]?.number == agreed)
    #expect(plugin.end() == 0)
  }

  @Test func `a compiler that names no version is understood`() throws {
    let plugin = try PluginProcess()

    let answer = try plugin.ask(#"{"getCapability":{}}"#)

    #expect(answer["getCapabilityResult"]?["capability"]?["protocolVersion"]?.number == 7)
    #expect(plugin.end() == 0)
  }

  @Test(arguments: [
    #"{"somethingNew":{}}"#, "{}", "[]", "no JSON", #"{"expandAttachedMacro":{}}"#,
    #"{"expandFreestandingMacro":{"macro":{"typeName":"DocumentMacro"}}}"#,
    #"{"expandAttachedMacro":{"macro":{"typeName":"OtherMacro"},"macroRole":"member","attributeSyntax":{"source":"@A"},"declSyntax":{"source":"struct A {}"}}}"#,
    #"{"expandAttachedMacro":{"macro":{"typeName":"DocumentMacro"},"macroRole":"accessor","attributeSyntax":{"source":"@A"},"declSyntax":{"source":"struct A {}"}}}"#,
  ])
  func `an unknown message is answered with an error`(message: String) throws {
    let plugin = try PluginProcess()

    let result = try plugin.ask(message)["expandMacroResult"]

    #expect(result?["diagnostics"]?.elements?.first?["severity"]?.string == "error")
    #expect(result?["expandedSource"]?.string == nil)
    #expect(try plugin.ask(#"{"getCapability":{}}"#)["getCapabilityResult"] != nil)
    #expect(plugin.end() == 0)
  }

  @Test func `libraries of other plugins aren't loaded`() throws {
    let plugin = try PluginProcess()

    let answer = try plugin.ask(#"{"loadPluginLibrary":{"libraryPath":"/a","moduleName":"A"}}"#)

    #expect(answer["loadPluginLibraryResult"]?["diagnostics"]?.elements?.isEmpty == true)
    #expect(plugin.end() == 0)
  }

  @Test func `a struct is expanded`() throws {
    let plugin = try PluginProcess()
    let stub = StubCompiler(
      declaration: "@Document(version: 1) struct Poem { let author: String }", setting: .init(),
      ask: plugin.ask(_:))

    let expansions = try stub.expansions()

    #expect(expansions.map(\.role) == ["member", "extension"])
    let source = expansions.last?.source
    // Which one depends on the compiler that built the plugin.
    let isConforming = ["Lineage::FieldCodable", "Lineage.FieldCodable"].contains {
      source?.contains(": \($0)") == true
    }
    #expect(isConforming, "\(source ?? "")")
    #expect(plugin.end() == 0)
  }

  @Test func `members of messages can have any order, and unknown ones are ignored`() throws {
    let plugin = try PluginProcess()

    let answer = try plugin.ask(
      """
      {"expandAttachedMacro":{"new":[1.5e3,{"a":null}],"macroRole":"member","declSyntax":\
      {"location":{"offset":7,"fileName":"A.swift"},"source":"@Fillable actor A {}","kind":"x"},\
      "attributeSyntax":{"source":"@Fillable ","location":{"offset":7,"fileName":"A.swift"}},\
      "macro":{"name":"Fillable","typeName":"FillableMacro"}}}
      """)

    let error = answer["expandMacroResult"]?["diagnostics"]?.elements?.first
    #expect(error?["position"]?["fileName"]?.string == "A.swift")
    #expect(error?["position"]?["offset"]?.number == 7)
    #expect(plugin.end() == 0)
  }

  @Test func `a frame of length zero ends the plugin`() throws {
    let plugin = try PluginProcess()

    plugin.write([UInt8](repeating: 0, count: 8))

    #expect(plugin.waitForEnd() == 0)
  }

  @Test(
    arguments: [
      [], [5, 0, 0], [5, 0, 0, 0, 0, 0, 0, 0, 123], [UInt8](repeating: 255, count: 8),
      [0, 0, 0, 1, 0, 0, 0, 0, 123],
    ] as [[UInt8]])
  func `a torn frame ends the plugin`(bytes: [UInt8]) throws {
    let plugin = try PluginProcess()

    plugin.write(bytes)

    #expect(plugin.end() == 0)
    #expect(plugin.remainingOutput().isEmpty)
  }

  @Test func `the plugin ends when nobody reads its answers`() throws {
    let plugin = try PluginProcess()

    plugin.closeOutput()
    plugin.send(#"{"getCapability":{}}"#)

    #expect(plugin.waitForEnd() == 0)
  }

  @Test func `messages longer than a pipe are read and answered`() throws {
    let plugin = try PluginProcess()
    let members = (0..<200).map {
      "  var property\($0) = \"\(String(repeating: "x", count: 2000))\"\n"
    }
    let stub = StubCompiler(
      declaration: "@Fillable struct Poem {\n\(members.joined())}", setting: .init(),
      ask: plugin.ask(_:))

    let source = try stub.expansions().last?.source

    #expect(source?.contains("try fields.fill(&self.property199, at: 199)") == true)
    #expect(plugin.end() == 0)
  }

  #if os(Linux)  // Others have no files that tell what another process has open.
    @Test func `what the plugin prints goes to standard error`() throws {
      let plugin = try PluginProcess()
      _ = try plugin.ask(#"{"getCapability":{}}"#)

      #expect(try plugin.openFile(1) == plugin.openFile(2))
      #expect(plugin.end() == 0)
    }
  #endif
}
