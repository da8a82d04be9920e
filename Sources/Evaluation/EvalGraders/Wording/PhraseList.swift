import SourceFiles

/// The phrases that a suite lists, to be found in messages; see ``WrittenPhrase`` for what matches.
struct PhraseList {
  private let phrases: [WrittenPhrase]

  /// Reads `words` and `words_file`, which has one phrase per line; `#` at its beginning or after a space starts a comment.
  init(_ options: GraderOptions) throws(SourceError) {
    var phrases = try Self.phrases("words", of: options)
    if let file = options.file("words_file") {
      let lines = String(decoding: file.bytes, as: UTF8.self)
        .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (at, line) in lines.enumerated() {
        let text = Self.withoutComment(line)
        guard !text.isEmpty else { continue }
        guard let phrase = WrittenPhrase(text) else {
          throw options.error(
            for: "words_file", "'\(text)' in line \(at + 1) of '\(file.path)' is not a phrase",
            hint: Self.hint)
        }
        phrases.append(phrase)
      }
    }
    guard !phrases.isEmpty else {
      throw options.error(
        for: "words", "'\(options.id)' has no words", hint: "write words: […], or words_file: path")
    }
    self.phrases = phrases
  }

  /// Reads the phrases of another option; `nil` if there are none.
  init?(option name: String, of options: GraderOptions) throws(SourceError) {
    phrases = try Self.phrases(name, of: options)
    if phrases.isEmpty { return nil }
  }

  private static func phrases(
    _ name: String, of options: GraderOptions
  ) throws(SourceError) -> [WrittenPhrase] {
    var phrases: [WrittenPhrase] = []
    for text in try options.texts(name) {
      guard let phrase = WrittenPhrase(text) else {
        throw options.error(for: name, "'\(text)' can match nothing, or everything", hint: hint)
      }
      phrases.append(phrase)
    }
    return phrases
  }

  private static func withoutComment(_ line: Substring) -> String {
    var previous: Character = " "
    let text = line.prefix { character in
      defer { previous = character }
      return character != "#" || !previous.isWhitespace
    }
    return text.trimmingWhitespace
  }

  private static let hint =
    "write words, such as 'free trial', 'diagnos*', '*ing' or '^try to'; for signs alone, use regex or text"

  var count: Int { phrases.count }

  /// Returns the first phrase of the list that a text contains, as it occurs there; `nil` if it contains none.
  func firstMatch(in text: String) -> String? { match(in: text)?.words }

  private func match(in text: String) -> WrittenPhrase.Match? {
    let readings = WrittenText.readings(of: text)
    return phrases.lazy.compactMap { $0.firstMatch(in: text, readings) }.first
  }

  /// Returns every phrase of the list that a text contains, once each as it occurs there, without those that another
  /// text contains, too.
  func matches(in text: String, unlessIn other: String) -> [String] {
    let (readings, others) = (WrittenText.readings(of: text), WrittenText.readings(of: other))
    return phrases.compactMap { phrase in
      guard let match = phrase.firstMatch(in: text, readings),
        phrase.firstMatch(in: other, others) == nil
      else { return nil }
      return match.words
    }
  }

  /// Returns a text without the phrases that it contains.
  func removed(from text: String) -> String {
    var text = text
    while let range = match(in: text)?.range { text.replaceSubrange(range, with: ".") }
    return text
  }

  /// Returns whether a phrase is the whole of a sentence, of which these are the words and signs.
  func isWhole(_ tokens: ArraySlice<WrittenText.Token>) -> Bool {
    phrases.contains { $0.isWhole(tokens) }
  }

  /// Returns the phrases that a text does not contain, as they were written.
  func missing(from text: String) -> [String] {
    let readings = WrittenText.readings(of: text)
    return phrases.filter { $0.firstMatch(in: text, readings) == nil }.map(\.text)
  }

  /// The first few phrases, for a summary.
  var words: String {
    let shown = phrases.prefix(5).map { "'\($0.text)'" }.joined(separator: ", ")
    return phrases.count > 5 ? "\(shown) and \(phrases.count - 5) more" : shown
  }

  /// The options that ``init(_:)`` reads.
  static let options = [
    GraderOption(
      "words", form: .texts,
      text:
        "One phrase or several. `diagnos*` matches any ending, `*ing` any beginning, and a leading ^ requires that the phrase begins a clause. Signs count as they are written: node.js, C#, $9.99, -5 kg."
    ),
    GraderOption(
      "words_file", form: .file,
      text:
        "A file with one phrase per line, relative to the suite; # at the beginning or after a space starts a comment."
    ),
  ]
}
