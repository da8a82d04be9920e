import CoachEngine
import Documents
import PromptTemplates
import ReplyContracts
import SourceFiles

/// A grader that requires replies to keep the contract of their prompt.
struct ContractKept: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "contract",
      summary: "The reply keeps the contract of its prompt: its form, its tags and its rules.",
      discussion: """
        For suites with `cases`. The reply as the model wrote it is checked against the output schema, the declared \
        tags and `coachkit.contract.rules`, as in use. What a program would repair or drop counts as well, unless \
        `tolerate` says otherwise, since the person loses it. In use a reply that breaks the contract is sent back; here \
        the first one counts. The measured value is the number of problems.
        """,
      options: [
        GraderOption(
          "prompt", form: .text,
          text:
            "The prompt whose contract all variants are checked against, as name@version; by default each its own."
        ),
        GraderOption(
          "tolerate", form: .flag,
          text: "Whether what a rule drops or repairs passes; no by default."),
      ],
      example: """
        - use: contract
          prompt: context-extraction@v3
        """)
  ) { options throws(SourceError) in try ContractKept(options) }

  let id: String
  let isOfTasks = true
  let summary: String
  private let prompt: PromptReference?
  private let toleratesChanges: Bool

  init(id: String = "contract", prompt: PromptReference? = nil, toleratesChanges: Bool = false) {
    self.id = id
    self.prompt = prompt
    self.toleratesChanges = toleratesChanges
    summary = "Every reply keeps the contract of \(prompt?.description ?? "its prompt")."
  }

  private init(_ options: GraderOptions) throws(SourceError) {
    self.init(
      id: options.id, prompt: try options.prompt("prompt"),
      toleratesChanges: try options.flag("tolerate"))
  }

  func facts(in workspace: PromptLibrary, areTasks: Bool) throws -> [String: String] {
    guard let prompt else { return [:] }
    return ["contract": try workspace.prompt(prompt).digestedReference]
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    // The plan looks the prompt up before a run begins.
    let contract = prompt.flatMap { try? conversation.task?.contract.of($0) }
    return eachReply(of: conversation, by: contract) { reply, task in
      let report = (contract ?? task.contract).report(on: reply)
      return grade(problems: report.violations + (toleratesChanges ? [] : report.changes))
    }
  }
}
