/// Where a text can be cut without cutting a sentence.
///
/// Careful rather than complete: a full stop after a short word may belong to an abbreviation, so it
/// counts as an end only when the word before it has four letters at least. A sentence that is missed
/// goes with its neighbour; none is ever cut.
enum SentenceBounds {
  /// The ends of all sentences but the last, as offsets, without the blanks that follow them.
  static func inner(of text: ArraySlice<UInt8>) -> [Int] {
    var ends: [Int] = []
    var at = text.startIndex
    var wordLength = 0
    while at < text.endIndex {
      let byte = text[at]
      switch byte {
      case UInt8(ascii: "\n"): append(at, to: &ends, in: text)
      case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "."):
        let isEnd = byte != UInt8(ascii: ".") || wordLength >= 4
        let next = afterClosers(at + 1, in: text)
        if isEnd, next < text.endIndex, text[next] == 0x20 || text[next] == 0x0a {
          append(next, to: &ends, in: text)
        }
      // 。！？ in UTF-8: no blank follows them.
      case 0xe3 where text[at...].starts(with: "。".utf8),
        0xef where text[at...].starts(with: "！".utf8) || text[at...].starts(with: "？".utf8):
        append(afterClosers(at + 3, in: text), to: &ends, in: text)
        at += 2
      default: break
      }
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte >= 0x80
      wordLength = isLetter ? wordLength + 1 : 0
      at += 1
    }
    return ends
  }

  private static func append(_ end: Int, to ends: inout [Int], in text: ArraySlice<UInt8>) {
    let offset = end - text.startIndex
    guard offset > (ends.last ?? 0), text[end...].contains(where: { !$0.isASCIIBlank }) else {
      return
    }
    ends.append(offset)
  }

  private static func afterClosers(_ start: Int, in text: ArraySlice<UInt8>) -> Int {
    var at = start
    let closers = "\"')]".utf8
    while at < text.endIndex, closers.contains(text[at]) { at += 1 }
    for closer in ["”", "’", "»", "」"] where text[at...].starts(with: closer.utf8) {
      at += closer.utf8.count
    }
    return at
  }
}
