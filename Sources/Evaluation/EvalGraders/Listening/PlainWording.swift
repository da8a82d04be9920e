import CoachModel
import Documents
import SourceFiles
import TextAnalysis

/// A grader that requires messages that are understood at first reading: short sentences, and few words that only
/// make sense to someone who remembers what was said long before.
struct PlainWording: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "plain",
      summary: "The message is understood at first reading.",
      discussion: """
        Measures two things. The longest sentence, in words. And call-backs: words with content that the \
        person used in earlier messages and not in the last one, and that the coach now takes up; they are \
        counted for English, Spanish, German, French and Portuguese, and limited only if the suite says so. \
        The default comes from 115 messages that two readers judged by hand \
        (`Evals/calibrations/plain.yaml`): the longest sentence agrees with them moderately (κ about 0.5), \
        and the number of call-backs hardly (0.2), since common words count as much as an allusion. So \
        compare versions by the rate, and have a reader or a judge look at single messages.
        """,
      options: [
        GraderOption(
          "sentence_words", form: .integer(1...1000),
          text: "The maximum number of words in a sentence; \(defaultWords) by default."),
        GraderOption(
          "call_backs", form: .integer(0...1000),
          text: "The maximum number of words taken up from earlier messages; any number by default."
        ),
      ],
      example: """
        - use: plain
          turns: 2-8
        """)
  ) { options throws(SourceError) in try PlainWording(options) }

  private static let defaultWords = 20

  let id: String
  let summary: String
  private let sentenceWords: Int
  private let callBacks: Int?

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    sentenceWords = try options.integer("sentence_words") ?? Self.defaultWords
    callBacks = try options.integer("call_backs")
    summary =
      "No sentence has more than \(sentenceWords) words"
      + (callBacks.map { ", and at most \($0) words come from earlier messages." } ?? ".")
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    let language = conversation.transcript.language.languageCode
    return conversation.messages.map { message in
      let words = Self.callBacks(in: message, language: language)
      let longest = Sentences.split(message.visibleText).map { SpokenWords($0).words.count }.max()
      var objections: [String] = []
      if let longest, longest > sentenceWords {
        objections.append("a sentence has \(longest) words")
      }
      if let callBacks, words.count > callBacks {
        objections.append(
          "\(words.count) words come from earlier messages: " + words.joined(separator: ", "))
      }
      var grade = grade(
        message, measured: Double(longest ?? 0),
        unless: objections.isEmpty ? nil : objections.joined(separator: "; "))
      grade.details["call_backs"] = .array(words.map { .string($0) })
      return grade
    }
  }

  /// Returns the words that the message takes up from the person's earlier messages, as the coach writes them.
  private static func callBacks(in message: CoachMessage, language: String) -> [String] {
    let said = message.personMessages
    guard said.count > 1, let own = ContentWords(message.visibleText, language: language),
      let last = ContentWords(said[said.count - 1], language: language),
      let earlier = ContentWords(
        said.dropLast().joined(separator: "\n"), language: language)
    else { return [] }
    return own.stems.filter { earlier.contains($0) && !last.contains($0) }.map {
      own.forms[$0] ?? $0
    }
  }
}
