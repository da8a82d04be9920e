import CoachModel
import CoachSafety
import Documents
import PromptTemplates
import SafetyRules
package import SourceFiles

/// The reply to a message that signals a crisis, all but the model's words.
///
/// The model's reply is restricted to the resources of the table. If it fails or takes too long, the fixed texts of the
/// message catalog replace it.
package struct PreparedCrisisReply: Sendable {
  package let notice: CrisisNotice
  /// The text before everything else, which waits for no model; empty for most messages.
  package let firstText: String
  /// What a model is asked, or why none can be asked.
  package let turn: Result<PreparedTurn, SourceError>
  private let inputs: TurnInputs
  private let help: TurnHelp

  /// The maximum number of earlier messages given to the model.
  private static let maximumMessages = 12
  /// The maximum number of their tokens, by estimate: no limit on messages applies to a crisis, so its calls must not
  /// become expensive.
  private static let maximumTokens = 4_000

  /// Prepares the reply to a message that signals a crisis; `nil` if it signals none.
  package init?(_ inputs: TurnInputs, _ screened: ScreenedMessage) {
    guard let assessment = screened.crisis else { return nil }
    self.inputs = inputs
    let help = TurnHelp(inputs, screened)
    self.help = help
    let notice = CrisisNotice(
      assessment: assessment, resources: help.resources(for: assessment.categories),
      emergencyNumber: help.emergencyNumber)
    self.notice = notice
    let first = Self.firstText(notice, help)
    firstText = first
    do throws(SourceError) {
      turn = .success(try Self.turn(inputs, notice, after: first))
    } catch {
      turn = .failure(error)
    }
  }

  /// Returns what follows the model's words, and whether it replaces them; empty if nothing is missing.
  package func ending(after delivered: DeliveredReply, isDeclined: Bool) -> (
    text: String, replacesReply: Bool
  ) {
    // Text that precedes a model's refusal is not a reply, and one with a sentence that had to go cannot be trusted.
    let isReplaced =
      delivered.text.isEmpty || isDeclined || delivered.findings.contains(where: \.isRemoval)
    return (isReplaced ? fixedText : missingText(in: delivered), isReplaced)
  }

  /// Returns the whole reply, of which ``ending(after:isDeclined:)`` is the last part.
  package func text(with delivered: DeliveredReply, ending: String) -> String {
    [firstText, delivered.text, ending].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  // MARK: Prompt

  private static func turn(
    _ inputs: TurnInputs, _ notice: CrisisNotice, after shown: String
  ) throws(SourceError) -> PreparedTurn {
    let window = window(of: inputs)
    let asked = inputs.configuration.prompts.crisis
    // What a request says of earlier turns must not decide how a crisis is answered.
    let prompt = try inputs.assigned(asked, keepsEarlier: false)?.reference ?? asked
    let request = inputs.request
    let rendered = try PromptAssembler(library: inputs.library).assemble(
      AssemblyRequest(prompt: prompt, person: request.person, history: window)
        .offering(values(notice, request, after: shown)))
    return PreparedTurn(
      kind: .crisis, prompt: rendered,
      pipeline: ReplyPipeline(
        rendered.contract, guardrail: inputs.guardrail(isDiscovery: false, isCrisis: true),
        crisisFilter: CrisisReplyFilter(
          resources: notice.resources,
          emergencyNumbers: inputs.resources.emergencyNumbers(request.person.country),
          after: shown)),
      leftOutMessages: request.conversation.messages.count - window.count)
  }

  /// The most recent earlier messages of the session.
  private static func earlierMessages(_ inputs: TurnInputs) -> ArraySlice<Message> {
    inputs.request.conversation.session.suffix(maximumMessages)
  }

  /// The earlier messages that the model is given.
  private static func window(of inputs: TurnInputs) -> [Message] {
    let window = HistoryWindow(Array(earlierMessages(inputs)), tokens: maximumTokens)
    let size = window.messages.reduce(0) { $0 + TokenEstimator().count($1.text) }
    return size > maximumTokens ? [] : window.messages
  }

  private static func values(
    _ notice: CrisisNotice, _ request: TurnRequest, after shown: String
  ) -> JSONObject {
    [
      "is_child": .bool(
        notice.assessment.circumstances.contains(.child) || request.person.ageGroup == .minor),
      "shown": .string(shown),
      "message": .string(request.shortenedMessage),
      "severity": .string(notice.assessment.severity.rawValue),
      "categories": .array(notice.assessment.categories.map { .string($0.words) }),
      "resources": .array(
        notice.resources.map { resource in
          [
            "name": .string(resource.name), "contact": .string(resource.contact),
            "note": .string(resource.note),
          ]
        }),
    ]
  }

  // MARK: Fixed texts

  private static func firstText(_ notice: CrisisNotice, _ help: TurnHelp) -> String {
    var texts: [String] = []
    if let native = help.nativeEmergencyLine {
      texts.append(native)
    } else if notice.assessment.severity == .imminent {
      texts.append(
        help.inputs.text(
          .crisisEmergency, with: CopyValues(emergencyNumber: notice.emergencyNumber)))
    }
    if Self.isWatched(notice) {
      texts.append(help.inputs.text(.crisisWatched))
    }
    return texts.joined(separator: "\n\n")
  }

  /// Whether one of the coach's recent messages has already named help.
  private var hasList: Bool {
    let directions = inputs.text(.crisisNoResources)
    return Self.earlierMessages(inputs).contains { message in
      guard message.role == .assistant else { return false }
      return notice.resources.isEmpty
        ? message.text.contains(directions) : message.names(notice.resources)
    }
  }

  /// Whether someone else may read the person's phone.
  private static func isWatched(_ notice: CrisisNotice) -> Bool {
    notice.assessment.circumstances.contains(.watched)
  }

  private var fixedText: String {
    let isAgain = hasList
    let lines =
      Self.isWatched(notice)
      ? notice.resources.discreetLines
      : (isAgain ? notice.resources.best : notice.resources[...]).map(\.line)
    return inputs.text(
      isAgain ? .crisisReplyAgain : .crisisReply, with: CopyValues(resources: lines))
  }

  /// Returns the resources missing from a reply. The complete list is never shown twice, nor to a person whose phone someone
  /// else may read: its names tell what the person wrote about.
  private func missingText(in delivered: DeliveredReply) -> String {
    let isAgain = hasList
    var parts: [String] = []
    if notice.resources.isEmpty, !isAgain { parts.append(inputs.text(.crisisNoResources)) }
    let missing = notice.resources.filter { !delivered.namedResources.contains($0) }
    var lines = missing.map(\.line)
    if isAgain || Self.isWatched(notice) {
      lines = Self.isWatched(notice) ? missing.discreetLines : missing.best.map(\.line)
      if !delivered.namedResources.isEmpty { lines = [] }
    }
    if !lines.isEmpty { parts.append(help.list(lines)) }
    return parts.joined(separator: "\n\n")
  }
}
