import SourceFiles
import TextAnalysis

/// The phrases that a suite lists, to be found in messages.
///
/// The syntax is that of ``Phrase``. Matching ignores case, and punctuation inside a phrase counts as a space. In
/// scripts without spaces between words a phrase matches wherever its characters occur.
struct PhraseList {
  private enum Entry {
    case words(Phrase)
    case characters(String)
  }

  private let entries: [(text: String, entry: Entry)]

  /// Reads `words` and `words_file`, which has one phrase per line; `#` starts a comment.
  init(_ options: GraderOptions) throws(SourceError) {
    var entries = try Self.entries("words", of: options)
    if let file = options.file("words_file") {
      let lines = String(decoding: file.bytes, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
      for (at, line) in lines.enumerated() {
        let text = line.prefix { $0 != "#" }.trimmingWhitespace
        guard !text.isEmpty else { continue }
        guard let entry = Self.entry(text) else {
          throw options.error(
            for: "words_file", "'\(text)' in line \(at + 1) of '\(file.path)' is not a phrase",
            hint: Self.hint)
        }
        entries.append((text, entry))
      }
    }
    guard !entries.isEmpty else {
      throw options.error(
        for: "words", "'\(options.id)' has no words", hint: "write words: […], or words_file: path")
    }
    self.entries = entries
  }

  /// Reads the phrases of another option; `nil` if there are none.
  init?(option name: String, of options: GraderOptions) throws(SourceError) {
    entries = try Self.entries(name, of: options)
    if entries.isEmpty { return nil }
  }

  private static func entries(
    _ name: String, of options: GraderOptions
  ) throws(SourceError) -> [(String, Entry)] {
    var entries: [(String, Entry)] = []
    for text in try options.texts(name) {
      guard let entry = entry(text) else {
        throw options.error(for: name, "'\(text)' is not a phrase", hint: hint)
      }
      entries.append((text, entry))
    }
    return entries
  }

  private static let hint = "write words, such as 'free trial', 'diagnos*', '*ing' or '^try to'"

  private static func entry(_ text: String) -> Entry? {
    let isUnspaced = text.unicodeScalars.contains { Script($0)?.charactersAWord != nil }
    if isUnspaced { return .characters(text.lowercased()) }
    var plain = ""
    for character in text.lowercased() {
      if character.isLetter || character.isNumber || character == "*" {
        plain.append(character)
      } else if character == "'" || character == "’" {
        plain.append("'")
      } else if character == "^", plain.isEmpty {
        plain.append(character)
      } else {
        plain.append(" ")
      }
    }
    // A star by itself would match every text.
    let words = plain.drop { $0 == "^" }.split(separator: " ")
    let isSound = words.allSatisfy { word in
      let inner = word.drop { $0 == "*" }
      return inner.contains { $0.isLetter || $0.isNumber }
        && word.count { $0 == "*" } <= 1 && (word.first == "*" || !word.dropLast().contains("*"))
    }
    return isSound && !words.isEmpty ? .words(Phrase(plain)) : nil
  }

  var count: Int { entries.count }

  /// Returns the first phrase of the list that a text contains, as it occurs there; `nil` if it contains none.
  func firstMatch(in text: String) -> String? {
    let words = WordTokens(text)
    let plain = text.lowercased()
    for (_, entry) in entries {
      if let match = Self.match(entry, words, plain) { return match }
    }
    return nil
  }

  /// Returns every phrase of the list that a text contains, once each as it occurs there, without those that another
  /// text contains, too.
  func matches(in text: String, unlessIn other: String) -> [String] {
    let (words, otherWords) = (WordTokens(text), WordTokens(other))
    let (plain, otherPlain) = (text.lowercased(), other.lowercased())
    return entries.compactMap { _, entry in
      guard let match = Self.match(entry, words, plain),
        Self.match(entry, otherWords, otherPlain) == nil
      else { return nil }
      return match
    }
  }

  /// Returns a text in lower case without the phrases that it contains.
  func removed(from text: String) -> String {
    var text = text.lowercased()
    while let found = firstMatch(in: text), text.contains(found) {
      text = text.replacing(found, with: ".")
    }
    return text
  }

  /// Returns whether a phrase is the whole of a text of lower-case words with single spaces between them.
  func isWhole(_ text: String) -> Bool {
    let words = WordTokens(text)
    return entries.contains { Self.match($0.entry, words, text) == text }
  }

  /// Returns the phrases that a text does not contain, as they were written.
  func missing(from text: String) -> [String] {
    let words = WordTokens(text)
    let plain = text.lowercased()
    return entries.filter { Self.match($0.entry, words, plain) == nil }.map(\.text)
  }

  private static func match(_ entry: Entry, _ words: WordTokens, _ plain: String) -> String? {
    switch entry {
    case .words(let phrase): phrase.firstMatch(in: words)
    case .characters(let text): plain.contains(text) ? text : nil
    }
  }

  /// The first few phrases, for a summary.
  var words: String {
    let shown = entries.prefix(5).map { "'\($0.text)'" }.joined(separator: ", ")
    return entries.count > 5 ? "\(shown) and \(entries.count - 5) more" : shown
  }

  /// The options that ``init(_:)`` reads.
  static let options = [
    GraderOption(
      "words", form: .texts,
      text:
        "One phrase or several. `diagnos*` matches any ending, `*ing` any beginning, and a leading ^ requires that the phrase begins a clause."
    ),
    GraderOption(
      "words_file", form: .file,
      text: "A file with one phrase per line, relative to the suite; # starts a comment."),
  ]
}
