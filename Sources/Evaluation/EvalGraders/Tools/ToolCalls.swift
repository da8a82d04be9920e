import Documents
import LanguageModels
import SourceFiles

/// A grader of the tools that a reply calls.
struct ToolCalls: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "tool-calls",
      summary: "The reply calls the expected tools, with the expected arguments.",
      discussion: """
        Looks at what the model asked to call, in the order in which it did. The suite declares the tools under \
        `tools` (or the prompt under `toolDefs`), and no call is carried out: what is judged is the next reply, with \
        `replay: next-turn` and `pipeline: prompt`, or a task. `calls` lists what is expected, each by the name of a \
        tool or as a mapping: `arguments` are those that must be there, whatever else is, at any depth; `exact` are \
        all arguments; `schema` is a JSON Schema, or the short notation of prompts, for them. Values are compared as \
        JSON: 3 is 3.0, texts by code point, lists element by element. Arguments that are no JSON object, or that \
        name a member twice, are never the expected ones. The measured value is the number of calls.

        A message of which no calls are known is not decided: it was written and not generated, imported, or generated \
        without tools. `transcripts: {ids: […]}` and `turns` choose the cases and messages that expect a call.
        """,
      options: [
        GraderOption(
          "calls", form: .value,
          text: "The expected calls: a list of names, or of {tool, arguments | exact | schema}."),
        GraderOption(
          "order", form: .choice(ToolCallMatching.Order.allCases.map(\.rawValue)),
          text:
            "Whether the calls may come in any_order (the default), come in_order with others between them, or are exact: these calls in this order and no others."
        ),
        GraderOption(
          "never", form: .texts, text: "Tools that must not be called."),
        GraderOption(
          "none", form: .flag, text: "Whether no tool may be called at all; no by default."),
        GraderOption(
          "declared", form: .flag,
          text:
            "Whether each call must be of a declared tool, with arguments that fit its schema; no by default."
        ),
        GraderOption("at_least", form: .integer(0...1000), text: "The minimum number of calls."),
        GraderOption("at_most", form: .integer(0...1000), text: "The maximum number of calls."),
      ],
      example: """
        - use: tool-calls
          id: sets-the-reminder
          calls:
            - {tool: find_free_hour, exact: {day: Monday}}
            - {tool: set_reminder, arguments: {day: Monday}}
          order: in_order
          never: [delete_reminder]
          at_most: 3
        """)
  ) { options throws(SourceError) in try ToolCalls(options) }

  let id: String
  let summary: String
  private let matching: ToolCallMatching
  private let never: [String]
  private let isNone: Bool
  private let mustBeDeclared: Bool
  private let bounds: MeasureBounds

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    var expected: [ToolCallExpectation] = []
    if let value = options.value("calls") {
      guard let items = value.array else {
        throw options.error(
          for: "calls", "'calls' is a list",
          hint: "write calls: [name], or calls: [{tool: name, arguments: {…}}]")
      }
      for item in items {
        expected.append(try ToolCallExpectation(item, of: options))
      }
    }
    let order = try options.choice("order").flatMap(ToolCallMatching.Order.init)
    matching = ToolCallMatching(expected: expected, order: order ?? .anyOrder)
    let never = try options.texts("never")
    self.never = never
    isNone = try options.flag("none")
    mustBeDeclared = try options.flag("declared")
    bounds = try MeasureBounds(options)
    guard !expected.isEmpty || !never.isEmpty || isNone || mustBeDeclared || !bounds.isOpen else {
      throw options.error(
        for: "calls", "'\(options.id)' expects nothing",
        hint: "write calls: […], never: […], none: true, declared: true, or a number of calls")
    }
    guard !isNone || expected.isEmpty && bounds.atLeast ?? 0 == 0 else {
      throw options.error(
        for: "none", "'none' and expected calls exclude each other", hint: "leave one of them out")
    }
    if let tool = expected.first(where: { never.contains($0.tool) })?.tool {
      throw options.error(
        for: "never", "'\(tool)' is expected and must not be called", hint: "leave one of them out")
    }
    if let maximum = bounds.atMost, Double(expected.count) > maximum {
      throw options.error(
        for: "at_most", "\(expected.count) calls are expected", hint: "no reply satisfies both")
    }
    summary =
      isNone
      ? "Calls no tool."
      : expected.isEmpty
        ? "The calls of tools are as the suite demands."
        : "Calls \(expected.map(\.words).joined(separator: ", "))."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    conversation.messages.map { message in
      guard let calls = message.toolCalls else {
        return inconclusive(
          message,
          reason:
            "the calls of this message are not known: it was generated without tools, or written")
      }
      var grade = grade(
        message, measured: Double(calls.count), unless: objection(to: calls, in: conversation))
      if !calls.isEmpty {
        grade.details["calls"] = .array(calls.map(\.json))
      }
      return grade
    }
  }

  private func objection(to calls: [ToolCall], in conversation: GradedConversation) -> String? {
    if isNone, let call = calls.first { return "calls '\(call.name)'" }
    if let call = calls.first(where: { never.contains($0.name) }) { return "calls '\(call.name)'" }
    if mustBeDeclared {
      for call in calls {
        if let problem = Self.problem(of: call, among: conversation.tools) { return problem }
      }
    }
    return matching.objection(to: calls)
      ?? bounds.objection(to: Double(calls.count)) { "\($0.brief) calls" }
  }

  /// Returns why a call is not one of a declared tool; `nil` if it is.
  private static func problem(of call: ToolCall, among tools: [ToolDeclaration]) -> String? {
    guard let tool = tools.first(where: { $0.name == call.name }) else {
      return "calls '\(call.name)', which is not declared"
    }
    if let problem = call.argumentsProblem { return problem }
    let violation = (try? JSONSchema(tool.parameters))?.violations(
      of: .object(call.argumentsObject)
    ).first
    return violation.map { "the arguments of '\(call.name)' do not fit its declaration: \($0)" }
  }
}
