/// What the steps of a value have done with its unknown fields and preserved nulls.
struct StepReport {
  /// The unknown fields that steps have read.
  var fieldsRead = UnknownFieldsRead()
  /// The unknown fields that were decoded as declared ones, or handled by a step, by name.
  var handled: [String: ValueCounts] = [:]
  /// The new names of preserved nulls, by name; nil for a null that was dropped.
  var handledNulls: [String: [String?]] = [:]
}
