/// What became of a value that may fail to decode.
enum LenientResult<Value: Decodable> {
  case good(Value)
  /// What stood in the data instead.
  case rejected(DocumentValue)

  /// Decodes a value, or keeps and reports what is there.
  init(_ field: Field, by plan: DecodingPlan<Value>) throws {
    let mark = field.state.pointee.journal?.mark
    do {
      self = .good(try plan.decode(field))
    } catch {
      field.state.pointee.journal?.noteRejected(field, since: mark)
      self = .rejected(try DocumentValue(field))
    }
  }
}
