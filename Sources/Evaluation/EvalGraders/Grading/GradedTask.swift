package import CoachEngine
package import Documents
import LanguageModels
package import ReplyContracts

/// The task that a graded reply answers.
package struct GradedTask: Sendable {
  /// What the prompt demands of a reply, with the inputs.
  package var contract: TaskContract
  /// What the case demands of a good reply.
  package var expectations: [ContractRule]
  /// What a good reply does, in words for judges; `nil` if the case does not say.
  package var target: String?

  /// The inputs that judges see.
  private let judgedInputs: JSONObject

  /// Creates the task of a reply.
  ///
  /// - Parameter hidden: The names of inputs that a version sets: they would tell a judge whose reply it reads. Judges see
  ///   what the case says in their place, or nothing.
  package init(
    contract: TaskContract, expectations: [ContractRule] = [], target: String? = nil,
    hiding hidden: Set<String> = [], caseInputs: JSONObject = [:]
  ) {
    self.contract = contract
    self.expectations = expectations
    self.target = target
    judgedInputs = hidden.reduce(into: contract.inputs) { $0[$1] = caseInputs[$1] }
  }

  /// The inputs as judges see them.
  package var shownInputs: String { JSONValue.object(judgedInputs).text(.indented(2)) }
}

extension Grader {
  /// Judges the reply to a task, which is read as a contract says.
  ///
  /// A reply that cannot be read fails. What is no task gets no verdict that counts.
  ///
  /// - Parameter contract: The contract to read by; `nil` for that of the reply's own prompt.
  /// - Parameter check: Returns the verdict on the reply as the model wrote it; `nil` if there is nothing to judge.
  func eachReply(
    of conversation: GradedConversation, by contract: TaskContract? = nil,
    _ check: (_ reply: JSONValue, _ task: GradedTask) -> Grade?
  ) -> [Grade] {
    guard let task = conversation.task else {
      return conversation.messages.map {
        inconclusive($0, reason: "this is no task: the suite has transcripts, not cases")
      }
    }
    return conversation.messages.compactMap { message in
      var grade: Grade?
      do throws(StructuredMisfit) {
        let reply = try (contract ?? task.contract).read(message.events.writtenText)
        grade = check(reply.json, task)
      } catch {
        grade = self.grade(problems: error.problems)
      }
      grade?.message = message.number
      return grade
    }
  }

  /// Returns the verdict on a reply with these problems; a pass if there are none.
  func grade(problems: [String]) -> Grade {
    var grade = Grade(grader: id, message: nil, unless: problems.isEmpty ? nil : problems.shown)
    grade.measured = Double(problems.count)
    return grade
  }
}

extension [String] {
  /// The first problems in one line.
  fileprivate var shown: String {
    let more = count > 5 ? "; and \(count - 5) more" : ""
    return prefix(5).joined(separator: "; ") + more
  }
}
