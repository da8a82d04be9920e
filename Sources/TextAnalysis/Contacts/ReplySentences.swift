/// The sentences of a line of a reply, which together are the whole line.
package struct ReplySentences {
  /// The sentences in order, each with the whitespace after it; a list marker belongs to the first.
  package private(set) var sentences: [[Unicode.Scalar]] = []
  /// Whether the line is a list item.
  package let isListItem: Bool

  /// Words after which a full stop does not end a sentence.
  package static let titles: Set<String> = [
    "dr", "dra", "mr", "mrs", "ms", "sr", "sra", "prof", "st", "hr", "fr",
  ]
  private static let closing = Set("\"'”’»)]*_".unicodeScalars)
  private static let opening = Set("\"'“‘«(„¿¡[*_-–—•".unicodeScalars)

  /// Splits a line, given without its line break.
  ///
  /// A sentence ends at a full stop, question mark or exclamation mark that whitespace follows, unless the following
  /// text begins with a digit or a lower-case letter, or the full stop follows a title or a single letter. In doubt
  /// two sentences are kept as one: it is better to lose a sentence too many than to keep half of one.
  package init(_ line: [Unicode.Scalar]) {
    let mark = Self.listMark(of: line)
    isListItem = mark > 0
    var (start, position) = (0, mark)
    while position < line.count {
      guard let end = Self.end(in: line, at: position) else {
        position += 1
        continue
      }
      sentences.append(Array(line[start..<end]))
      (start, position) = (end, end)
    }
    if start < line.count { sentences.append(Array(line[start...])) }
  }

  /// Returns the length of a list marker with the whitespace around it: `- `, `• `, `1. `; 0 if there is none.
  private static func listMark(of line: [Unicode.Scalar]) -> Int {
    let blanks = line.prefix { $0.properties.isWhitespace }.count
    let rest = line[blanks...]
    let digits = rest.prefix { ("0"..."9").contains($0) }.count
    var length = 0
    if (1...2).contains(digits), let sign = rest.dropFirst(digits).first, sign == "." || sign == ")"
    {
      length = digits + 1
    } else if let first = rest.first, "-*•–—‣·".unicodeScalars.contains(first) {
      length = 1
    }
    let after = rest.dropFirst(length).prefix { $0.properties.isWhitespace }.count
    return length > 0 && after > 0 ? blanks + length + after : 0
  }

  /// Returns the end of a sentence whose mark is at a position, after trailing whitespace, or `nil` if it continues.
  private static func end(in line: [Unicode.Scalar], at position: Int) -> Int? {
    let scalar = line[position]
    if "。！？।۔؟".unicodeScalars.contains(scalar) {
      return line[(position + 1)...].firstIndex { !$0.properties.isWhitespace } ?? line.count
    }
    guard ".!?…".unicodeScalars.contains(scalar) else { return nil }
    var next = position + 1
    while next < line.count, closing.contains(line[next]) { next += 1 }
    guard next < line.count, line[next].properties.isWhitespace else { return nil }
    let rest = line[next...]
    guard let begin = rest.firstIndex(where: { !$0.properties.isWhitespace }) else { return nil }
    if let letter = rest[begin...].first(where: { !opening.contains($0) }) {
      if letter.properties.isLowercase || letter.properties.numericType != nil { return nil }
    }
    if scalar == "." {
      let word = line[..<position].reversed().prefix { $0.properties.isAlphabetic }.reversed()
      let text = String(String.UnicodeScalarView(word)).lowercased()
      if titles.contains(text) || word.count == 1 { return nil }
    }
    return begin
  }
}
