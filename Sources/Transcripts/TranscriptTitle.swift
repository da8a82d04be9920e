package import CoachModel
import SourceFiles

extension Transcript {
  /// The first words of the person, or of the coach when nobody else speaks: a title for conversations
  /// that have none. Nil when nothing is said, or nothing but what tells who somebody is.
  ///
  /// At most 60 characters, cut between words where there are any.
  package static func title(of messages: [Message]) -> String? {
    let texts = messages.filter { $0.role == .user } + messages.filter { $0.role == .assistant }
    return texts.first { !$0.text.allSatisfy(\.isWhitespace) }
      .flatMap { TranscriptTitle.opening(of: $0.text) }
  }
}

/// A title made of the beginning of a text.
enum TranscriptTitle {
  private static let longest = 60
  /// How many characters are looked at. An address or a number that is cut is known as one only with what
  /// comes behind the cut.
  private static let inspected = 400

  /// The beginning of a text in one line; nil when nothing of it can be shown.
  ///
  /// It never ends within an address or a number: half of one is not recognised any more, and most of a
  /// telephone number is nearly as telling as the whole.
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

  /// The text with every run of white space made one blank, and no more words once it is long enough.
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
