import LanguageModels
import PromptTemplates
import ReplyContracts

/// A grader under another name, which a suite or a preset gives it.
struct NamedGrader: Grader {
  let id: String
  let summary: String
  let base: any Grader

  var needsTools: Bool { base.needsTools }
  var models: [ModelReference] { base.models }
  var embeddings: [ModelReference] { base.embeddings }
  var plannedCalls: GraderCalls { base.plannedCalls }
  var isOfTasks: Bool { base.isOfTasks }
  var rulesForReplies: [ContractRule] { base.rulesForReplies }

  func asking(_ models: [ModelReference]) -> any Grader {
    NamedGrader(id: id, summary: summary, base: base.asking(models))
  }

  func facts(in workspace: PromptLibrary, areTasks: Bool) throws -> [String: String] {
    try base.facts(in: workspace, areTasks: areTasks)
  }

  func grade(_ conversation: GradedConversation, with tools: GraderTools) async throws -> [Grade] {
    try await base.grade(conversation, with: tools).map { grade in
      var grade = grade
      grade.grader = id
      return grade
    }
  }
}
