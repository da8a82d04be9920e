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
    Sentences.withQuestions(text).first { !$0.isQuestion && isLone($0.text) }?.text
  }

  private func isLone(_ sentence: String) -> Bool {
    var tokens = WrittenText(sentence).tokens[...]
    while !phrases.isWhole(tokens) {
      let words = tokens.indices.filter { tokens[$0].isWord }
      let lead = leads.first { lead in
        words.count > lead.count && zip(words, lead).allSatisfy { tokens[$0].text == $1 }
      }
      guard let lead else { return false }
      tokens = tokens[(words[lead.count - 1] + 1)...]
    }
    return true
  }

  /// Returns the words of a text without its punctuation: "Good point, great job." has four.
  private static func words(_ text: String) -> [String] {
    WrittenText(text).tokens.filter(\.isWord).map(\.text)
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
