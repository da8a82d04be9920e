/// The quotations in a text around passages of JSON: quotation marks of several languages, and Markdown block
/// quotations.
///
/// Marks within a passage do not count. A mark opens a quotation if it comes after a blank or an opening bracket, and
/// closes one if it comes before a blank, punctuation or the end, so that an apostrophe within a word does neither.
struct TextQuotations {
  /// A kind of quotation marks.
  private struct Marks {
    var opening: [[UInt8]]
    var closing: [[UInt8]]

    init(_ opening: [String], _ closing: [String]) {
      self.opening = opening.map { Array($0.utf8) }
      self.closing = closing.map { Array($0.utf8) }
    }
  }

  private static let kinds = [
    Marks(["\""], ["\""]), Marks(["'"], ["'"]), Marks(["“", "„", "”"], ["”", "“"]),
    Marks(["‘", "‚"], ["’", "‘"]), Marks(["«", "»"], ["»", "«"]), Marks(["‹", "›"], ["›", "‹"]),
    Marks(["「"], ["」"]), Marks(["『"], ["』"]),
  ]

  private let bytes: [UInt8]
  private let passages: [Range<Int>]
  /// From the first byte of each opening mark to the last one of its closing mark.
  private var quotations: [Range<Int>] = []

  /// Finds the quotations of a text; the passages are in order and do not overlap.
  init(in bytes: [UInt8], around passages: [Range<Int>]) {
    self.bytes = bytes
    self.passages = passages
    guard !passages.isEmpty else { return }
    var opened = [Int?](repeating: nil, count: Self.kinds.count)
    var at = 0
    for passage in passages + [bytes.count..<bytes.count] {
      while at < passage.lowerBound { at += step(at, &opened) }
      at = max(at, passage.upperBound)
    }
  }

  /// Takes the byte at a position; returns the number of bytes that are done.
  private mutating func step(_ at: Int, _ opened: inout [Int?]) -> Int {
    let byte = bytes[at]
    guard byte == 0x22 || byte == 0x27 || byte == 0xe2 || byte == 0xc2 || byte == 0xe3 else {
      return 1
    }
    for (kind, marks) in Self.kinds.enumerated() {
      if let start = opened[kind],
        let mark = marks.closing.first(where: { bytes[at...].starts(with: $0) }),
        canClose(at..<at + mark.count)
      {
        quotations.append(start..<at + mark.count)
        opened[kind] = nil
        return mark.count
      }
      if opened[kind] == nil,
        let mark = marks.opening.first(where: { bytes[at...].starts(with: $0) }),
        canOpen(at..<at + mark.count)
      {
        opened[kind] = at
        return mark.count
      }
    }
    return 1
  }

  private func canOpen(_ mark: Range<Int>) -> Bool {
    guard mark.upperBound < bytes.count else { return false }
    // French puts spaces inside its marks; a straight one before a space only closes.
    guard mark.count > 1 || !bytes[mark.upperBound].isJSONBlank else { return false }
    guard mark.lowerBound > 0 else { return true }
    let before = bytes[mark.lowerBound - 1]
    // Beyond ASCII, the last byte of a letter or of a dash cannot be told apart.
    return before.isJSONBlank || "([{:;,=>*_`-\"'".utf8.contains(before) || before >= 0x80
  }

  private func canClose(_ mark: Range<Int>) -> Bool {
    guard mark.lowerBound > 0, mark.count > 1 || !bytes[mark.lowerBound - 1].isJSONBlank else {
      return false
    }
    guard mark.upperBound < bytes.count else { return true }
    let after = bytes[mark.upperBound]
    return !(after.isJSONLetter && after != UInt8(ascii: "_")) || after >= 0x80
  }

  /// Marks the passages that are quoted.
  ///
  /// A passage whose quotation is the whole text is not: a model that puts its value in quotation marks quotes nobody.
  func mark(_ found: inout [JSONPassage]) {
    var open = quotations.sorted { $0.lowerBound < $1.lowerBound }[...]
    var end = 0
    var at = 0
    /// The first byte of the line that is no blank.
    var lineMark: UInt8?
    for index in found.indices {
      let range = found[index].range
      while let next = open.first, next.lowerBound < range.lowerBound {
        if !isWhole(next) { end = max(end, next.upperBound) }
        open = open.dropFirst()
      }
      while at < range.lowerBound {
        if bytes[at] == 0x0a || bytes[at] == 0x0d {
          lineMark = nil
        } else if lineMark == nil, !bytes[at].isJSONBlank {
          lineMark = bytes[at]
        }
        at += 1
      }
      found[index].isQuoted = lineMark == UInt8(ascii: ">") || end > range.lowerBound
    }
  }

  /// Returns whether a text is nothing but a quotation, and the quotation nothing but a passage.
  private func isWhole(_ quotation: Range<Int>) -> Bool {
    guard passages.count == 1, let passage = passages.first,
      passage.lowerBound > quotation.lowerBound, passage.upperBound < quotation.upperBound
    else { return false }
    let outside = [bytes[..<quotation.lowerBound], bytes[quotation.upperBound...]]
    let inside = [
      bytes[quotation.lowerBound..<passage.lowerBound],
      bytes[passage.upperBound..<quotation.upperBound],
    ]
    return outside.allSatisfy { $0.allSatisfy { $0.isJSONBlank || $0 == UInt8(ascii: "`") } }
      && inside.allSatisfy { $0.filter { !$0.isJSONBlank }.count <= Self.maximumMark }
  }

  /// The most bytes of a mark.
  private static let maximumMark = 3
}
