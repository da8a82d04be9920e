extension String {
  /// Returns whether both texts have the same code points.
  ///
  /// Swift's own equality treats canonically equivalent texts, such as `é` as one and as two code points, as equal, which
  /// formats such as JSON and YAML do not.
  package func isExactly(_ other: String) -> Bool {
    // Swift's own comparison would normalize texts that are not ASCII, which costs far more than the bytes.
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Hashes the code points, so that texts which ``isExactly(_:)`` tells apart have different hashes.
  ///
  /// Swift's own hash is the same for canonically equivalent texts: as many spellings of one name as somebody likes would
  /// share a bucket of a dictionary.
  package func hashExactly(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // No byte of UTF-8: it ends the text, so that one beside another cannot give a byte to it.
    hasher.combine(0xff as UInt8)
  }

  /// Returns whether this text comes before another: in Swift's order, in which canonically equivalent texts have the same
  /// place, and then by code points.
  package func isBefore(_ other: String) -> Bool {
    self == other ? utf8.lexicographicallyPrecedes(other.utf8) : self < other
  }
}

/// A text as a key of sets and dictionaries that is equal to the same code points only.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.isExactly(right.text)
  }

  package func hash(into hasher: inout Hasher) { text.hashExactly(into: &hasher) }
}
