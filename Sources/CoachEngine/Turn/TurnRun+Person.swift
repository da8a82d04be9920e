import CoachDomains
import CoachModel
import CoachSignals
import JSON
import LanguageModels
import PromptTemplates

/// A first message of the coach that has a prompt of its own.
struct CoachOpening: Sendable {
  var prompt: PromptReference
  var values: JSONObject
}

extension TurnRun {
  /// Returns how the coach opens a session before the person has written: with what is due. `nil` for the usual prompt.
  ///
  /// The first session after discovery begins with its insight.
  func opening() -> CoachOpening? {
    guard request.isOpening, let record = request.record else { return nil }
    let decision = record.opening(on: today).opening
    guard record.sessions.count > 1 || decision == .afterDanger else { return nil }
    var values: JSONObject = [:]
    values["last_session"] = record.sessions.last.map { .string($0.day.description) }
    switch decision {
    case .plain: return nil
    case .checkIn:
      return CoachOpening(prompt: service.configuration.prompts.checkIn, values: values)
    case .afterDanger:
      return CoachOpening(
        prompt: service.configuration.prompts.checkIn, values: ["after_danger": true])
    case .monthlyReflection:
      return CoachOpening(prompt: service.configuration.prompts.reflection, values: [:])
    }
  }

  /// Adds what is known of the person: the style for the domain, what the session should bring up, and memories that fit
  /// the message, all within their budgets.
  mutating func addPerson(
    to assembly: inout AssemblyRequest, opening: CoachOpening?, window: HistoryWindow,
    promptInputs names: [String]
  ) async {
    let budget = service.configuration.context
    guard let record = request.record else {
      assembly.person.style = assembly.person.style ?? assembly.domain?.style
      return
    }
    var person = record.person(
      on: today, domain: assembly.domain?.id, default: assembly.domain?.style
    ).fitted(to: budget.profile)
    if let opening {
      if opening.values["after_danger"] != nil { person.openQuestion = nil }
      for (name, value) in opening.values where names.contains(name) {
        assembly.values[name] = value
      }
    } else {
      bringUp(of: record, in: &assembly, person: &person, promptInputs: names)
    }
    if names.contains("memories") {
      person.memories = await memories(of: record, besides: window)
      outcome.trace.memories = person.memories.compactMap(\.message)
    }
    assembly.person = person
  }

  /// Decides what the coach brings up by itself at the beginning of a session.
  private func bringUp(
    of record: PersonRecord, in assembly: inout AssemblyRequest, person: inout Person,
    promptInputs names: [String]
  ) {
    let isFirst = !request.conversation.session.contains { $0.role == .assistant }
    switch record.opening(on: today, isUrgent: assembly.isClinical).opening {
    case .plain: person.openQuestion = nil
    case .afterDanger:
      person.openQuestion = nil
      if isFirst, names.contains("after_danger") {
        assembly.values["after_danger"] = assembly.values["after_danger"] ?? true
      }
    case .checkIn: break
    case .monthlyReflection:
      person.openQuestion = nil
      if isFirst, names.contains("reflection_due") {
        assembly.values["reflection_due"] = assembly.values["reflection_due"] ?? true
      }
    }
  }

  private func memories(of record: PersonRecord, besides window: HistoryWindow) async -> [Memory] {
    guard record.hasMemories, let text = request.message ?? record.openQuestion(on: today) else {
      return []
    }
    var meaning: TextEmbedding?
    if let embeddings = service.embeddings,
      case .embedding(let embedding) = await embeddings.embedding(of: text, clock: service.clock)
    {
      meaning = embedding
    }
    return record.recalled(
      for: text, embedding: meaning, after: request.conversation.session,
      besides: window.messages, language: request.person.language, on: today,
      within: service.configuration.context.memories)
  }
}
