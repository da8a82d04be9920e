import CoachEngine
import CoachModel
import Documents
import PromptTemplates
import StreamParsing

/// A grader that requires the closing signal exactly once, in coach message 12 to 15, with a payload that fits the
/// contract.
///
/// Judges the conversation as a whole. A conversation that stopped early, or whose last message is not among those to
/// judge, has nothing to complete: it is judged only if a signal appears nevertheless.
struct Completion: TextGrader {
  static let kind = GraderKind(
    Completion(),
    discussion:
      "Judges a conversation that is complete and whose last message is among those judged, and any other in which the signal appears. The payload must keep the prompt's contract and have no empty field.",
    scope: .conversation)

  let id = "completion"
  let summary =
    "The closing signal comes once, at message \(window.lowerBound) to \(window.upperBound), with all"
    + " nine fields."

  private static let signal = "DISCOVERY_COMPLETE"
  private static let window = DiscoveryCourse.closingMessages

  func grade(_ conversation: GradedConversation) -> [Grade] {
    let found = conversation.messages.flatMap { message in
      message.events.tags.filter { $0.name == Self.signal }.map { (message.number, $0) }
    }
    let transcript = conversation.transcript
    let isClosing =
      transcript.ending == .complete
      && conversation.messages.last?.number == transcript.coachPositions.count
      && conversation.contract.tags.contains { $0.name == Self.signal }
    guard isClosing || !found.isEmpty else { return [] }
    let reason = problem(found, in: conversation)
    return [Grade(grader: id, message: nil, unless: reason)]
  }

  private func problem(_ found: [(Int, ReplyTag)], in conversation: GradedConversation) -> String? {
    guard let (number, tag) = found.first else { return "no signal" }
    guard found.count == 1 else {
      let numbers = found.map { String($0.0) }.joined(separator: ", ")
      return "\(found.count) signals, at messages \(numbers)"
    }
    guard Self.window.contains(number) else { return "the signal comes at message \(number)" }
    let checked = conversation.contract.check(tag)
    let problems = checked.problems + emptyFields(checked)
    return problems.isEmpty ? nil : problems.joined(separator: "; ")
  }

  private func emptyFields(_ tag: CheckedTag) -> [String] {
    guard let fields = tag.payload?.object else { return [] }
    return fields.filter { $0.value == "" || $0.value == [] }.map { "'\($0.key)' is empty" }
  }
}
