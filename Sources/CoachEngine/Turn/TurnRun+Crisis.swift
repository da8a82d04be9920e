import CoachSafety
import Conversations
import LanguageModels
import PromptTemplates

extension TurnRun {
  /// The most earlier messages that a reply to a crisis is given.
  private static let mostMessages = 12

  /// Answers a message that signals a crisis: never refused, never counted, never left without words.
  ///
  /// The model writes the reply, held to the resources of the table. Where it cannot, or takes too long, the
  /// fixed words of the copy table stand in.
  mutating func answerCrisis(_ assessment: SafetyAssessment) async {
    outcome.route = .crisis
    outcome.timings.access = elapsed
    let person = request.person
    let resources = turn.resources.resources(
      for: person.region, categories: assessment.categories, language: person.language)
    let emergency = turn.resources.emergencyNumber(person.region)
    let notice = CrisisNotice(
      assessment: assessment, resources: resources, emergencyNumber: emergency)
    await pipe.send(.crisis(notice))
    let spoken = await askForCrisisReply(notice)
    note(firstWords: spoken.firstWords)
    var text = spoken.text
    if text.isEmpty {
      text = fixedWords(notice)
      await pipe.send(.text(text))
      note(firstWords: turn.clock.now())
    } else {
      let missing = missingWords(notice, in: spoken)
      if !missing.isEmpty {
        await pipe.send(.text("\n\n" + missing))
        text += "\n\n" + missing
      }
    }
    outcome.message = CoachReply(
      id: request.messageID, text: text, written: text, tags: [], finish: spoken.reply.finish,
      isPartial: false)
  }

  // MARK: The model's words

  private mutating func askForCrisisReply(_ notice: CrisisNotice) async -> SpokenReply {
    let library = turn.prompts()
    let name = turn.configuration.prompts.crisis
    let route = turn.models.crisis
    guard await mayAskModel(),
      let prompt = name.version != nil
        ? name : try? library.assign(request.person.id, to: name.name).reference,
      let rendered = try? PromptAssembler(library: library).assemble(
        AssemblyRequest(
          prompt: prompt, person: request.person,
          history: request.conversation.messages.suffix(Self.mostMessages),
          values: values(notice)))
    else { return SpokenReply() }
    let modelRequest = ModelRequest(rendered, route)
    await pipe.send(
      .started(
        TurnStart(
          requestID: request.id, messageID: request.messageID, route: .crisis,
          prompt: rendered.reference)))
    outcome.prompt = TurnPrompt(
      reference: rendered.reference, templateDigest: rendered.templateDigest,
      requestDigest: modelRequest.digest, experiment: nil, leftOutMessages: 0)
    let spoken = await ReplySpeaker(
      route: route, request: modelRequest, contract: rendered.contract,
      patience: turn.configuration.crisisPatience, clock: turn.clock, pipe: pipe,
      filter: CrisisReplyFilter(
        resources: notice.resources,
        emergencyNumbers: turn.resources.emergencyNumbers(request.person.region))
    ).speak()
    note(spoken.reply.usage, of: rendered.reference, by: spoken.model ?? route.model.identity)
    return spoken
  }

  /// Whether a model may be asked: someone who floods the service is still answered, with the fixed words. This
  /// is counted apart, so that it takes nothing from the person's own limits.
  private func mayAskModel() async -> Bool {
    let reservation = UsageReservation(
      id: request.id, person: "crisis:\(request.person.id)", at: now,
      windows: turn.configuration.access.rateWindows, allowance: nil)
    guard let verdict = try? await turn.usage.reserve(reservation) else { return true }
    if case .refused = verdict { return false }
    return true
  }

  private func values(_ notice: CrisisNotice) -> JSONObject {
    [
      "message": .string(request.message ?? ""),
      "severity": .string(notice.assessment.severity.rawValue),
      "categories": .array(
        notice.assessment.categories.map {
          .string($0.rawValue.split(separator: "_").joined(separator: " "))
        }),
      "resources": .array(notice.resources.map(\.json)),
    ]
  }

  // MARK: The table's words

  /// Whether the coach has named one of the resources in this conversation before.
  private func hasList(_ notice: CrisisNotice) -> Bool {
    request.conversation.messages.contains { message in
      guard message.role == .assistant else { return false }
      var filter = CrisisReplyFilter(resources: notice.resources)
      _ = filter.feed(message.text) + filter.finish()
      return !filter.named.isEmpty
    }
  }

  private func fixedWords(_ notice: CrisisNotice) -> String {
    let isAgain = hasList(notice)
    let lines = notice.resources.prefix(isAgain ? 1 : .max).map(\.line)
    let reply = text(
      isAgain ? .crisisReplyAgain : .crisisReply, CopyValues(resources: Array(lines)))
    return [emergencyWords(notice), reply].compactMap { $0 }.joined(separator: "\n\n")
  }

  private func emergencyWords(_ notice: CrisisNotice) -> String? {
    guard notice.assessment.severity == .imminent else { return nil }
    return text(.crisisEmergency, CopyValues(emergencyNumber: notice.emergencyNumber))
  }

  /// What a reply left out of what it was given; nobody is shown the whole list twice.
  private func missingWords(_ notice: CrisisNotice, in spoken: SpokenReply) -> String {
    var parts: [String] = []
    if !spoken.namesEmergency, let words = emergencyWords(notice) { parts.append(words) }
    var missing = notice.resources.filter { !spoken.namedResources.contains($0) }
    if hasList(notice) {
      missing = spoken.namedResources.isEmpty ? Array(missing.prefix(1)) : []
    }
    if !missing.isEmpty {
      parts.append(([text(.crisisMoreHelp)] + missing.map(\.line)).joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }
}

extension CrisisResource {
  /// `Name: contact (note)`
  fileprivate var line: String {
    note.isEmpty ? "\(name): \(contact)" : "\(name): \(contact) (\(note))"
  }
}
