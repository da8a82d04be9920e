import CoachEngine
import Documents
import ReplyContracts
import SourceFiles

/// A grader that requires replies to keep rules of the suite.
struct RulesKept: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "rules",
      summary: "The reply keeps rules that the suite states.",
      discussion: """
        For suites with `cases`. The rules are written as in `coachkit.contract.rules` of a prompt (see tasks.md): \
        quotations that were really said, lengths, sums, what an edit may change, screens. Unlike the prompt's own they hold \
        for every variant, and they are checked on the reply as the model wrote it. The measured value is the number of \
        problems.
        """,
      options: [
        GraderOption("rules", form: .value, isRequired: true, text: "The rules.")
      ],
      example: """
        - use: rules
          id: quotes
          rules:
            - {quote: "suggestions[].evidence", from: "conversation[speaker=person].text"}
        """)
  ) { options throws(SourceError) in try RulesKept(options) }

  let id: String
  let isOfTasks = true
  let summary: String
  let rulesForReplies: [ContractRule]

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    let rules = try options.rules("rules")
    guard !rules.isEmpty else {
      throw SourceError(
        Diagnostic(
          "suite.grader", "the grader '\(options.id)' has no rules", hint: "list one under 'rules'")
      )
    }
    let kinds = rules.map { "\($0.kind) of \($0.target)" }.joined(separator: ", ")
    summary = "Every reply keeps: \(kinds)."
    rulesForReplies = rules
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    eachReply(of: conversation) { reply, task in
      let report = task.contract.report(on: reply, rules: rulesForReplies)
      return grade(problems: report.violations + report.changes)
    }
  }
}
