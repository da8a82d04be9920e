import CoachEngine
import CoachModel
import Documents
import PromptTemplates
import SourceFiles
import StreamParsing

/// A grader that requires tags to be declared by the prompt, with payloads that fit.
struct TagContract: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "tag-contract",
      summary: "Tags are declared by the prompt and follow its contract.",
      discussion: """
        The contract is that of the prompt under test. A declared tag must be closed, and its content must be \
        text or a payload that conforms to its schema. Text that looks like a tag (a bracket and at least three \
        capital letters) but is not declared fails, too. Required, forbidden and limited tags are counted in each \
        graded message separately.
        """,
      options: [
        GraderOption(
          "require", form: .texts, text: "One or several tags that the message must contain."),
        GraderOption("forbid", form: .texts, text: "One or several tags that it must not contain."),
        GraderOption(
          "at_most", form: .value,
          text: "The maximum number of each tag per message: a mapping of names to numbers."),
      ],
      example: """
        - use: tag-contract
          forbid: DISCOVERY_COMPLETE
          at_most: {PATTERN: 1, MEMORY: 2}
          turns: 1-11
        """)
  ) { options throws(SourceError) in try TagContract(options) }

  let id: String
  let summary: String
  private let required: [String]
  private let forbidden: [String]
  private let limits: [(name: String, count: Int)]

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    required = try Self.names("require", in: options)
    forbidden = try Self.names("forbid", in: options)
    limits = try Self.limits(options)
    if let name = required.first(where: forbidden.contains) {
      throw options.error(for: "forbid", "'\(name)' is both required and forbidden")
    }
    let demands =
      required.map { "[\($0)] comes" } + forbidden.map { "[\($0)] does not come" }
      + limits.map { "[\($0.name)] comes at most \($0.count) times" }
    summary = (["Tags keep the contract"] + demands).joined(separator: "; ") + "."
  }

  private static func names(
    _ option: String, in options: GraderOptions
  ) throws(SourceError) -> [String] {
    let names = try options.texts(option)
    for name in names { try check(name, option: option, in: options) }
    return names
  }

  private static func limits(
    _ options: GraderOptions
  ) throws(SourceError) -> [(name: String, count: Int)] {
    guard let value = options.value("at_most") else { return [] }
    guard let object = value.object else {
      throw options.error(
        for: "at_most", "'at_most' is a mapping of tags to numbers", hint: "write {PATTERN: 1}")
    }
    var limits: [(name: String, count: Int)] = []
    for (name, value) in object {
      try check(name, option: "at_most", in: options)
      guard let count = value.integer, count >= 0 else {
        throw options.error(for: "at_most", "the limit of '\(name)' must be a whole number from 0")
      }
      limits.append((name, count))
    }
    return limits
  }

  private static func check(
    _ name: String, option: String, in options: GraderOptions
  ) throws(SourceError) {
    guard ReplyTagDeclaration(name: name, form: .inline) == nil else { return }
    throw options.error(
      for: option, "'\(name)' is not a tag's name",
      hint: "use capital letters, digits and underscores")
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    let contract = conversation.contract
    let declared = contract.tags.map(\.name)
    return conversation.messages.map { message in
      let tags = message.events.tags
      var problems = UndeclaredTags.names(in: message.visibleText).map { name in
        declared.contains(name)
          ? "[\(name)] is not written as the prompt declares it"
          : "the prompt declares no [\(name)]"
      }
      for tag in tags {
        let checked = contract.check(tag)
        // A payload that the product repairs still breaks the prompt's contract.
        problems += (checked.problems + checked.repairs.map { "repaired: \($0)" }).map {
          "[\(tag.name)]: \($0)"
        }
      }
      for name in required where !tags.contains(where: { $0.name == name }) {
        problems.append(
          declared.contains(name)
            ? "no [\(name)]" : "no [\(name)], which the prompt does not declare")
      }
      for name in forbidden where tags.contains(where: { $0.name == name }) {
        problems.append("has [\(name)]")
      }
      for (name, limit) in limits {
        let count = tags.count { $0.name == name }
        if count > limit { problems.append("\(count) of [\(name)], over \(limit)") }
      }
      return grade(
        message, measured: Double(tags.count),
        unless: problems.isEmpty ? nil : problems.joined(separator: "; "))
    }
  }
}
