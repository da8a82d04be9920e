package import CoachModel
import SourceFiles

extension Transcript {
  /// Returns the first words of the person, or of the coach if nobody else speaks: a title for conversations without
  /// one.
  ///
  /// The title has at most 60 characters and is cut between words if possible. Returns `nil` if nothing is said, or
  /// nothing but personal data.
  package static func title(of messages: [Message]) -> String? {
    let texts = messages.filter { $0.role == .user } + messages.filter { $0.role == .assistant }
    return texts.first { !$0.text.allSatisfy(\.isWhitespace) }
      .flatMap { TranscriptTitle.opening(of: $0.text) }
  }
}

/// Makes a title of the beginning of a text.
enum TranscriptTitle {
  private static let longest = 60
  /// The number of characters that are examined.
  ///
  /// An address or number that is cut off is recognised only with what follows.
  private static let inspected = 400

  /// Returns the beginning of a text on one line, or `nil` if nothing of it can be shown.
  ///
  /// It never ends within an address or a number: half of one is no longer recognised, and most of a telephone number
  /// is nearly as revealing as the whole.
  static func opening(of text: String) -> String? {
    let line = oneLine(text, upTo: inspected)
    guard line.count > longest else { return line.isEmpty ? nil : line }
    var end = line.index(line.startIndex, offsetBy: longest)
    if line[end] != " ", let blank = line[..<end].lastIndex(of: " ") { end = blank }
    let cut = line.unicodeScalars.distance(from: line.startIndex, to: end)
    let halved = PersonalData.all(in: line).first {
      $0.range.lowerBound < cut && cut < $0.range.upperBound
    }
    guard let halved else { return line[..<end] + "…" }
    let start = String(line.unicodeScalars.prefix(halved.range.lowerBound)).trimmingWhitespace
    return start.isEmpty ? nil : start + "…"
  }

  /// Returns the text with every run of whitespace replaced by a space, and no further words once it is long enough.
  private static func oneLine(_ text: String, upTo length: Int) -> String {
    var line = ""
    var count = 0
    for word in text.split(whereSeparator: \.isWhitespace) {
      guard count <= length else { break }
      line += line.isEmpty ? String(word) : " \(word)"
      count += word.count + 1
    }
    return line
  }
}
