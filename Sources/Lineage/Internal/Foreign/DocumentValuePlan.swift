extension DocumentValue: PlannedDecodable, PlannedEncodable {
  static func makeDecodingPlan() -> AnyObject { DocumentValueDecodingPlan() }
  static func makeEncodingPlan() -> AnyObject { DocumentValueEncodingPlan() }
}

private final class DocumentValueDecodingPlan: DecodingPlan<DocumentValue> {
  override func decode(_ field: Field) throws -> DocumentValue {
    try field.documentValueWithoutLibraryKeys()
  }
  override var tellsNullFromNothing: Bool { true }
  override func isNull(_ value: DocumentValue) -> Bool { value == .null }
  override func zero(inside decoder: () -> ValueDecoder) throws -> DocumentValue? { .null }
}

private final class DocumentValueEncodingPlan: EncodingPlan<DocumentValue> {
  override func encode(_ value: DocumentValue, to encoder: ValueEncoder) throws {
    try encoder.writer.write(value, to: encoder)
  }
}

extension DocumentObject: PlannedDecodable, PlannedEncodable {
  static func makeDecodingPlan() -> AnyObject { DocumentObjectDecodingPlan() }
  static func makeEncodingPlan() -> AnyObject { DocumentObjectEncodingPlan() }
}

private final class DocumentObjectDecodingPlan: DecodingPlan<DocumentObject> {
  private let value = PlanCache.decodingPlan(for: DocumentValue.self)

  override var readsNull: Bool { false }

  override func decode(_ field: Field) throws -> DocumentObject {
    try field.checkObject()
    guard let object = try value.decode(field).object else { throw field.malformed("an object") }
    return object
  }

  override func zero(inside decoder: () -> ValueDecoder) throws -> DocumentObject? {
    DocumentObject()
  }
}

private final class DocumentObjectEncodingPlan: EncodingPlan<DocumentObject> {
  override func encode(_ value: DocumentObject, to encoder: ValueEncoder) throws {
    try encoder.writer.write(.object(value), to: encoder)
  }
}
