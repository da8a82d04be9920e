import TextAnalysis

/// A grader that forbids the coach to speak of being a machine, unless the person has just asked.
struct NoMachineTalk: TextGrader {
  static let kind = GraderKind(
    NoMachineTalk(),
    discussion:
      "Finds confessions such as \"as an AI\" in a message, unless the person's message before it asks whether a machine is talking."
  )

  let id = "forbidden.ai"
  let summary = "No \"As an AI\", unless the person asks."

  private static let confessions = [
    "as an ai", "language model", "i'm an ai", "i am an ai", "^an ai", "as a chatbot",
  ].map(Phrase.init)

  private static let machineWords = [
    "ai", "bot", "robot", "chatbot", "human", "machine", "computer", "real person", "chatgpt",
  ].map(Phrase.init)

  private static let askingStarts = ["are you", "is this", "am i talking", "you're not", "is it"]
    .map { Phrase("^\($0)") }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    eachMessage(of: conversation) { message in
      guard let match = Self.confessions.firstMatch(in: WordTokens(message.visibleText)),
        !Self.asks(message.personBefore ?? "")
      else { return nil }
      return "says '\(match)' unasked"
    }
  }

  /// Returns whether a sentence of the text asks whether a machine is talking.
  private static func asks(_ text: String) -> Bool {
    Sentences.split(text).contains { sentence in
      let words = WordTokens(sentence)
      let isQuestion =
        Sentences.questionCount(sentence) > 0 || askingStarts.firstMatch(in: words) != nil
      return isQuestion && machineWords.firstMatch(in: words) != nil
    }
  }
}
