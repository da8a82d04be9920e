import CoachModel
import SourceFiles
import TextAnalysis

/// A grader that requires messages in the language of the conversation.
struct MessageLanguage: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "language",
      summary: "The message is in the conversation's language.",
      discussion: """
        Tells English, Spanish, German, French, Portuguese, Italian and Dutch apart by their small words and \
        letters, and other languages by their script: Japanese, Chinese, Korean, Greek, Thai and others that \
        have one to themselves. Of languages that share a script, such as Russian and Ukrainian or Arabic and \
        Persian, only the script is compared. A text of fewer than four words, one in two languages, and a \
        language that it does not know are inconclusive; a name or a quoted phrase in another language does \
        not matter.
        """,
      options: [
        GraderOption(
          "is", form: .text,
          text: "The required language, such as es; the transcript's own by default.")
      ],
      example: "- language")
  ) { options throws(SourceError) in try MessageLanguage(options) }

  let id: String
  let summary: String
  private let demanded: String?

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    demanded = try options.text("is")?.languageCode
    if let demanded, !LanguageDetector.known.contains(demanded) {
      throw options.error(
        for: "is", "'\(demanded)' is not a language that can be detected",
        hint: LanguageDetector.known.hint(for: demanded))
    }
    summary = "Every message is in \(demanded ?? "the conversation's language")."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    let demanded = demanded ?? conversation.transcript.language.languageCode
    guard LanguageDetector.known.contains(demanded) else {
      return conversation.messages.map {
        inconclusive($0, reason: "'\(demanded)' is not a language that can be detected")
      }
    }
    return conversation.messages.map { message in
      let text = message.visibleText
      guard let finding = LanguageDetector.language(of: text) else {
        return inconclusive(message, reason: "too little text to detect its language")
      }
      switch finding {
      case .language(let code):
        return Grade(
          grader: id, message: message.number,
          unless: code == demanded ? nil : "is in '\(code)', not in '\(demanded)'")
      case .oneOf(let codes):
        let isFitting = codes.contains(demanded)
        return Grade(
          grader: id, message: message.number,
          unless: isFitting
            ? nil : "is in one of '\(codes.joined(separator: "', '"))', not in '\(demanded)'")
      }
    }
  }
}
