import SourceFiles
import TextAnalysis

/// Finds phrases that are a sentence of their own: "That's great!" is one, "That's great courage." is not.
struct LonePhrases {
  private let phrases: PhraseList
  /// The words of each lead, the longest lead first, so that "that's a" is removed before "that's" is.
  private let leads: [[String]]

  /// Reads `alone` and `leads`; `nil` if `alone` is not true.
  init?(_ phrases: PhraseList, _ options: GraderOptions) throws(SourceError) {
    self.phrases = phrases
    var leads: [[String]] = []
    for text in try options.texts("leads") {
      let words = Self.words(text)
      guard !words.isEmpty, !text.contains(where: { "*^".contains($0) }) else {
        throw options.error(
          for: "leads", "'\(text)' is not a lead", hint: "write plain words, such as 'that's a'")
      }
      leads.append(words)
    }
    self.leads = leads.sorted { $0.count > $1.count }
    guard try !options.flag("alone") else { return }
    guard leads.isEmpty else {
      throw options.error(
        for: "leads", "'leads' needs 'alone'", hint: "add alone: true, or leave 'leads' out")
    }
    return nil
  }

  /// Returns the first sentence that is not a question and consists of a phrase with any number of leads before it;
  /// `nil` if there is none.
  func firstSentence(in text: String) -> String? {
    Sentences.split(text).first { Sentences.questionCount($0) == 0 && isLone($0) }
  }

  private func isLone(_ sentence: String) -> Bool {
    var words = Self.words(sentence)[...]
    while !phrases.isWhole(words.joined(separator: " ")) {
      guard let lead = leads.first(where: { words.count > $0.count && words.starts(with: $0) })
      else { return false }
      words = words.dropFirst(lead.count)
    }
    return true
  }

  /// Returns the words of a text without its punctuation: "Good point, great job." has four.
  private static func words(_ text: String) -> [String] {
    WordTokens(text).tokens.filter { $0 != WordTokens.mark }
  }

  /// The options that ``init(_:_:)`` reads.
  static let options = [
    GraderOption(
      "alone", form: .flag,
      text:
        "Whether a phrase counts only as a sentence of its own that is not a question, such as \"Great!\"; no by default, so that it counts anywhere."
    ),
    GraderOption(
      "leads", form: .texts,
      text:
        "With `alone`: words that may precede the phrase in its sentence, such as that's or really; any number of them in any order."
    ),
  ]
}
