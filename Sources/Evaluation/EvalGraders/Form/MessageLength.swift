import SourceFiles
import TextAnalysis

/// A grader that limits the length of messages.
struct MessageLength: TextGrader {
  /// The unit of length.
  enum Unit: String, CaseIterable {
    case words, sentences, characters, paragraphs

    func count(_ text: String) -> Int {
      switch self {
      case .words: SpokenWords(text).count
      case .sentences: Sentences.split(text).count
      case .characters: text.trimmingWhitespace.count
      case .paragraphs: Paragraphs.count(text)
      }
    }
  }

  static let kind = GraderKind(
    GraderDocumentation(
      name: "length",
      summary: "The length of the message is within limits.",
      discussion: """
        Counts in the text that the person reads. A word with a hyphen or an apostrophe is one word. In scripts \
        without spaces between words, two characters of Chinese or Japanese count as a word, and four of Thai, \
        Lao, Khmer or Burmese, which is about the length of their words, so that a limit means the same in every \
        language. A line break ends a sentence, and an abbreviation, an address or a number does not; a blank line or a new list item starts a paragraph. Characters \
        are those that a reader sees, so an emoji is one.
        """,
      options: [
        GraderOption(
          "unit", form: .choice(Unit.allCases.map(\.rawValue)),
          text: "What is counted; words by default."),
        GraderOption(
          "at_least", form: .integer(0...1_000_000), text: "The minimum that passes."),
        GraderOption(
          "at_most", form: .integer(0...1_000_000), text: "The maximum that passes."),
      ],
      example: """
        - use: length
          unit: words
          at_most: 80
        """)
  ) { options throws(SourceError) in try MessageLength(options) }

  let id: String
  let summary: String
  private let unit: Unit
  private let bounds: MeasureBounds

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    unit = try options.choice("unit").flatMap(Unit.init) ?? .words
    bounds = try MeasureBounds(required: options)
    summary = "Every message has \(bounds.words) \(unit.rawValue)."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    conversation.messages.map { message in
      let count = unit.count(message.visibleText)
      let name = count == 1 ? String(unit.rawValue.dropLast()) : unit.rawValue
      return grade(
        message, measured: Double(count),
        unless: bounds.objection(to: Double(count)) { "\($0.brief) \(name)" })
    }
  }
}
