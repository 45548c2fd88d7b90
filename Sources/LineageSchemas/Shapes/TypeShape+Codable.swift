import Lineage

extension TypeShape: Codable {
  private enum CodingKeys: CodingKey {
    case fields, cases, names, raw, open, value, tag, payloads, oneOf, versions
    case fills, writesDefaults, keepsUnknownFields, otherwise, sometimes, unwritten, unread,
      complete, stoppedAt, notes
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    form = try Self.form(in: container)
    fills = try container.decodeIfPresent(Filling.self, forKey: .fills)
    writesDefaults = try container.decodeIfPresent(Bool.self, forKey: .writesDefaults) ?? true
    keepsUnknownFields =
      try container.decodeIfPresent(Bool.self, forKey: .keepsUnknownFields) ?? false
    if container.contains(.otherwise) {
      let value = try container.decode(DocumentValue.self, forKey: .otherwise)
      otherwise = value == .volatile ? .differsEachTime : .value(value)
    }
    sometimes = try container.decodeIfPresent([String: [Shape]].self, forKey: .sometimes) ?? [:]
    unwritten = try container.decodeIfPresent([String].self, forKey: .unwritten) ?? []
    unread = try container.decodeIfPresent([String].self, forKey: .unread) ?? []
    isComplete = try container.decodeIfPresent(Bool.self, forKey: .complete) ?? true
    stop = try container.decodeIfPresent(String.self, forKey: .stoppedAt)
    names = try container.decodeIfPresent([String].self, forKey: .names) ?? []
    notes = try container.decodeIfPresent([String].self, forKey: .notes) ?? []
  }

  private static func form(in container: KeyedDecodingContainer<CodingKeys>) throws -> Form {
    let isOpen = try container.decodeIfPresent(Bool.self, forKey: .open) ?? false
    if let fields = try container.decodeIfPresent([String: Field].self, forKey: .fields) {
      return .object(fields)
    }
    if let cases = try container.decodeIfPresent([DocumentValue].self, forKey: .cases) {
      let raw = try container.decodeIfPresent(Shape.self, forKey: .raw)
      return .cases(cases, of: raw ?? .any, isOpen: isOpen)
    }
    if let shape = try container.decodeIfPresent(Shape.self, forKey: .value) {
      return .value(shape)
    }
    if let payloads = try container.decodeIfPresent([String: Shape].self, forKey: .payloads) {
      let tag = try container.decode(String.self, forKey: .tag)
      return .union(tag: tag, payloads: payloads, keepsOthers: isOpen)
    }
    if let payloads = try container.decodeIfPresent([String: Shape].self, forKey: .oneOf) {
      return .oneOf(payloads)
    }
    if let versions = try container.decodeIfPresent([DocumentValue].self, forKey: .versions) {
      return .versioned(
        try versions.map { stored in
          guard let version = AnyVersion(stored) else {
            throw DecodingError.dataCorruptedError(
              forKey: .versions, in: container,
              debugDescription: "Expected whole numbers, strings, or null for no version.")
          }
          return version
        })
    }
    return .unknown
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch form {
    case .object(let fields): try container.encode(fields, forKey: .fields)
    case .cases(let cases, let raw, let isOpen):
      try container.encode(cases, forKey: .cases)
      if raw != .any { try container.encode(raw, forKey: .raw) }
      if isOpen { try container.encode(true, forKey: .open) }
    case .value(let shape): try container.encode(shape, forKey: .value)
    case .union(let tag, let payloads, let keepsOthers):
      try container.encode(tag, forKey: .tag)
      try container.encode(payloads, forKey: .payloads)
      if keepsOthers { try container.encode(true, forKey: .open) }
    case .oneOf(let payloads): try container.encode(payloads, forKey: .oneOf)
    case .versioned(let versions):
      try container.encode(versions.map(\.stored), forKey: .versions)
    case .unknown: break
    }
    try container.encodeIfPresent(fills, forKey: .fills)
    if !writesDefaults { try container.encode(false, forKey: .writesDefaults) }
    if keepsUnknownFields { try container.encode(true, forKey: .keepsUnknownFields) }
    switch otherwise {
    case .value(let value): try container.encode(value, forKey: .otherwise)
    case .differsEachTime: try container.encode(DocumentValue.volatile, forKey: .otherwise)
    case nil: break
    }
    if !sometimes.isEmpty { try container.encode(sometimes, forKey: .sometimes) }
    if !unwritten.isEmpty { try container.encode(unwritten, forKey: .unwritten) }
    if !unread.isEmpty { try container.encode(unread, forKey: .unread) }
    if !isComplete { try container.encode(false, forKey: .complete) }
    try container.encodeIfPresent(stop, forKey: .stoppedAt)
    if !names.isEmpty { try container.encode(names, forKey: .names) }
    if !notes.isEmpty { try container.encode(notes, forKey: .notes) }
  }
}

extension TypeShape.Filling: Codable {}
extension TypeShape.Leniency: Codable {}

extension TypeShape.Field: Codable {
  private enum CodingKeys: String, CodingKey {
    case shape = "type"
    case fallback = "default"
    case differsEachTime
    case required, lenient
  }

  /// Decodes an object, or just the text of the shape if there is nothing else to say.
  package init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self), let shape = Shape(text) {
      self.init(shape: shape)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(shape: try container.decode(Shape.self, forKey: .shape))
    if container.contains(.fallback) {
      initial = .value(try container.decode(DocumentValue.self, forKey: .fallback))
    } else if try container.decodeIfPresent(Bool.self, forKey: .differsEachTime) ?? false {
      initial = .differsEachTime
    }
    isRequired = try container.decodeIfPresent(Bool.self, forKey: .required) ?? false
    leniency = try container.decodeIfPresent(TypeShape.Leniency.self, forKey: .lenient)
  }

  package func encode(to encoder: any Encoder) throws {
    if initial == nil, !isRequired, leniency == nil { return try shape.encode(to: encoder) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(shape, forKey: .shape)
    switch initial {
    case .value(let value): try container.encode(value, forKey: .fallback)
    case .differsEachTime: try container.encode(true, forKey: .differsEachTime)
    case nil: break
    }
    if isRequired { try container.encode(true, forKey: .required) }
    try container.encodeIfPresent(leniency, forKey: .lenient)
  }
}
