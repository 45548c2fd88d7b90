#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Date: PlannedEncodable {
  static func makeEncodingPlan() -> AnyObject { DateEncodingPlan() }
}

private final class DateEncodingPlan: EncodingPlan<Date> {
  override var isCheaperToEncode: Bool { true }

  override func encode(_ value: Date, to encoder: ValueEncoder) throws {
    let writer = encoder.writer
    guard let strategy = writer.state.pointee.json?.dateEncodingStrategy else {
      return writer.write(.date(value), at: encoder.slot)
    }
    switch strategy {
    // A date encodes itself as this number, and nothing else, to a single-value container.
    case .deferredToDate: try writer.write(value.timeIntervalSinceReferenceDate, to: encoder)
    case .secondsSince1970: try write(value.timeIntervalSince1970, to: encoder)
    case .millisecondsSince1970: try write(value.timeIntervalSince1970 * 1000, to: encoder)
    case .iso8601:
      if let date = ISO8601Date(
        secondsSinceReferenceDate: value.timeIntervalSinceReferenceDate),
        writer.continueText(with: encoder.slot)
      {
        writer.state.pointee.text.output.append(date)
      } else {
        try writer.encode(value.formatted(.iso8601), to: encoder)
      }
    case .custom(let encode):
      try encode(value, encoder)
      writer.fill(encoder)
    #if canImport(Darwin)
      // Only Foundation for Apple platforms has a strategy with a formatter.
      case .formatted(let formatter): try writer.encode(formatter.string(from: value), to: encoder)
      @unknown default:
        throw EncodingProblem.unsupportedStrategy(for: "dates")
          .error(for: Date.self, at: encoder.codingPath)
    #endif
    }
  }

  /// Writes a number of seconds. The strategy for non-conforming floats doesn't apply to it.
  private func write(_ number: Double, to encoder: ValueEncoder) throws {
    guard number.isFinite else {
      throw EncodingProblem.notFiniteDate.error(for: number, at: encoder.codingPath)
    }
    encoder.writer.write(number, at: encoder.slot)
  }
}

extension Data: PlannedEncodable {
  static func makeEncodingPlan() -> AnyObject { DataEncodingPlan() }
}

private final class DataEncodingPlan: EncodingPlan<Data> {
  override var isCheaperToEncode: Bool { true }

  override func encode(_ value: Data, to encoder: ValueEncoder) throws {
    let writer = encoder.writer
    guard let strategy = writer.state.pointee.json?.dataEncodingStrategy else {
      return writer.write(.data(value), at: encoder.slot)
    }
    switch strategy {
    case .deferredToData: try value.encode(to: encoder)
    case .base64: try writer.encode(value.base64EncodedString(), to: encoder)
    case .custom(let encode):
      try encode(value, encoder)
      writer.fill(encoder)
    #if canImport(Darwin)
      @unknown default:
        throw EncodingProblem.unsupportedStrategy(for: "data")
          .error(for: Data.self, at: encoder.codingPath)
    #endif
    }
  }
}

extension Decimal: PlannedEncodable {
  static func makeEncodingPlan() -> AnyObject {
    NativeEncodingPlan<Decimal> { value, encoder in
      // Foundation writes `NaN`, which it can't read.
      if value.isNaN, encoder.writer.isJSON {
        throw EncodingProblem.decimalIsNaN.error(for: Decimal.self, at: encoder.codingPath)
      }
      return .decimal(value)
    }
  }
}

extension URL: PlannedEncodable {
  static func makeEncodingPlan() -> AnyObject {
    NativeEncodingPlan<URL> { value, _ in .url(value) }
  }
}

extension UUID: PlannedEncodable {
  static func makeEncodingPlan() -> AnyObject { UUIDEncodingPlan() }
}

/// The plan of UUIDs, which encode themselves as strings in any format of Lineage's own.
private final class UUIDEncodingPlan: EncodingPlan<UUID> {
  override func encode(_ value: UUID, to encoder: ValueEncoder) throws {
    encoder.writer.write(value, at: encoder.slot)
  }
}

/// The plan of a type whose values are stored unchanged until the tree is written.
private final class NativeEncodingPlan<Value: Encodable>: EncodingPlan<Value> {
  override var isCheaperToEncode: Bool { true }

  private let native: (Value, ValueEncoder) throws -> NativeValue

  init(_ native: @escaping (Value, ValueEncoder) throws -> NativeValue) {
    self.native = native
  }

  override func encode(_ value: Value, to encoder: ValueEncoder) throws {
    encoder.writer.write(try native(value, encoder), at: encoder.slot)
  }
}

/// The plan of a type of the system such as `DateInterval`. In a tree, such a value is marked as one whose parts mean
/// nothing on their own.
final class IndivisibleEncodingPlan<Value: Encodable>: EncodingPlan<Value> {
  override func encode(_ value: Value, to encoder: ValueEncoder) throws {
    try encodeBody(value, to: encoder)
    let writer = encoder.writer
    if writer.isText { return }
    switch writer.kind(at: encoder.slot) {
    case .object: writer.tree.slots[encoder.slot].flags.insert(.isIndivisibleObject)
    case .array: writer.tree.slots[encoder.slot].flags.insert(.isIndivisibleArray)
    default: break
    }
  }
}
