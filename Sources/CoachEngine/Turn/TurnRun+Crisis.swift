import CoachAccess
import CoachModel
import CoachSafety
import JSON
import LanguageModels
import PromptTemplates
import SafetyRules
import SourceFiles

extension TurnRun {
  /// The maximum number of earlier messages given to the model.
  private static let maximumMessages = 12
  /// The maximum number of their tokens, by estimate: no limit on messages applies to a crisis, so its calls must not
  /// become expensive.
  private static let maximumTokens = 4_000

  /// Answers a message that signals a crisis. Such a message is never refused, counted, or left without a reply.
  ///
  /// The model writes the reply, restricted to the resources of the table. If it fails or takes too long, the fixed
  /// texts of the message catalog replace it.
  mutating func answerCrisis(_ assessment: SafetyAssessment) async {
    outcome.safety = assessment
    outcome.route = .crisis
    outcome.trace.timings.access = elapsed
    circumstances = assessment.circumstances
    let notice = CrisisNotice(
      assessment: assessment, resources: resources(for: assessment.categories),
      emergencyNumber: service.resources.emergencyNumber(request.person.region))
    await pipe.send(.crisisDetected(notice))
    var parts: [String] = []
    let first = firstWords(notice)
    if !first.isEmpty {
      // Must not wait for any model.
      await pipe.send(.text(first + "\n\n"))
      note(firstWords: service.clock.now())
      parts.append(first)
    }
    let streamed = await askForCrisisReply(notice, after: first)
    if !streamed.text.isEmpty { parts.append(streamed.text) }
    // Text that precedes a model's refusal is not a reply, and one with a sentence that had to go cannot be trusted.
    let needsFixedWords =
      streamed.text.isEmpty || streamed.isDeclined
      || streamed.findings.contains { $0.action > .mark }
    let rest = needsFixedWords ? fixedWords(notice) : missingWords(notice, in: streamed)
    if !rest.isEmpty {
      await pipe.send(.text(streamed.text.isEmpty ? rest : "\n\n" + rest))
      note(firstWords: service.clock.now())
      parts.append(rest)
    }
    outcome.message = CoachReply(
      id: request.messageID, text: parts.joined(separator: "\n\n"), written: streamed.reply.words,
      tags: [], finish: needsFixedWords ? nil : streamed.reply.finish, isPartial: false)
  }

  // MARK: Model reply

  private mutating func askForCrisisReply(
    _ notice: CrisisNotice, after shown: String
  ) async -> StreamedReply {
    guard await mayAskModel(.crisis, within: service.configuration.access.crisisWindows) else {
      return StreamedReply()
    }
    let window = callMessages
    let rendered: RenderedPrompt
    do throws(SourceError) {
      let prompt = try dealt(service.configuration.prompts.crisis).reference
      let names = try library.prompt(prompt).inputNames
      rendered = try PromptAssembler(library: library).assemble(
        AssemblyRequest(
          prompt: prompt, person: request.person, history: window,
          values: values(notice, after: shown, taking: names)))
    } catch {
      outcome.trace.problems.append("the prompt for a crisis: \(error)")
      return StreamedReply()
    }
    let streamed = await stream(
      TurnReplyCall(
        kind: .crisis, prompt: rendered,
        leftOutMessages: request.conversation.messages.count - window.count,
        route: service.models.crisis, timeouts: service.configuration.timeouts.crisis,
        pipeline: ReplyPipeline(
          rendered.contract, guardrail: guardrail(isDiscovery: false, isCrisis: true),
          crisisFilter: CrisisReplyFilter(
            resources: notice.resources,
            emergencyNumbers: service.resources.emergencyNumbers(request.person.region),
            after: shown))))
    if let error = streamed.error {
      outcome.trace.problems.append("the reply to a crisis: \(error)")
    }
    if streamed.isDeclined {
      outcome.trace.problems.append("the model declined to answer a crisis")
    }
    return streamed
  }

  /// The most recent earlier messages of the session.
  var earlierMessages: ArraySlice<Message> {
    request.conversation.session.suffix(Self.maximumMessages)
  }

