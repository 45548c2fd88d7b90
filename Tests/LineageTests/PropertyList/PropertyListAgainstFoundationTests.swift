import Foundation
import Testing

@testable import Lineage

/// Compares the readers with `PropertyListDecoder` on the same documents.
struct PropertyListAgainstFoundationTests {
  static let formats: [PropertyListSerialization.PropertyListFormat] = [.xml, .binary]

  private func reading<Value: Decodable>(_ type: Value.Type, _ data: Data) -> String? {
    (try? PropertyListDecoder().decode(type, from: data)).map { "\($0)" }
  }

  private func ourReading<Value: Decodable>(_ type: Value.Type, _ data: Data) -> String? {
    (try? PropertyListDecoder().decode(unversioned: type, from: data)).map { "\($0)" }
  }

  private func compare<Value: Decodable>(_ type: Value.Type, _ data: Data, _ name: String) {
    let expected = reading(type, data)
    #expect(ourReading(type, data) == expected, "\(name) as \(type)")
    let optional = Optional<Value>.self
    #expect(ourReading(optional, data) == reading(optional, data), "\(name) as \(optional)")
  }

  private func compareAllTypes(_ data: Data, _ name: String) {
    compare(Bool.self, data, name)
    compare(String.self, data, name)
    compare(Int.self, data, name)
    compare(Int8.self, data, name)
    compare(Int16.self, data, name)
    compare(Int32.self, data, name)
    compare(Int64.self, data, name)
    compare(UInt.self, data, name)
    compare(UInt8.self, data, name)
    compare(UInt16.self, data, name)
    compare(UInt32.self, data, name)
    compare(UInt64.self, data, name)
    compare(Double.self, data, name)
    compare(Float.self, data, name)
    compare(Date.self, data, name)
    compare(Data.self, data, name)
    compare(URL.self, data, name)
    compare(Decimal.self, data, name)
    compare(UUID.self, data, name)
    compare([Int].self, data, name)
    compare([UInt8].self, data, name)
    compare([String: Int].self, data, name)
  }

  @Test(arguments: [
    "<true/>", "<false></false>", "<integer>0</integer>", "<integer>1</integer>",
    "<integer>-1</integer>", "<integer>127</integer>", "<integer>128</integer>",
    "<integer>255</integer>", "<integer>256</integer>", "<integer>-129</integer>",
    "<integer>65536</integer>", "<integer>4294967296</integer>", "<integer>16777217</integer>",
    "<integer>9007199254740993</integer>", "<integer>9223372036854775807</integer>",
    "<integer>9223372036854775808</integer>", "<integer>-9223372036854775808</integer>",
    "<integer>18446744073709551615</integer>", "<integer>007</integer>", "<integer>+5</integer>",
    "<integer> -\t99</integer>", "<integer>0x7F</integer>", "<integer>-0X80</integer>",
    "<integer>0xFFFFFFFFFFFFFFFF</integer>", "<integer>5 </integer>", "<integer>--5</integer>",
    "<integer>-</integer>", "<integer>0x</integer>", "<integer>5A</integer>",
    "<integer>5.0</integer>", "<integer>&#53;</integer>", "<integer></integer>",
    "<integer/>", "<real>0</real>", "<real>1</real>", "<real>-0</real>", "<real>1.5</real>",
    "<real>5.</real>", "<real>.5</real>", "<real>+.5</real>", "<real>  2</real>",
    "<real>2 </real>", "<real>1e5</real>", "<real>1.E+2</real>", "<real>1.e</real>",
    "<real>.</real>", "<real>1.2.3</real>", "<real>0x10</real>", "<real>255</real>",
    "<real>256</real>", "<real>0.1</real>", "<real>1e400</real>", "<real>-1e-400</real>",
    "<real>inf</real>", "<real>-iNf</real>", "<real>+INFINITY</real>", "<real>nAn</real>",
    "<real>infinite</real>", "<real></real>", "<real/>", "<string></string>",
    "<string>a</string>", "<string>1</string>", "<string>true</string>", "<string>é日😀</string>",
    "<string>http://example.com/a</string>", "<string>$null</string>",
    "<string>a$null</string>", "<string>&#36;null</string>",
    "<string><![CDATA[$null]]></string>", "<string>a<![CDATA[<&]]>c</string>",
    "<string>&amp;&lt;&gt;&quot;&apos;&#65;&#x1F600;</string>", "<string>&bogus;</string>",
    "<string>a&lt</string>", "<string>&#xD800;</string>",
    "<string><!-- a --></string>", "<string><b/></string>",
    "<string>E621E1F8-C36C-495A-93FC-0C247A3E6E5F</string>", "<data>AAEC</data>",
    "<data>\n A A\tEC\r\n</data>", "<data>AAE=</data>", "<data></data>", "<data>é</data>",
    "<date>2024-02-29T23:59:59Z</date>", "<date>2024-01-32T20:43:14Z</date>",
    "<date>2024-13-00T25:61:61Z</date>", "<date>0001-01-01T00:00:00Z</date>",
    "<date>1582-10-10T00:00:00Z</date>", "<date>33658-09-27T01:46:39Z</date>",
    "<date> 2024-02-29T23:59:59Z</date>", "<date>2024-2-29T23:59:59Z</date>",
    "<date>2024-02-29</date>", "<date>T</date>", "<date></date>", "<date/>", "<array></array>",
    "<array><integer>1</integer><!-- a --><integer>2</integer></array>",
    "<array><string>$null</string></array>", "<array attribute='1'></array >",
    "<dict><key>a</key><integer>1</integer></dict>", "<dict><key>a</key></dict>",
    "<dict><string>a</string><integer>1</integer></dict>", "<dict><integer>1</integer></dict>",
    "<array></dict>", "<unknown/>", "< true/>", "<key>a</key>",
  ])
  func `an XML value decodes as the same types as with PropertyListDecoder`(xml: String) {
    compareAllTypes(Data("<plist>\(xml)</plist>".utf8), xml)
  }

