import SourceFiles
import TextAnalysis

/// A grader that limits the number of questions per message.
struct QuestionLimit: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "question-count",
      summary: "The number of questions in the message is within limits.",
      discussion: """
        Counts question marks outside quotation marks, addresses and code; several in a row are one. A question without a mark \
        ("tell me about…") is not seen: compared with human labels, marks find questions at an F1 of .9.
        """,
      options: [
        GraderOption("exactly", form: .integer(0...1000), text: "The number that passes."),
        GraderOption(
          "at_least", form: .integer(0...1000), text: "The minimum that passes."),
        GraderOption("at_most", form: .integer(0...1000), text: "The maximum that passes."),
      ],
      example: """
        - use: question-count
          id: closes-without-question
          exactly: 0
          turns: last
        """)
  ) { options throws(SourceError) in try QuestionLimit(options) }

  let id: String
  let summary: String
  private let bounds: MeasureBounds

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    if let exactly = try options.integer("exactly") {
      guard try MeasureBounds(options).isOpen else {
        throw options.error(
          for: "exactly", "'exactly' cannot be combined with a limit", hint: "remove one of them")
      }
      bounds = MeasureBounds(atLeast: Double(exactly), atMost: Double(exactly))
    } else {
      bounds = try MeasureBounds(required: options)
    }
    summary = "Every message asks \(bounds.words) questions."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    conversation.messages.map { message in
      let count = Sentences.questionCount(message.visibleText)
      let objection = bounds.objection(to: Double(count)) {
        "\($0.brief) question\(count == 1 ? "" : "s")"
      }
      var grade = grade(message, measured: Double(count), unless: objection)
      if objection != nil { grade.quotes = message.questions }
      return grade
    }
  }
}
