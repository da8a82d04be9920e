import TextAnalysis

/// A grader that forbids advice: in a first conversation the person is understood, not told what to do.
///
/// Matches common wordings only. Advice in other words passes, so the rate it reports is an upper bound; measured
/// against human labels, lists like this one find less than a quarter of all advice.
struct NoAdvice: TextGrader {
  static let kind = GraderKind(
    NoAdvice(),
    discussion:
      "Finds the usual wordings of advice. Advice in other words passes, so the rate is a ceiling: compared with human labels, lists like this find less than a quarter of all advice. A judge finds more."
  )

  let id = "no-advice"
  let summary = "No marker of advice, such as \"you should\" or \"have you tried\"."

  private static let markers = [
    "you should", "you need to", "you have to", "you ought", "have you tried",
    "have you considered", "have you thought about *ing", "why don't you", "why not try",
    "i recommend", "i'd recommend", "i would recommend", "i suggest", "i'd suggest",
    "i would suggest", "my advice", "you could try", "you might try", "the best thing",
    "if i were you", "^try to", "^try *ing", "^start by", "^consider *ing", "^make sure to",
    "^make sure you", "^remember to",
  ].map(Phrase.init)

  func grade(_ conversation: GradedConversation) -> [Grade] {
    eachMessage(of: conversation) { message in
      Self.markers.firstMatch(in: WordTokens(message.visibleText)).map { "says '\($0)'" }
    }
  }
}
