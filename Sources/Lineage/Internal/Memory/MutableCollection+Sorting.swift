extension MutableCollection where Self: RandomAccessCollection {
  /// Sorts the elements from an index to the end. Equal elements keep their order.
  ///
  /// It is for the members of an object, which are few: the standard library's algorithm would copy
  /// them, and only pays off for many.
  @inline(__always)
  mutating func sortFew(from first: Index, by precedes: (Element, Element) -> Bool) {
    if distance(from: first, to: endIndex) > 64 {
      var index = first
      for element in self[first...].sorted(by: precedes) {
        self[index] = element
        formIndex(after: &index)
      }
      return
    }
    var index = first
    while index < endIndex {
      let element = self[index]
      var place = index
      while place > first, precedes(element, self[self.index(before: place)]) {
        let previous = self.index(before: place)
        self[place] = self[previous]
        place = previous
      }
      self[place] = element
      formIndex(after: &index)
    }
  }
}
