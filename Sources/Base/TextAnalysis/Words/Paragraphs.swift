import SourceFiles

package enum Paragraphs {
  private static let bullets: Set<Character> = ["-", "*", "•", "–"]

  /// Returns the number of paragraphs; a blank line begins one, and so does a list item.
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

  /// Returns whether a line begins with a bullet, or a number with a period or parenthesis, and whitespace after it.
  private static func isItem(_ line: String) -> Bool {
    let mark = line.prefix { !$0.isWhitespace }
    guard mark.count < line.count, let last = mark.last else { return false }
    if mark.count == 1 { return bullets.contains(last) }
    return (last == "." || last == ")") && mark.dropLast().allSatisfy(\.isNumber)
  }
}
