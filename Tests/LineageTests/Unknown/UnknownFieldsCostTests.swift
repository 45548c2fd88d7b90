import Lineage
import Testing

struct UnknownFieldsCostTests {
  @Test(arguments: [false, true])
  func `removing fields one by one takes linear time`(isReversed: Bool) throws {
    let ratio = try growth(doubling: 4000) { count in
      let names = (0..<count).map { "field \($0)" }
      var unknown = UnknownFields()
      for name in names { unknown[name] = .null }
      return {
        var rest = unknown
        for name in isReversed ? names.reversed() : names { rest[name] = nil }
        #expect(rest.isEmpty)
        rest = unknown
        rest[names[0]] = nil
        for name in names { rest["new \(name)"] = .null }
        #expect(rest["new field 1"] == .null && rest[names[0]] == nil)
      }
    }

    #expect(ratio < 3.2)
  }
}
