import CoachDomains
import CoachModel
import CoachSignals
import Documents
package import PromptTemplates

/// A first message of the coach that has a prompt of its own.
package struct CoachOpening: Sendable {
  package var prompt: PromptReference
  var values: JSONObject
}

extension TurnInputs {
  /// Returns how the coach opens a session before the person has written: with what is due. `nil` for the usual prompt.
  ///
  /// The first session after discovery begins with its insight.
  package var opening: CoachOpening? {
    guard request.isOpening, let record = request.record else { return nil }
    let decision = record.opening(on: today).opening
    guard record.sessions.count > 1 || decision == .afterDanger else { return nil }
    switch decision {
    case .plain: return nil
    case .checkIn:
      var values: JSONObject = [:]
      values["last_session"] = record.sessions.last.map { .string($0.day.description) }
      return CoachOpening(prompt: configuration.prompts.checkIn, values: values)
    case .afterDanger:
      return CoachOpening(prompt: configuration.prompts.checkIn, values: ["after_danger": true])
    case .monthlyReflection:
      return CoachOpening(prompt: configuration.prompts.reflection, values: [:])
    }
  }

  /// What memories are recalled for; `nil` if there are none, or nothing brings them back.
  var recallQuery: String? {
    guard let record = request.record, record.hasMemories else { return nil }
    return request.message ?? record.openQuestion(on: today)
  }

  /// Adds what is known of the person: the style for the domain, what the session should bring up, and memories that fit
  /// the message, all within their budgets.
  func addPerson(
    to assembly: inout AssemblyRequest, choices: TurnChoices, window: HistoryWindow,
    promptInputs names: [String]
  ) {
    guard let record = request.record else {
      assembly.person.style = assembly.person.style ?? assembly.domain?.style
      return
    }
    var person = record.person(
      on: today, domain: assembly.domain?.id, default: assembly.domain?.style
    ).fitted(to: configuration.context.profile)
    if let opening = choices.opening {
      if opening.values["after_danger"] != nil { person.openQuestion = nil }
      for (name, value) in opening.values where names.contains(name) {
        assembly.values[name] = value
      }
    } else {
      bringUp(of: record, in: &assembly, person: &person)
    }
    if names.contains("memories") {
      person.memories =
        recallQuery.map { query in
          record.recalled(
            for: query, embedding: choices.meaning, after: request.conversation.session,
            besides: window.messages, language: request.person.language, on: today,
            within: configuration.context.memories)
        } ?? []
    }
    assembly.person = person
  }

  /// Whether the person answers the coach's first message of a session, and the coach has said nothing else in it.
  var isAnsweringOpening: Bool {
    let conversation = request.conversation
    let open = request.record?.session(in: conversation.id)?.messages.map(\.role) ?? []
    return !request.isOpening
      && [conversation.session.map(\.role), open].contains { roles in
        roles.first == .assistant && roles.count { $0 == .assistant } == 1
      }
  }

  /// Whether the person answers an opening with which the coach offered to look back at the month.
  ///
  /// The newest version that the conversation keeps is that of the opening. A caller that keeps none, or a service that
  /// assigns none, has offered it if it is due: it stays so until the answer.
  var hasOfferedLookBack: Bool {
    guard isAnsweringOpening, let record = request.record else { return false }
    let reflection = configuration.prompts.reflection
    if reflection.version == nil, let newest = request.conversation.assignments.last {
      return newest.reference.name == reflection.name
    }
    return record.sessions.count > 1 && record.opening(on: today).opening == .monthlyReflection
  }

  /// Whether the coach may have offered the look back with its only message of the session, in which it was told that it may.
  var mayHaveOfferedLookBack: Bool {
    guard !request.isOpening, let record = request.record, record.sessions.count > 1,
      record.opening(on: today).opening == .monthlyReflection
    else { return false }
    let open = record.session(in: request.conversation.id)?.messages.map(\.role) ?? []
    return [request.conversation.session.map(\.role), open].contains { roles in
      roles.first == .user && roles.count { $0 == .assistant } == 1
    }
  }

  /// Whether the coach brings something up in its first message of a session, or the person answers what it brought up.
  ///
  /// A greeting or a short answer fits no domain, so the router finds it off topic, but neither asks for something else.
  func bringsUp(_ assembly: AssemblyRequest) -> Bool {
    if isAnsweringOpening || mayHaveOfferedLookBack { return true }
    let person = assembly.person
    let hasInsight = person.sessions <= 1 && person.discovery?.ahaInsight.filled != nil
    return !request.conversation.session.contains { $0.role == .assistant }
      && (hasInsight || person.openQuestion?.filled != nil
        || assembly.offered["reflection_due"] == true)
  }

  /// Decides what the coach brings up by itself at the beginning of a session.
  private func bringUp(
    of record: PersonRecord, in assembly: inout AssemblyRequest, person: inout Person
  ) {
    let isFirst = !request.conversation.session.contains { $0.role == .assistant }
    switch record.opening(on: today, isUrgent: assembly.isClinical).opening {
    case .plain: person.openQuestion = nil
    case .afterDanger:
      person.openQuestion = nil
      if isFirst { assembly.offered["after_danger"] = true }
    case .checkIn: break
    case .monthlyReflection:
      person.openQuestion = nil
      if isFirst { assembly.offered["reflection_due"] = true }
    }
  }
}
