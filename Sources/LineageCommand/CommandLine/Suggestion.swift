/// The name that was probably meant by one that doesn't exist.
enum Suggestion {
  /// The nearest name, unless it differs by more than two edits or a third of its letters. The first
  /// of several that are equally near. Case doesn't count, nor do dashes at the beginning.
  static func nearest(to typed: String, among names: [String]) -> String? {
    let typed = letters(of: typed)
    var best: (name: String, distance: Int)?
    for name in names {
      let letters = letters(of: name)
      let limit = min(2, max(typed.count, letters.count) / 3)
      guard abs(typed.count - letters.count) <= limit else { continue }
      let distance = distance(typed, letters)
      if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
  }

  private static func letters(of name: String) -> [Character] {
    Array(name.lowercased().drop { $0 == "-" })
  }

  /// The Damerau-Levenshtein distance: how many letters to insert, delete, replace, or swap with their
  /// neighbors. Letters that were swapped aren't edited again.
  static func distance(_ from: [Character], _ to: [Character]) -> Int {
    // The rows of the table for the last two prefixes of `from`: row[j] is the distance to the first
    // j letters of `to`.
    var beforePrevious: [Int] = []
    var previous = Array(0...to.count)
    for (i, letter) in from.enumerated() {
      var row = [i + 1]
      for (j, other) in to.enumerated() {
        var distance = min(
          previous[j + 1] + 1, row[j] + 1, previous[j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == to[j - 1], from[i - 1] == other {
          distance = min(distance, beforePrevious[j - 1] + 1)
        }
        row.append(distance)
      }
      beforePrevious = previous
      previous = row
    }
    return previous[to.count]
  }
}
