extension Collection where Element == String {
  /// Returns the element that a misspelt word most likely meant; nil if none is close.
  ///
  /// Words are compared case-insensitively by their optimal string alignment distance (insertions, deletions,
  /// substitutions and transpositions of adjacent characters), which may be at most a third of the longer word's
  /// length and is always allowed to be 1.
  public func closestMatch(to word: String) -> String? {
    // The distance takes time in proportion to the product of the lengths, and no name is that long.
    let maximumBytes = 128
    guard word.utf8.count <= maximumBytes else { return nil }
    let wanted = Array(word.lowercased())
    var best: (distance: Int, word: String)?
    for candidate in self where candidate.utf8.count <= maximumBytes {
      let letters = Array(candidate.lowercased())
      let limit = Swift.max(1, Swift.max(wanted.count, letters.count) / 3)
      guard abs(wanted.count - letters.count) <= limit else { continue }
      let distance = alignmentDistance(wanted, letters)
      if distance <= limit, distance < (best?.distance ?? .max) { best = (distance, candidate) }
    }
    return best?.word
  }

  /// Returns a hint for an unknown name: the closest match if there is one, otherwise the known names; nil if the
  /// collection is empty.
  public func hint(for word: String) -> String? {
    if let match = closestMatch(to: word) { return "did you mean '\(match)'?" }
    return isEmpty ? nil : "known: \(sorted().joined(separator: ", "))"
  }
}

private func alignmentDistance(_ left: [Character], _ right: [Character]) -> Int {
  guard !left.isEmpty else { return right.count }
  guard !right.isEmpty else { return left.count }
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for i in 1...left.count {
    var current = [i] + Array(repeating: 0, count: right.count)
    for j in 1...right.count {
      let cost = left[i - 1] == right[j - 1] ? 0 : 1
      current[j] = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + cost)
      if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
        current[j] = min(current[j], beforePrevious[j - 2] + 1)
      }
    }
    (beforePrevious, previous) = (previous, current)
  }
  return previous[right.count]
}
