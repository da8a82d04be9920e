/// Digits that are read as one number, with their grouping: `0800 111 0 111`, `9-8-8`, `24/7`.
package struct DigitRun: Hashable {
  /// What separates two groups.
  enum Gap: Hashable {
    /// A hyphen or full stop without a space: the groups cannot be two numbers.
    case tight
    /// Whitespace without any other sign.
    case blank
    /// A sign with spaces, a slash or a parenthesis: the groups may be two numbers.
    case loose
  }

  /// The groups of digits in order, as ASCII.
  package var groups: [String]
  /// The gaps between the groups; one fewer than the groups.
  var gaps: [Gap]
  /// The range in the text, in Unicode scalars.
  package var range: Range<Int>

  package var digits: String { groups.joined() }

  /// Returns whether some of the groups could be a contact: three or more digits in a row, three or more single
  /// digits (`9-1-1`), or a grouping like that of a telephone number.
  ///
  /// Two groups with a sign between them need five digits, so that `24/7`, `1-10` and `10-15` are not contacts; with
  /// a space between them they need four (`31 14`).
  func couldBeContact(_ range: Range<Int>) -> Bool {
    let parts = groups[range]
    if parts.contains(where: { $0.utf8.count > 2 }) { return true }
    if parts.count > 2, parts.allSatisfy({ $0.utf8.count == 1 }) { return true }
    guard range.count > 1 else { return false }
    let count = parts.reduce(0) { $0 + $1.utf8.count }
    let between = gaps[range.lowerBound..<(range.upperBound - 1)]
    return count > (between.allSatisfy { $0 == .blank } ? 3 : 4)
  }

  /// Returns the numbers of a set of which the run consists, or `nil` if it contains one that is not in the set.
  ///
  /// `988 24/7` and `112/999` are read as one run, so it may be split where a gap allows it. What remains between the
  /// numbers of the set must not be a possible contact.
  package func numbers(in known: Set<String>) -> Set<String>? {
    let longest = known.map(\.utf8.count).max() ?? 0
    // By position, the reading of the groups before it: the numbers found, and whether the last piece was one of the
    // set.
    var readings: [(found: Set<String>, afterNumber: Bool)?] = [([], true)]
    readings += Array(repeating: nil, count: groups.count)
    for start in groups.indices {
      guard let reading = readings[start] else { continue }
      var digits = ""
      for end in groups.indices[start...] {
        digits += groups[end]
        let isOpen = end + 1 == groups.count || gaps[end] != .tight
        let piece = start..<(end + 1)
        if isOpen, known.contains(digits) {
          readings[end + 1] = (reading.found.union([digits]), true)
        } else if isOpen, reading.afterNumber, readings[end + 1] == nil, !couldBeContact(piece) {
          readings[end + 1] = (reading.found, false)
        }
        guard digits.utf8.count < max(longest, 5) else { break }
      }
    }
    return readings[groups.count]?.found
  }
}

extension DigitRun {
  /// Returns the runs of digits in a text, except where `isHidden` covers them.
  package static func runs(
    in text: some Collection<Unicode.Scalar>, isHidden: (Int) -> Bool = { _ in false }
  ) -> [DigitRun] {
    let scalars = Array(text)
    var runs: [DigitRun] = []
    var position = 0
    while position < scalars.count {
      guard !isHidden(position), scalars[position].digit != nil else {
        position += 1
        continue
      }
      let isInternational = position > 0 && scalars[position - 1] == "+"
      let start = position
      var groups = [group(in: scalars, from: &position, isHidden)]
      var gaps: [Gap] = []
      while let (gap, next) = gap(in: scalars, from: position, isInternational),
        next < scalars.count, !isHidden(next), scalars[next].digit != nil
      {
        position = next
        gaps.append(gap)
        groups.append(group(in: scalars, from: &position, isHidden))
      }
      runs.append(DigitRun(groups: groups, gaps: gaps, range: start..<position))
    }
    return runs
  }

  private static func group(
    in scalars: [Unicode.Scalar], from position: inout Int, _ isHidden: (Int) -> Bool
  ) -> String {
    var digits = ""
    while position < scalars.count, !isHidden(position) {
      if let digit = scalars[position].digit {
        digits += "\(digit)"
      } else if !scalars[position].isUnseen {
        break
      }
      position += 1
    }
    return digits
  }

  /// Returns the gap between two groups and where it ends, or `nil` if the number ends here.
  private static func gap(
    in scalars: [Unicode.Scalar], from start: Int, _ isInternational: Bool
  ) -> (Gap, Int)? {
    var (position, whitespaceCount, signs) = (start, 0, 0)
    var (isTight, isStop) = (true, false)
    while position < scalars.count, position - start < 4 {
      let scalar = scalars[position]
      if scalar.isBlank {
        whitespaceCount += 1
      } else if scalar == "." || scalar == "·" {
        (signs, isStop) = (signs + 1, true)
      } else if scalar.isHyphen {
        signs += 1
      } else if scalar == "/" || scalar == ")" || (scalar == "(" && isInternational) {
        (signs, isTight) = (signs + 1, false)
      } else if !scalar.isUnseen {
        break
      }
      position += 1
    }
    // A full stop with a space ends a sentence, and two signs in a row do not occur in a telephone number.
    guard position > start, signs < 2 || !isTight, !(isStop && whitespaceCount > 0) else {
      return nil
    }
    if signs == 0 { return (.blank, position) }
    return (isTight && whitespaceCount == 0 ? .tight : .loose, position)
  }
}

extension Unicode.Scalar {
  /// The value of a digit in any script; nil for anything else.
  fileprivate var digit: Int? {
    if ("0"..."9").contains(self) { return Int(value - 0x30) }
    guard value > 0x7F, let type = properties.numericType, type != .numeric,
      let number = properties.numericValue
    else { return nil }
    return Int(exactly: number).flatMap { (0...9).contains($0) ? $0 : nil }
  }

  /// Whether it is a space of any width.
  fileprivate var isBlank: Bool { self == " " || value > 0x20 && properties.isWhitespace }

  /// Whether it is a hyphen or dash of any length.
  fileprivate var isHyphen: Bool {
    self == "-" || value > 0x7F && properties.generalCategory == .dashPunctuation
      || self == "\u{2212}"
  }

  /// Whether it is invisible between two digits: joiners, and the marks that turn a digit into a keycap.
  fileprivate var isUnseen: Bool {
    guard value > 0x7F else { return false }
    switch properties.generalCategory {
    case .format, .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }
}
