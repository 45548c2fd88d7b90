/// What the plugin does: it answers one request of the compiler after the other, and ends when the
/// compiler does.
package enum Plugin {
  package static func run() {
    guard let streams = MessageStreams.takeStandardStreams() else { return }
    let channel = MessageChannel(streams)
    while let message = channel.receive() {
      guard channel.send(answer(to: message)) else { return }
    }
  }

  /// As in an `ExpansionRequest`. The compiler that builds the plugin is also the one that uses it.
  private static var selectsModules: Bool {
    #if compiler(>=6.3)
      true
    #else
      false
    #endif
  }

  /// The answer to a request. There always is one, because the compiler waits for it.
  static func answer(
    to message: [UInt8], selectsModules: Bool = Self.selectsModules
  ) -> JSONValue {
    guard let request = JSONReader.read(message) else {
      return failure("Internal error: a message of the compiler isn't JSON.")
    }
    if let capability = request["getCapability"] {
      // Messages of version 7 and 8 differ in nothing that is used here.
      let theirs = capability["capability"]?["protocolVersion"]?.number ?? 7
      return .object([
        (
          "getCapabilityResult",
          .object([("capability", .object([("protocolVersion", .number(min(max(theirs, 7), 8)))]))])
        )
      ])
    }
    if let expansion = request["expandAttachedMacro"] {
      guard let request = ExpansionRequest(expansion, selectsModules: selectsModules) else {
        let name = expansion["macro"]?["typeName"]?.string ?? "?"
        return failure(
          """
          Internal error: LineageMacrosPlugin can't expand '\(name)'. Is it of another version than \
          LineageMacros?
          """)
      }
      let answer = request.expansion
      return result(answer.source, answer.diagnostics)
    }
    if request["expandFreestandingMacro"] != nil {
      return failure("Internal error: LineageMacros has no macros that begin with #.")
    }
    if request["loadPluginLibrary"] != nil {
      return .object([
        (
          "loadPluginLibraryResult",
          .object([("loaded", .bool(false)), ("diagnostics", .array([]))])
        )
      ])
    }
    return failure("Internal error: LineageMacrosPlugin doesn't know this message of the compiler.")
  }

  private static func result(_ source: String?, _ diagnostics: [Diagnostic]) -> JSONValue {
    .object([
      (
        "expandMacroResult",
        .object([
          ("expandedSource", source.map { .string($0) } ?? .null),
          ("diagnostics", .array(diagnostics.map(\.json))),
        ])
      )
    ])
  }

  private static func failure(_ message: String) -> JSONValue {
    result(nil, [Diagnostic(SourceRange(fileName: "", range: 0..<0), message)])
  }
}
