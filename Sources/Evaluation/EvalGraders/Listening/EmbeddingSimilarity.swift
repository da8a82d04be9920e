import CoachEngine
import Documents
import LanguageModels
import SourceFiles

/// A grader that measures how close the meaning of a message is to that of another text, by an embedding model.
struct EmbeddingSimilarity: Grader {
  /// What a message is compared with.
  enum Other: Sendable {
    /// What a good reply does, by the case.
    case target
    /// The person's message just before.
    case person
    /// The message recorded at this place.
    case recorded
    /// An input of the case.
    case input(String)
    case text(String)
  }

  private static let places = ["target", "person", "recorded"]

  static let kind = GraderKind(
    GraderDocumentation(
      name: "embedding-similarity",
      summary: "The meaning of the message is close to that of another text.",
      discussion: """
        Asks an embedding model for the vectors of the message and of another text, and compares their cosine with \
        limits: 1 for the same direction, 0 for unrelated ones. With what it compares: the `target` of the case \
        (the default), the `person`'s last message, the message `recorded` at this place, an `input` of the case, \
        or a `text` of your own. The figures depend on the model: unrelated texts have .1 with one and .7 with \
        another, so set limits by what `eval show --metric` says of replies that you have read. An embedding knows \
        what a text is about, and little of whether it says yes or no: "I can help" is close to "I cannot help".

        A message is not judged if there is nothing to compare with, or if one of the texts is empty. The similarity \
        is stored with a digest of both texts and the model, so that grading again asks the model only about texts \
        that changed. Calls of embedding models count towards the costs of judging, but not towards a budget.
        """,
      options: [
        GraderOption(
          "model", form: .text, isRequired: true,
          text: "The embedding model: provider:model, or local-embeddings."),
        GraderOption(
          "to", form: .choice(places),
          text:
            "What the message is compared with: the target of the case (the default), the person's last message, or the recorded message."
        ),
        GraderOption(
          "input", form: .text, text: "An input of the case to compare with, in place of 'to'."),
        GraderOption("text", form: .text, text: "A text to compare with, in place of 'to'."),
        GraderOption(
          "at_least", form: .number(-1...1), text: "The minimum similarity that passes."),
        GraderOption("at_most", form: .number(-1...1), text: "The maximum similarity that passes."),
      ],
      example: """
        - use: embedding-similarity
          id: on-the-subject
          model: local-embeddings
          to: person
          at_least: 0.4
        """)
  ) { options throws(SourceError) in try EmbeddingSimilarity(options) }

  let id: String
  let summary: String
  private let reference: ModelReference
  private let other: Other
  private let bounds: MeasureBounds

  var embeddings: [ModelReference] { [reference] }

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    let name = try options.requiredText("model")
    guard let reference = ModelReference(name) else {
      throw options.error(
        for: "model", "'\(name)' is not a model", hint: "write provider:model, or local-embeddings")
    }
    self.reference = reference
    let given = ["to", "input", "text"].filter { options.value($0) != nil }
    guard given.count <= 1 else {
      throw options.error(
        for: given[1], "'\(given[0])' and '\(given[1])' exclude each other",
        hint: "the message is compared with one text: leave one of them out")
    }
    if let text = try options.text("text") {
      other = .text(text)
    } else if let input = try options.text("input") {
      other = .input(input)
    } else {
      other =
        switch try options.choice("to") {
        case "person": .person
        case "recorded": .recorded
        default: .target
        }
    }
    bounds = try MeasureBounds(required: options)
    summary = "The meaning is as close to \(other.words) as \(bounds.words), by \(reference)."
  }

  func grade(_ conversation: GradedConversation, with tools: GraderTools) async throws -> [Grade] {
    try await judgingEach(of: conversation) { message in
      let text = message.visibleText
      guard let other = other.text(for: message, in: conversation), !other.isBlank, !text.isBlank
      else { return [] }
      let key = ContentDigest(ofParts: [reference.description, text, other]).hexadecimal
      var similarity = conversation.similarity(under: key)
      if similarity == nil {
        similarity = try Self.cosine(
          try await tools.embeddings(reference, [text, other]), reference)
      }
      guard let similarity else { return [] }
      var grade = grade(
        message, measured: similarity,
        unless: bounds.objection(to: similarity) { "similarity \($0.brief)" })
      grade.details["compared"] = .string(key)
      return [grade]
    }
  }

  /// Returns the cosine of two vectors; throws if they have none.
  private static func cosine(
    _ reply: TextEmbeddings, _ reference: ModelReference
  ) throws(GraderFailure) -> Double {
    guard reply.vectors.count == 2, reply.vectors[0].count == reply.vectors[1].count else {
      throw GraderFailure("\(reference) returned vectors that cannot be compared")
    }
    func product(_ first: [Double], _ second: [Double]) -> Double {
      zip(first, second).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let (first, second) = (reply.vectors[0], reply.vectors[1])
    let length = (product(first, first) * product(second, second)).squareRoot()
    let cosine = product(first, second) / length
    guard length > 0, cosine.isFinite else {
      throw GraderFailure("\(reference) returned a vector without a direction")
    }
    return min(1, max(-1, cosine))
  }
}

extension EmbeddingSimilarity.Other {
  fileprivate var words: String {
    switch self {
    case .target: "the target of the case"
    case .person: "the person's message"
    case .recorded: "the recorded message"
    case .input(let name): "the input '\(name)'"
    case .text(let text): "\"\(text.prefix(60))\""
    }
  }

  fileprivate func text(for message: CoachMessage, in conversation: GradedConversation) -> String? {
    switch self {
    case .target: conversation.task?.target
    case .person: message.personBefore
    case .recorded: message.recorded.map(conversation.visibleText)
    case .input(let name):
      conversation.task?.contract.inputs[name].map { $0.string ?? $0.text() }
    case .text(let text): text
    }
  }
}

extension GradedConversation {
  /// Returns the similarity that an earlier grading measured of the same texts with the same model.
  fileprivate func similarity(under key: String) -> Double? {
    earlierGrades.first { $0.details["compared"]?.string == key }?.measured
  }
}

extension String {
  fileprivate var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || (0x09...0x0d).contains($0) } }
}
