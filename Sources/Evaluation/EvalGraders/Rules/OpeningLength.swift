import TextAnalysis

/// A grader that requires an opening of two or three sentences: enough to be warm, not enough to be work.
struct OpeningLength: TextGrader {
  static let kind = GraderKind(
    OpeningLength(),
    discussion:
      "Applies to the first coach message of a conversation in which the coach speaks first. A line break ends a sentence too."
  )

  let id = "opening-length"
  let summary = "The opening is two or three sentences long."

  func grade(_ conversation: GradedConversation) -> [Grade] {
    guard let opening = conversation.messages.first, opening.number == 1,
      opening.personBefore == nil
    else { return [] }
    let count = Sentences.split(opening.visibleText).count
    let isPass = (2...3).contains(count)
    return [
      Grade(
        grader: id, message: 1, unless: isPass ? nil : "\(count) sentence\(count == 1 ? "" : "s")")
    ]
  }
}