  /// The earlier messages that the model is given.
  private var callMessages: [Message] {
    let window = HistoryWindow(Array(earlierMessages), tokens: Self.maximumTokens)
    let size = window.messages.reduce(0) { $0 + TokenEstimator().count($1.text) }
    return size > Self.maximumTokens ? [] : window.messages
  }

  /// Returns whether a model may be asked for a purpose, and counts it. Someone who floods the service is still answered,
  /// with the fixed texts.
  ///
  /// These calls are counted separately, so that they do not use up the person's own limits, and each time anew,
  /// whatever the request id. A store that fails or hangs does not delay the reply.
  func mayAskModel(_ purpose: UsagePurpose, within windows: [RateWindow]) async -> Bool {
    let reservation = UsageReservation(
      id: "\(attempt)/\(purpose.rawValue)", person: request.person.id, purpose: purpose, at: now,
      windows: windows, allowance: nil)
    let store = service.usage
    let verdict = await TurnTimeouts.result(
      within: service.configuration.timeouts.crisisStore, service.clock
    ) { try? await store.reserve(reservation) }
    if case .refused?? = verdict { return false }
    return true
  }

  /// Returns the inputs of the prompt, of which an older version does not take all.
  private func values(
    _ notice: CrisisNotice, after shown: String, taking names: [String]
  ) -> JSONObject {
    var values: JSONObject = [
      "is_child": .bool(notice.assessment.circumstances.contains(.child)),
      "shown": .string(shown),
      "message": .string(request.shortenedMessage),
      "severity": .string(notice.assessment.severity.rawValue),
      "categories": .array(
        notice.assessment.categories.map { .string($0.words) }),
      "resources": .array(
        notice.resources.map { resource in
          [
            "name": .string(resource.name), "contact": .string(resource.contact),
            "note": .string(resource.note),
          ]
        }),
    ]
    for name in ["is_child", "shown"] where !names.contains(name) { values[name] = nil }
    return values
  }

  // MARK: Fixed texts

  /// What comes before everything else; empty for most messages.
  private func firstWords(_ notice: CrisisNotice) -> String {
    var words: [String] = []
    if let native = nativeEmergencyLine {
      words.append(native)
    } else if notice.assessment.severity == .imminent {
      words.append(
        text(.crisisEmergency, with: CopyValues(emergencyNumber: notice.emergencyNumber)))
    }
    if notice.assessment.circumstances.contains(.watched) { words.append(text(.crisisWatched)) }
    return words.joined(separator: "\n\n")
  }

  /// Returns whether one of the coach's recent messages has already named help.
  private func hasList(_ notice: CrisisNotice) -> Bool {
    let directions = text(.crisisNoResources)
    return earlierMessages.contains { message in
      guard message.role == .assistant else { return false }
      if notice.resources.isEmpty { return message.text.contains(directions) }
      var filter = CrisisReplyFilter(resources: notice.resources)
      _ = filter.feed(message.text) + filter.finish()
      return !filter.named.isEmpty
    }
  }

  private func fixedWords(_ notice: CrisisNotice) -> String {
    let isAgain = hasList(notice)
    let lines = notice.resources.prefix(isAgain ? 1 : .max).map(\.line)
    return text(
      isAgain ? .crisisReplyAgain : .crisisReply, with: CopyValues(resources: Array(lines)))
  }

  /// Returns the resources missing from a reply. The complete list is never shown twice.
  private func missingWords(_ notice: CrisisNotice, in streamed: StreamedReply) -> String {
    var parts: [String] = []
    if notice.resources.isEmpty, !hasList(notice) { parts.append(text(.crisisNoResources)) }
    var missing = notice.resources.filter { !streamed.namedResources.contains($0) }
    if hasList(notice) {
      missing = streamed.namedResources.isEmpty ? Array(missing.prefix(1)) : []
    }
    if !missing.isEmpty {
      parts.append(moreHelp(missing.map(\.line)))
    }
    return parts.joined(separator: "\n\n")
  }
}

extension CrisisResource {
  /// The resource in the form `Name: contact (note)`.
  var line: String {
    note.isEmpty ? "\(name): \(contact)" : "\(name): \(contact) (\(note))"
  }
}
