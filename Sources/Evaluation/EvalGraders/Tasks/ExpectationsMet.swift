import CoachEngine
import ReplyContracts
import SourceFiles

/// A grader that requires replies to meet the expectations of their case.
struct ExpectationsMet: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "expected",
      summary: "The reply is what its case expects.",
      discussion: """
        For suites with `cases`. `expect` of a case lists rules in the words of `coachkit.contract.rules`, and each is \
        checked on what the prompt's contract leaves of the reply: after texts were dropped and edits applied. The score \
        is the share of expectations that are met; only a reply that meets all passes. A case without expectations gets \
        no verdict. The measured value is the number of expectations that are not met.
        """)
  ) { options throws(SourceError) in ExpectationsMet(id: options.id) }

  var id = "expected"
  let isOfTasks = true
  let summary = "Every reply is what its case expects."

  func grade(_ conversation: GradedConversation) -> [Grade] {
    // Where nothing is expected, an unreadable reply is the contract's concern alone.
    guard conversation.task?.expectations.isEmpty != true else { return [] }
    return eachReply(of: conversation) { reply, task in
      let left = task.contract.report(on: reply).reply
      let problems = task.expectations.compactMap { rule -> String? in
        guard rule.finds(in: left) else { return "there is no '\(rule.target)'" }
        let report = task.contract.report(on: left, rules: [rule])
        return (report.violations + report.changes).first
      }
      var grade = grade(problems: problems)
      grade.degree = 1 - Double(problems.count) / Double(task.expectations.count)
      return grade
    }
  }
}
