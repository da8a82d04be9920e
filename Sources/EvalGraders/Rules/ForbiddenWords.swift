import TextAnalysis

/// A grader that forbids a category of words; each category is a grader of its own.
struct ForbiddenWords: TextGrader {
  let id: String
  let summary: String
  private let phrases: [Phrase]

  private init(category: String, summary: String, phrases: [String]) {
    id = "forbidden.\(category)"
    self.summary = summary
    self.phrases = phrases.map(Phrase.init)
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    eachMessage(of: conversation) { message in
      phrases.firstMatch(in: WordTokens(message.visibleText)).map { "says '\($0)'" }
    }
  }

  /// Clinical vocabulary: the coach describes what a person lives with and names no condition.
  static let clinical = ForbiddenWords(
    category: "clinical", summary: "No clinical language.",
    phrases: [
      "diagnos*", "disorder", "disorders", "symptom*", "treatment", "treatments", "therap*",
      "depress*", "traum*", "clinical*", "patholog*", "patients", "medication", "medications",
      "bipolar", "adhd", "ocd", "ptsd",
    ])

  /// Words about buying.
  static let paywall = ForbiddenWords(
    category: "paywall", summary: "No word of paywall, subscription or price.",
    phrases: [
      "paywall", "subscri*", "price", "prices", "pricing", "upgrad*", "premium", "free trial",
      "payment", "payments",
    ])

  /// The names of the phases: the person is in a conversation, not in a procedure.
  static let phase = ForbiddenWords(
    category: "phase", summary: "The phases of the conversation are never named.",
    phrases: [
      "exploration phase", "deepening", "aha moment", "rapport", "hope and vision",
      "bridge phase", "discovery phase", "discovery session", "this phase", "next phase",
    ])

  static let clinicalKind = GraderKind(clinical, discussion: discussion(clinical))
  static let paywallKind = GraderKind(paywall, discussion: discussion(paywall))
  static let phaseKind = GraderKind(phase, discussion: discussion(phase))

  private static func discussion(_ words: ForbiddenWords) -> String {
    let list = words.phrases.map(\.description).joined(separator: ", ")
    return "Finds these words, where `*` stands for any beginning or ending: \(list)."
  }
}
