/// What nested values have lost while they were written as older versions.
struct NestedLosses {
  var paths: Set<FieldPath> = []
  /// The unknown fields that were lost, with their values.
  var values: [FieldPath: DocumentValue] = [:]
}
