import TextAnalysis

/// A grader that requires exactly one question per message: two make a person choose, none leaves them alone.
///
/// The message with the closing signal may ask none. Counts question marks outside quotation marks; questions without
/// a mark ("tell me about…") are not counted.
struct OneQuestion: TextGrader {
  static let kind = GraderKind(
    OneQuestion(),
    discussion:
      "Counts question marks outside quotation marks, addresses and code; several in a row are one. A question without a mark (\"tell me about…\") is not seen. A message that carries the closing signal may ask nothing."
  )

  let id = "one-question"
  let summary = "Every coach message asks exactly one question."

  func grade(_ conversation: GradedConversation) -> [Grade] {
    eachMessage(
      of: conversation,
      quoting: { message in
        let count = Sentences.questionCount(message.visibleText)
        if count == 1 || (count == 0 && message.hasSignal) { return nil }
        return Objection(
          reason: count == 0 ? "no question" : "\(count) questions", quotes: message.questions)
      })
  }
}
