// error 8: 'init()' is unavailable: The macro can't see whether `Zeroed` has an `init()`. If so, write `@Zeroed() var count`. Otherwise, declare an `init()`.
// error 10: 'init()' is unavailable: The macro can't see whether `Zeroed` has an `init()`. If so, write `@Zeroed() var count`. Otherwise, declare an `init()`.
// swift-format-ignore-file
import Foundation
import LineageMacros

@propertyWrapper nonisolated struct Zeroed: Codable, Sendable { var wrappedValue = 0 }
@Fillable nonisolated final class Counts { @Zeroed var count: Int; var name = "" }
@Fillable nonisolated final class Decoded { @Zeroed var count: Int }
nonisolated func make() -> Counts { Counts() }
@Fillable nonisolated final class InObject: NSObject { @Zeroed var count: Int }
nonisolated func makeInObject() -> InObject { InObject() }