  @Test func `a binary value decodes as the same types as with PropertyListDecoder`() {
    let seconds = (1e9).bitPattern.bytes
    let values: [[UInt8]] = [
      [0x00], [0x08], [0x09], [0x10, 0], [0x10, 0x7F], [0x10, 0xFF], [0x11, 0xFF, 0xFF],
      [0x12, 0xFF, 0xFF, 0xFF, 0xFF], [0x13] + Int64(-1).bytes, [0x13] + Int64.min.bytes,
      [0x14] + Int64(0).bytes + Int64(7).bytes, [0x14] + Int64(0).bytes + Int64(-1).bytes,
      [0x22] + Float(1.5).bitPattern.bytes, [0x22] + Float(0.1).bitPattern.bytes,
      [0x23] + (2.0).bitPattern.bytes, [0x23] + (-0.5).bitPattern.bytes,
      [0x23] + Double.infinity.bitPattern.bytes, [0x33] + seconds, [0x40], [0x43, 0, 1, 255],
      [0x4F, 0x10, 3, 0, 1, 255], [0x50], [0x51, 0x61], [0x55] + Array("$null".utf8),
      [0x51, 0xE9], [0x61, 0x00, 0xE9], [0x62, 0xD8, 0x3D, 0xDE, 0x00], [0x61, 0xD8, 0x3D],
      [0x65] + "$null".utf8.flatMap { [0, $0] }, [0xA0], [0xA2, 2, 2], [0xAF, 0x11, 0, 1, 2],
      [0xD0], [0xD1, 3, 2], [0xD2, 3, 3, 2, 4], [0xD1, 2, 2], [0x1F], [0x24], [0x34], [0x70],
      [0x90],
      [0xE0], [0xFF], [0xA1, 99], [0x4F, 0x20, 1], [0x53, 0x61],
    ]

    for value in values {
      let data = BinaryDocument([value, [0x08], [0x10, 1], [0x51, 0x61], [0x10, 4]]).data
      compareAllTypes(data, "\(value)")
    }
  }

