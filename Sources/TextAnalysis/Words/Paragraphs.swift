import SourceFiles

/// Counts the paragraphs of a text.
package enum Paragraphs {
  private static let bullets: Set<Character> = ["-", "*", "•", "–"]

  /// How many there are. A blank line begins one, and so does an item of a list.
  package static func count(_ text: String) -> Int {
    var count = 0
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = line.trimmingWhitespace
      guard !line.isEmpty else {
        isOpen = false
        continue
      }
      if !isOpen || isItem(line) { count += 1 }
      isOpen = true
    }
    return count
  }

  /// Whether a line begins with a bullet, or a number with a point, and a blank.
  private static func isItem(_ line: String) -> Bool {
    let mark = line.prefix { !$0.isWhitespace }
    guard mark.count < line.count, let last = mark.last else { return false }
    if mark.count == 1 { return bullets.contains(last) }
    return (last == "." || last == ")") && mark.dropLast().allSatisfy(\.isNumber)
  }
}
