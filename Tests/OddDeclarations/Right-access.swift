// compiles
// swift-format-ignore-file
public import LineageMacros

@Fillable private struct Private { private let a: Int; fileprivate var b = 2 }
@Fillable fileprivate struct FilePrivate { let a: Int }
@Fillable internal struct Internal { internal let a: Int; private(set) var b = 1 }
@Fillable package struct Package { package let a: Int; package private(set) var b = 1 }
@Fillable public struct Public { public let a: Int; public internal(set) var b = 1 }
@Document(version: 1) public struct Shown { public var a = 1 }
@Document(version: 2, after: Shown.self) public struct Later { public let a: Int; var hidden = 2 }
extension Later { public init(from old: Shown) throws { a = old.a } }
enum Outer { @Fillable fileprivate struct Inner { fileprivate let a: Int; private var b = 1 } }
