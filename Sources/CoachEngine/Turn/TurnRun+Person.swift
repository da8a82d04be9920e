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
  /// The maximum number of memories in a prompt.
  private static let maximumMemories = 8
  /// The number of messages before the person's that say what it is about.
  private static let contextMessages = 2

  /// Returns how the coach opens a session before the person has written: with what is due. `nil` for the usual prompt.
  ///
  /// The first session after discovery begins with its insight.
  func opening() -> CoachOpening? {
    guard request.isOpening, let record = request.record, record.sessions.count > 1 else {
      return nil
    }
    var values: JSONObject = [:]
    values["last_session"] = record.sessions.last.map { .string($0.day.description) }
    switch record.opening(on: today).opening {
    case .plain: return nil
    case .checkIn:
      return CoachOpening(prompt: service.configuration.prompts.checkIn, values: values)
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
      for (name, value) in opening.values { assembly.values[name] = value }
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
    case .checkIn: break
    case .monthlyReflection:
      person.openQuestion = nil
      if isFirst, names.contains("reflection_due") {
        assembly.values["reflection_due"] = assembly.values["reflection_due"] ?? true
      }
    }
  }

  private func memories(of record: PersonRecord, besides window: HistoryWindow) async -> [Memory] {
    guard record.remembers, record.memory.count > 0,
      let text = request.message ?? record.openQuestion(on: today)
    else { return [] }
    let language = request.person.language
    var query = MemoryQuery(
      text,
      context: request.conversation.session.suffix(Self.contextMessages).map(\.text),
      language: language, period: DateMention.past(in: text, language: language, today: today),
      today: today)
    if let embeddings = service.embeddings,
      case .embedding(let embedding) = await embeddings.embedding(of: text, clock: service.clock)
    {
      query.embedding = embedding
    }
    let shown = Set(window.messages.map(\.text))
    let found = record.memories(for: query).filter { !shown.contains($0.text) }
    return found.prefix(Self.maximumMemories).fitting(service.configuration.context.memories)
  }
}

extension Sequence<Memory> {
  /// Returns the first memories that fit a number of tokens.
  fileprivate func fitting(_ maximum: Int) -> [Memory] {
    let counter = TokenEstimator()
    var rest = maximum
    return Array(
      prefix { memory in
        rest -= counter.count(memory.text) + counter.count(memory.date)
        return rest >= 0
      })
  }
}