  @Test func `dates of all centuries decode as with PropertyListDecoder`() {
    for year in stride(from: 0, through: 2900, by: 29) {
      for day in ["01-01", "02-28", "02-29", "03-01", "12-31"] {
        let date = "\(String(repeating: "0", count: 4 - "\(year)".count))\(year)-\(day)T12:34:56Z"
        compare(Date.self, Data("<date>\(date)</date>".utf8), date)
      }
    }
  }

  @Test(arguments: formats)
  func `a generated property list reads as with PropertyListDecoder`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    var random = JSONRandom(seed: 50)
    for _ in 0..<JSONRandom.count(300) {
      let list = ["a": random.propertyList(), "b": random.propertyList()]
      let data = try PropertyListSerialization.data(
        fromPropertyList: list, format: format, options: 0)

      let expected = try PropertyListDecoder().decode(AnyPropertyList.self, from: data)
      let read = try PropertyListDecoder().decode(unversioned: AnyPropertyList.self, from: data)

      #expect("\(read)" == "\(expected)")
    }
  }

  @Test func `damaged XML reads as with PropertyListDecoder, and nothing damaged traps`() throws {
    var random = JSONRandom(seed: 51)
    for round in 0..<JSONRandom.count(3000) {
      let format = Self.formats[round % 2]
      var bytes = [UInt8](
        try PropertyListSerialization.data(
          fromPropertyList: random.propertyList(), format: format, options: 0))
      random.damage(&bytes)
      let data = Data(bytes)
      do {
        let read = try PropertyListDecoder().decode(unversioned: AnyPropertyList.self, from: data)
        guard Self.isComparable(data), let expected = reading(AnyPropertyList.self, data)
        else { continue }
        #expect("\(read)" == expected)
      } catch is MigrationError {}
    }
  }

  /// Whether Foundation reads the whole document like Lineage. It reads unusual Base64 only in
  /// part, and which of two equal keys wins in a binary property list varies. It may crash on text
  /// that is damaged into another format.
  private static func isComparable(_ data: Data) -> Bool {
    let text = String(decoding: data, as: UTF8.self)
    return text.first == "<" && !text.contains("<data>")
  }

  @Test(arguments: formats)
  func `a truncated property list is a MigrationError`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    var random = JSONRandom(seed: 52)
    let list = (0..<5).map { _ in random.propertyList() }
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: format, options: 0)
    let end = format == .xml ? data.count - "\n".utf8.count : data.count

    // Fewer bytes of the binary format are a string in the old text format.
    for length in (format == .xml ? 0 : 6)..<end {
      let error = #expect(throws: MigrationError.self) {
        try PropertyListDecoder().decode(
          unversioned: AnyPropertyList.self, from: data.prefix(length))
      }
      #expect(error?.reason == .unreadable)
    }
  }

  @Test(arguments: [StoredFormat.xml, .binary])
  func `container operations have the same results as with PropertyListDecoder`(
    format: StoredFormat
  ) throws {
    for seed in 5_000_000..<5_000_000 + UInt64(JSONRandom.count(800)) {
      var random = JSONRandom(seed: seed)
      random.repeatsKeys = false
      let document = random.programDocument()
      // Rounded numbers differ on purpose.
      let isExact = document.firstMatch(of: /[0-9.]{8}|[eE]/) == nil
      guard isExact, let data = try? format.document(document) else { continue }

      let expected = DecodingProgram.notes(seed: seed) {
        try PropertyListDecoder().decode($0, from: data)
      }
      let found = DecodingProgram.notes(seed: seed) {
        try PropertyListDecoder().decode(unversioned: $0, from: data)
      }

      let same = zip(expected, found).prefix { DecodingProgram.agree($0, $1) }.count
      if same < max(expected.count, found.count) {
        Issue.record(
          """
          seed \(seed): \(try PropertyListSerialization.propertyList(from: data, format: nil))
          \(expected.prefix(same).joined(separator: "\n"))
          Foundation: \(expected.dropFirst(same).prefix(2).joined(separator: "\n"))
          here: \(found.dropFirst(same).prefix(2).joined(separator: "\n"))
          """)
        return
      }
    }
  }
}

extension FixedWidthInteger {
  /// The bytes, most significant first.
  fileprivate var bytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
