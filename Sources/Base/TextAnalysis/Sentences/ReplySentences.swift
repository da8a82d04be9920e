/// The sentences of a line of a reply, which together are the whole line.
package struct ReplySentences {
  /// The sentences in order, each with the whitespace after it; a list marker belongs to the first.
  package private(set) var sentences: [[Unicode.Scalar]] = []
  /// Whether the line is a list item.
  package let isListItem: Bool

  /// Splits a line, given without its line break.
  ///
  /// A sentence ends at a full stop, question mark or exclamation mark that whitespace follows, and at a mark such as `。`
  /// whatever follows. It does not end if the following text begins with a digit or a lower-case letter, or if the full
  /// stop follows a title, a single letter or an abbreviation after which something always follows, such as `e.g.`. In
  /// doubt two sentences are kept as one: it is better to lose a sentence too many than to keep half of one.
  package init(_ line: [Unicode.Scalar]) {
    let mark = Self.listMark(of: line[...])
    isListItem = mark > 0
    var start = 0
    for end in SentenceEnds.positions(in: line[mark...], for: .removal) {
      let next = line[end...].firstIndex { !$0.properties.isWhitespace } ?? line.count
      sentences.append(Array(line[start..<next]))
      start = next
    }
    if start < line.count { sentences.append(Array(line[start...])) }
  }

  /// Returns the length of a list marker with the whitespace around it: `- `, `• `, `1. `; 0 if there is none.
  static func listMark(of line: ArraySlice<Unicode.Scalar>) -> Int {
    let rest = line.drop { $0.properties.isWhitespace }
    let whitespaceCount = line.count - rest.count
    let digits = rest.prefix { ("0"..."9").contains($0) }.count
    var length = 0
    if (1...2).contains(digits), let sign = rest.dropFirst(digits).first, sign == "." || sign == ")"
    {
      length = digits + 1
    } else if let first = rest.first, "-*•–—‣·".unicodeScalars.contains(first) {
      length = 1
    }
    let after = rest.dropFirst(length).prefix { $0.properties.isWhitespace }.count
    return length > 0 && after > 0 ? whitespaceCount + length + after : 0
  }
}
