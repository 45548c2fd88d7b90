#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DocumentValue {
  /// What a value in memory has in a document.
  struct Form {
    /// Whether names become the keys that the strategy for snake_case converts them to.
    var isInSnakeCase = false
    /// Whether values get the versions that are recorded beside them, except for the root.
    var hasVersions = false
    /// How decimals and URLs encode themselves, for a format that writes them like any other type; nil if they are
    /// numbers and strings.
    var encodeNative: ((any Encodable) throws -> DocumentTree)?
  }

  /// Makes a value from a slot of a tree.
  init(_ slot: UInt32, of tree: DocumentTree.View, as form: Form = Form()) throws {
    self = try Self.value(in: slot, of: tree, form)
  }

  private static func value(
    in index: UInt32, of tree: DocumentTree.View, _ form: Form
  ) throws -> DocumentValue {
    guard StackSpace.hasRoom() else { throw ValueProblem.stackEnds.decodingError }
    let node = tree[index]
    switch node.kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .integerText, .numberText:
      return .number(DocumentNumber(literal: String(decoding: tree.text(of: node), as: UTF8.self)))
    case .json5NumberText: return .number(DocumentNumber(json5: tree.text(of: node)))
    case .plainText where node.flags.contains(.sharesText): return .string(tree.sharedString(node))
    case .plainText: return .string(JSONText.string(tree.text(of: node), escaped: false))
    case .escapedText: return .string(JSONText.string(tree.text(of: node), escaped: true))
    case .illFormedText: return .illFormedString(IllFormedString(escaped: tree.text(of: node)))
    case .signed: return .number(DocumentNumber(Int64(bitPattern: node.bits)))
    case .unsigned: return .number(DocumentNumber(node.bits))
    case .double: return .number(DocumentNumber(Double(bitPattern: node.bits)))
    case .float:
      return .number(DocumentNumber(literal: "\(Float(bitPattern: UInt32(node.bits)))"))
    case .native: return try value(of: tree.native(of: node), form)
    case .nothing: return .object(DocumentObject())
    case .array:
      var elements: [DocumentValue] = []
      elements.reserveCapacity(Int(node.count))
      for element in tree.children(of: index) {
        elements.append(try value(in: element, of: tree, form))
      }
      return .array(elements)
    case .object:
      var object = DocumentObject()
      for member in tree.children(of: index) where tree[member].isWritten {
        let value = try value(in: member, of: tree, form)
        if let key = tree.illFormedKey(of: member) {
          object.add(value, forKey: key)
        } else {
          let key =
            form.isInSnakeCase ? tree.keyInSnakeCase(of: member, in: index) : tree.key(of: member)
          object.add(value, forKey: key)
        }
      }
      if form.hasVersions, index != 0 { object.addVersion(of: index, in: tree, form) }
      return .object(object)
    }
  }

  private static func value(
    of native: NativeValue, _ form: Form
  ) throws -> DocumentValue {
    switch native {
    case .date(let date): return .date(date)
    case .data(let data): return .data(data)
    case .decimal(let decimal):
      return try encoded(decimal, form) ?? .number(DocumentNumber(decimal))
    case .url(let url): return try encoded(url, form) ?? .string(url.absoluteString)
    case .int128(let number): return .number(DocumentNumber(number))
    case .uint128(let number): return .number(DocumentNumber(number))
    case .carried(let carried):
      let tree = try carried.document(isInSnakeCase: form.isInSnakeCase)
      return try whole(tree, form)
    }
  }

  /// A value that encodes itself; nil if it has a form of its own in the document's format.
  private static func encoded(_ value: any Encodable, _ form: Form) throws -> DocumentValue? {
    try form.encodeNative.map { try whole($0(value), form) }
  }

  /// The root of a tree that is a document.
  private static func whole(_ tree: DocumentTree, _ form: Form) throws -> DocumentValue {
    try withExtendedLifetime(tree) {
      try DocumentValue(0, of: tree.view, as: Form(encodeNative: form.encodeNative))
    }
  }
}

extension DocumentObject {
  /// Adds the version that is recorded for a value in memory.
  fileprivate mutating func addVersion(
    of slot: UInt32, in tree: DocumentTree.View, _ form: DocumentValue.Form
  ) {
    let tree = tree.owner.object
    guard let recorded = tree.version(of: slot), let location = tree.versionLocation(of: slot)
    else { return }
    add(recorded.version, at: location, form)
    if let since = recorded.readableSince, let location = location.readableSince {
      add(since, at: location, form)
    }
  }

  private mutating func add(
    _ version: AnyVersion, at location: VersionLocation, _ form: DocumentValue.Form
  ) {
    let keys = form.isInSnakeCase ? location.keys.map { SnakeCase.snake($0) } : location.keys
    switch version {
    case .integer(let number): set(.number(DocumentNumber(Int64(number))), at: keys[...])
    case .string(let text): set(.string(text), at: keys[...])
    case .unversioned: break
    }
  }

  private mutating func set(_ value: DocumentValue, at path: ArraySlice<String>) {
    guard let key = path.first else { return }
    if path.count == 1 { return self[key] = value }
    var inner = self[key]?.object ?? DocumentObject()
    inner.set(value, at: path.dropFirst())
    self[key] = .object(inner)
  }
}
