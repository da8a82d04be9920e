import TextAnalysis

/// A grader that forbids sentences that would fit anyone: "Great!", "That's interesting.", "Thank you for sharing."
struct NoGenericAffirmation: TextGrader {
  static let kind = GraderKind(
    NoGenericAffirmation(),
    discussion:
      "Finds sentences that would fit anyone, such as \"That's interesting.\", on their own; the same words inside a specific sentence pass."
  )

  let id = "forbidden.affirmation"
  let summary = "No generic affirmation."

  private static let leads = [
    "that's a", "that is a", "that's", "that is", "how", "what a", "so", "really", "very",
  ]

  private static let empty: Set<String> = [
    "great", "interesting", "awesome", "amazing", "wonderful", "fantastic", "excellent", "perfect",
    "absolutely", "good", "lovely", "good question", "great question", "great answer",
    "great point", "good point", "great job", "good job", "great work", "i understand",
    "i hear you", "thank you for sharing", "thanks for sharing", "thank you for sharing that",
    "thanks for sharing that", "thank you for sharing that with me",
    "thank you for sharing with me", "thank you for your honesty",
  ]

  func grade(_ conversation: GradedConversation) -> [Grade] {
    eachMessage(of: conversation) { message in
      Sentences.split(message.visibleText).first { sentence in
        Self.isEmpty(sentence) && Sentences.questionCount(sentence) == 0
      }.map { "says only '\($0)'" }
    }
  }

  private static func isEmpty(_ sentence: String) -> Bool {
    var words = WordTokens(sentence).tokens.filter { $0 != WordTokens.mark }
      .joined(separator: " ")
    while let lead = leads.first(where: { words.hasPrefix("\($0) ") }) {
      words.removeFirst(lead.count + 1)
    }
    return empty.contains(words)
  }
}
