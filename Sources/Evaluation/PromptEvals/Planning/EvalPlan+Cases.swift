import CoachEngine
import CoachTranscripts
import EvalGraders
import PromptTemplates
import ReplyContracts
import SourceFiles

extension EvalPlan {
  /// Checks what cases and the prompts of a suite must have in common: no prompt is a conversation, and each expectation
  /// of a case and each rule of a grader fits the replies to one of them.
  ///
  /// Throws ``SourceError`` with all problems.
  static func checkCases(_ content: EvalContent, _ subjects: [EvalSubject]) throws(SourceError) {
    let graders = content.suite.grading.graders
    guard content.suite.replay == .task else {
      guard let use = graders.first(where: \.grader.isOfTasks) else { return }
      throw SourceError(
        Diagnostic(
          "suite.grader",
          "the grader '\(use.id)' judges replies to tasks, and the suite has transcripts",
          hint: "remove it, or write cases: in place of transcripts:"))
    }
    var matters: [FrontMatter] = []
    for variant in content.suite.comparison.variants {
      let prompt = try content.library.prompt(variant.prompt)
      guard !prompt.placesHistory else {
        throw SourceError(
          Diagnostic(
            "suite.cases", "'\(variant.prompt)' is a conversation, and the suite has cases",
            hint: "name a task ('coachkit task list'), or write transcripts: in place of cases:"))
      }
      matters.append(prompt.template.frontMatter)
    }
    var problems = Problems()
    let rules =
      subjects.compactMap(\.task).flatMap(\.expectations)
      + graders.flatMap(\.grader.rulesForReplies)
    for rule in rules {
      // Versions of a prompt may differ in what they return.
      problems.part { () throws(SourceError) in
        var problem: SourceError?
        for matter in matters {
          do throws(SourceError) {
            return try matter.check([rule])
          } catch {
            problem = error
          }
        }
        if let problem { throw problem }
      }
    }
    if let error = problems.error { throw error }
  }

  /// Checks that nothing is asked for that only conversations have.
  static func checkOptions(_ suite: EvalSuite) throws(SourceError) {
    guard suite.replay == .task else { return }
    if let judge = suite.grading.pairwise.first(where: { $0.turns != nil }) {
      throw SourceError(
        Diagnostic(
          "suite.cases", "the judge '\(judge.id)' chooses messages, and a task has one reply",
          hint: "leave 'turns' out"))
    }
    let filter = suite.transcripts.filter
    if filter.kind != nil || filter.quality != nil {
      throw SourceError(
        Diagnostic(
          "suite.cases", "cases have no kind and no quality",
          hint: "filter them by 'tags', 'without_tags' or 'ids'"))
    }
  }
}
