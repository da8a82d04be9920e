import CoachKit
import EvalGraders

/// A grader that demands that the coach uses the person's name sparingly.
public struct NamesThePerson: TextGrader {
  /// Lets suites write `use: names-the-person`.
  public static let kind = GraderKind(
    GraderDocumentation(
      name: "names-the-person", summary: "The message uses the person's name sparingly.",
      discussion: "Counts the name between the words of the message, in any letter case.",
      options: [
        GraderOption("name", form: .text, isRequired: true, text: "The person's name."),
        GraderOption("at_most", form: .integer(0...10), text: "The largest number; 1 by default."),
      ])
  ) { options throws(SourceError) in
    NamesThePerson(
      id: options.id, name: try options.text("name") ?? "",
      limit: try options.integer("at_most") ?? 1)
  }

  /// The name in suites and reports.
  public let id: String
  let name: String
  let limit: Int

  /// What the grader demands.
  public var summary: String { "The message has the name '\(name)' at most \(limit) times." }

  /// Counts the name in every message.
  public func grade(_ conversation: GradedConversation) -> [Grade] {
    conversation.messages.map { message in
      let words = message.visibleText.split { !$0.isLetter }
      let count = words.count { $0.lowercased() == name.lowercased() }
      return Grade(
        grader: id, message: message.number,
        unless: count > limit ? "has the name \(count) times" : nil)
    }
  }
}
