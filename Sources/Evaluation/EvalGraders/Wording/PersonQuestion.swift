import SourceFiles
import TextAnalysis

/// A question of the person after which the coach may use phrases that are otherwise forbidden.
struct PersonQuestion {
  private let subjects: PhraseList
  private let marks: PhraseList?

  /// Reads `unless_asked` and `question_phrases`; `nil` if no question is given.
  init?(_ options: GraderOptions) throws(SourceError) {
    let subjects = try PhraseList(option: "unless_asked", of: options)
    marks = try PhraseList(option: "question_phrases", of: options)
    guard let subjects else {
      guard marks == nil else {
        throw options.error(
          for: "question_phrases", "'question_phrases' needs 'unless_asked'",
          hint: "add unless_asked: […] with phrases of the question")
      }
      return nil
    }
    self.subjects = subjects
  }

  /// Returns whether a sentence of a text is a question and contains one of the phrases.
  func isAsked(in text: String) -> Bool {
    Sentences.withQuestions(text).contains { sentence, isMarked in
      let isQuestion = isMarked || marks?.firstMatch(in: sentence) != nil
      return isQuestion && subjects.firstMatch(in: sentence) != nil
    }
  }

  /// The options that ``init(_:)`` reads.
  static let options = [
    GraderOption(
      "unless_asked", form: .texts,
      text:
        "Phrases, written as in `words`: a message passes if the person's message just before it contains a question with one of them."
    ),
    GraderOption(
      "question_phrases", form: .texts,
      text:
        "With `unless_asked`: phrases, such as ^are you, that make a sentence of the person a question without a question mark."
    ),
  ]
}
