import TextAnalysis

/// Exactly one question in every message: two make a person choose, none leaves them alone.
///
/// The message that carries the closing signal may go without. Counts question marks outside
/// quotation marks; questions without a mark ("tell me about…") are not seen.
struct OneQuestion: TextGrader {
  static let kind = GraderKind(
    OneQuestion(),
    "Counts question marks outside quotation marks; several in a row are one. A question without a mark (\"tell me about…\") is not seen. A message that carries the closing signal may ask nothing."
  )

  let id = "one-question"
  let summary = "Every coach message asks exactly one question."

  func grade(_ conversation: GradedConversation) -> [Grade] {
    eachMessage(of: conversation) { message in
      let count = Sentences.questionCount(message.visibleText)
      if count == 1 || (count == 0 && message.hasSignal) { return nil }
      return count == 0 ? "no question" : "\(count) questions"
    }
  }
}
