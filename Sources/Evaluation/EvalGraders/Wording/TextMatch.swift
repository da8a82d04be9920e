import SourceFiles

/// A grader that requires a message to equal, contain, start or end with a text.
struct TextMatch: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "text",
      summary: "The message is, contains, begins or ends with a text.",
      discussion: """
        Compares the text without leading and trailing whitespace. Every option that is set must hold. To forbid \
        words, use `forbidden`, which matches whole words; for anything else, use `regex`.
        """,
      options: [
        GraderOption(
          "of", form: .choice(TextSource.allCases.map(\.rawValue)),
          text:
            "What is compared: what the person reads (shown, the default), or the reply with its tags (reply)."
        ),
        GraderOption("equals", form: .text, text: "The whole text."),
        GraderOption(
          "contains", form: .texts, text: "One or several texts that must all occur."),
        GraderOption("starts_with", form: .text, text: "The beginning of the text."),
        GraderOption("ends_with", form: .text, text: "The end of the text."),
        GraderOption(
          "ignore_case", form: .flag,
          text: "Whether case is ignored; no by default."),
      ],
      example: """
        - use: text
          id: names-the-promise
          contains: [your space, no judgment]
          ignore_case: true
          turns: 1
        """)
  ) { options throws(SourceError) in try TextMatch(options) }

  let id: String
  let summary: String
  private let source: TextSource
  private let equals: String?
  private let contains: [String]
  private let start: String?
  private let end: String?
  private let ignoresCase: Bool

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    source = try TextSource(options)
    equals = try options.text("equals")
    contains = try options.texts("contains")
    start = try options.text("starts_with")
    end = try options.text("ends_with")
    ignoresCase = try options.flag("ignore_case")
    var demands = contains.map { "contains '\($0)'" }
    if let equals { demands.append("is '\(equals)'") }
    if let start { demands.append("begins with '\(start)'") }
    if let end { demands.append("ends with '\(end)'") }
    guard !demands.isEmpty else {
      throw options.error(
        for: "contains", "'\(options.id)' demands nothing",
        hint: "write equals, contains, starts_with or ends_with")
    }
    summary = "The message \(demands.joined(separator: ", "))."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    eachMessage(of: conversation) { message in
      let text = plain(source.text(of: message))
      if let equals, text != plain(equals) { return "is not '\(equals)'" }
      if let missing = contains.first(where: { !text.contains(plain($0)) }) {
        return "does not contain '\(missing)'"
      }
      if let start, !text.hasPrefix(plain(start)) { return "does not begin with '\(start)'" }
      if let end, !text.hasSuffix(plain(end)) { return "does not end with '\(end)'" }
      return nil
    }
  }

  private func plain(_ text: String) -> String {
    let text = text.trimmingWhitespace
    return ignoresCase ? text.lowercased() : text
  }
}
