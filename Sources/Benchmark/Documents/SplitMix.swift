/// A small generator that produces the same numbers on every machine.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func number(below limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &self)
  }

  /// A number with a few decimals, like those that people type.
  mutating func decimal(below limit: Int, decimals: Int) -> Double {
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    return Double(number(below: limit * scale)) / Double(scale)
  }

  /// A number of degrees between `-limit` and `limit`, with six decimals.
  mutating func coordinate(within limit: Int) -> Double {
    Double(number(below: 2 * limit * 1_000_000) - limit * 1_000_000) / 1_000_000
  }

  mutating func word(_ length: Int) -> String {
    String((0..<length).map { _ in Character(Unicode.Scalar(UInt8(97 + next() % 26))) })
  }

  mutating func sentence(words: Int) -> String {
    (0..<words).map { _ in word(2 + number(below: 8)) }.joined(separator: " ")
  }

  mutating func isTrue(percent: Int) -> Bool {
    number(below: 100) < percent
  }

  mutating func element<Element>(of choices: [Element]) -> Element {
    choices[number(below: choices.count)]
  }

  /// Some letters of a script.
  mutating func phrase(_ script: Script, _ length: Int) -> String {
    String((0..<length).map { _ in element(of: script.letters) })
  }

  /// A number with many decimals, as a computation gives it.
  mutating func real(below limit: Double) -> Double {
    Double(next() >> 11) * 0x1p-53 * limit
  }
}

/// Letters beyond ASCII.
enum Script {
  case japanese, cyrillic, symbols

  fileprivate var letters: [Character] {
    switch self {
    case .japanese: Self.japaneseLetters
    case .cyrillic: Self.cyrillicLetters
    case .symbols: Self.symbolLetters
    }
  }

  private static let japaneseLetters = Array(
    "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん日本語人気今年東京新生活食事電車")
  private static let cyrillicLetters = Array("абвгдежзиклмнопрстуфхцчшщыэюяАБВГДЕЖЗИКЛМ")
  private static let symbolLetters = Array("😀🎉🚀💡🐸🌸")
}
