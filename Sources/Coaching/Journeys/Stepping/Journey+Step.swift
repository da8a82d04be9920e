public import Documents
import ReplyContracts
import SourceFiles

extension Journey {
  /// Returns the state after an event. It does no I/O: a task that the event asks for is returned by
  /// ``task(for:in:with:at:)``.
  ///
  /// An event that changes no fact leaves the state as it was, with its time.
  ///
  /// Throws ``JourneyError`` if the event does not belong to the current phase.
  public func state(
    after event: JourneyEvent, in state: JourneyState, with sources: JSONObject = [:],
    at moment: JourneyMoment
  ) throws(JourneyError) -> JourneyState {
    try check(state)
    let facts = known(state, sources)
    let position = position(of: state, with: sources, at: moment)
    var changes: JSONObject
    switch event {
    case .action(let name, let text):
      let action = try action(name, at: position, text: text)
      changes = JourneyScope(facts: facts, moment: moment, text: text).object(of: action.set)
    case .form(let values): changes = try filled(values, at: position)
    case .tags(let payloads):
      changes = [:]
      for (tag, set) in position.phase.tags {
        guard let payload = payloads[tag] else { continue }
        let scope = JourneyScope(facts: facts, moment: moment, payload: payload)
        for (name, value) in scope.object(of: set) { changes[name] = value }
      }
    case .facts(let values): changes = values
    }
    return try changed(state, changes, with: sources, at: moment)
  }

  /// Returns the state with the id of the conversation that the current phase holds, if it needs one and has none.
  public func beginningConversation(
    in state: JourneyState, with sources: JSONObject = [:], at moment: JourneyMoment
  ) throws(JourneyError) -> JourneyState {
    try check(state)
    let phase = position(of: state, with: sources, at: moment).phase
    guard let fact = phase.conversation?.session, !(state.facts[fact]?.isFilled ?? false) else {
      return state
    }
    return try changed(state, [fact: .string(moment.id)], with: sources, at: moment)
  }

  // MARK: Tasks

  /// A task to run, with its inputs.
  public struct Call: Sendable {
    /// The task.
    public var task: JourneyTask
    /// The inputs of its prompt by name.
    public var inputs: JSONObject
    /// What the person wrote.
    var text: String?

    /// Returns whether a value says that help must come first.
    public func isConcerning(_ value: JSONValue) -> Bool { task.crisis?.holds(for: value) ?? false }

    /// Returns what a value tells the person.
    public func told(_ value: JSONValue) -> [String] {
      task.tells?.values(in: value).compactMap(\.string) ?? []
    }
  }

  /// Returns the task that an action runs; `nil` if it runs none.
  ///
  /// Throws ``JourneyError`` if the action does not belong to the current phase.
  public func task(
    for event: JourneyEvent, in state: JourneyState, with sources: JSONObject = [:],
    at moment: JourneyMoment
  ) throws(JourneyError) -> Call? {
    try check(state)
    guard case .action(let name, let text) = event else { return nil }
    let position = position(of: state, with: sources, at: moment)
    guard let task = try action(name, at: position, text: text).task else { return nil }
    return call(task, in: state, with: sources, at: moment, text: text)
  }

  /// Returns the key of the text that confirms an action; `nil` for none, and for every other event.
  public func confirmation(
    of event: JourneyEvent, in state: JourneyState, with sources: JSONObject = [:],
    at moment: JourneyMoment
  ) -> String? {
    guard case .action(let name, let text) = event else { return nil }
    let position = position(of: state, with: sources, at: moment)
    return (try? action(name, at: position, text: text))?.confirmation
  }

  /// Returns the task that the current phase runs by itself; `nil` if it runs none, or if that is done.
  public func pendingTask(
    in state: JourneyState, with sources: JSONObject = [:], at moment: JourneyMoment
  ) -> Call? {
    let position = position(of: state, with: sources, at: moment)
    guard position.needsTask, let task = position.phase.task else { return nil }
    return call(task, in: state, with: sources, at: moment, text: nil)
  }

  /// Returns the task that reads from the conversation of the current phase what its signal would have brought, if the
  /// conversation is over; `nil` if it is not.
  ///
  /// - Parameter messages: The number of messages of the other side so far.
  public func extraction(
    after messages: Int, in state: JourneyState, with sources: JSONObject = [:],
    at moment: JourneyMoment
  ) -> Call? {
    let conversation = position(of: state, with: sources, at: moment).phase.conversation
    guard let conversation, let task = conversation.extraction,
      messages >= conversation.ceiling ?? .max
    else { return nil }
    return call(task, in: state, with: sources, at: moment, text: nil)
  }

  /// Returns the task whose text the person reads first in the current phase; `nil` for none.
  public func greeting(
    in state: JourneyState, with sources: JSONObject = [:], at moment: JourneyMoment
  ) -> Call? {
    position(of: state, with: sources, at: moment).phase.greeting
      .map { call($0, in: state, with: sources, at: moment, text: nil) }
  }

  private func call(
    _ task: JourneyTask, in state: JourneyState, with sources: JSONObject, at moment: JourneyMoment,
    text: String?
  ) -> Call {
    let scope = JourneyScope(facts: known(state, sources), moment: moment, text: text)
    return Call(task: task, inputs: scope.object(of: task.inputs), text: text)
  }

  /// Returns the state after a task brought a value.
  public func state(
    after call: Call, value: JSONValue, in state: JourneyState, with sources: JSONObject = [:],
    at moment: JourneyMoment
  ) throws(JourneyError) -> JourneyState {
    try check(state)
    let scope = JourneyScope(
      facts: known(state, sources), moment: moment, text: call.text, value: value)
    return try changed(state, scope.object(of: call.task.set), with: sources, at: moment)
  }

  /// Returns the inputs of the conversation of the current phase by name.
  public func conversationInputs(
    in state: JourneyState, with sources: JSONObject = [:], at moment: JourneyMoment
  ) -> JSONObject {
    let phase = position(of: state, with: sources, at: moment).phase
    let scope = JourneyScope(facts: known(state, sources), moment: moment)
    return scope.object(of: phase.conversation?.inputs ?? [])
  }

  // MARK: Checks

  private func check(_ state: JourneyState) throws(JourneyError) {
    guard state.journey == name else {
      throw JourneyError(
        .otherJourney, "the state belongs to the journey '\(state.journey)', not to '\(name)'",
        advice: "use its own journey")
    }
  }

  private func action(
    _ name: String, at position: JourneyPosition, text: String?
  ) throws(JourneyError) -> JourneyAction {
    let offered =
      position.actions.map { ($0.name, $0) }
      + position.reminders.flatMap { reminder in
        reminder.actions.map { ("\(reminder.name).\($0.name)", $0) }
      }
    guard let action = offered.first(where: { $0.0 == name })?.1 else {
      let names = offered.map { "'\($0.0)'" }.joined(separator: ", ")
      throw JourneyError(
        .noAction, "the phase '\(position.phase.name)' has no action '\(name)' now",
        advice: names.isEmpty ? "there is none" : "there is \(names)")
    }
    guard !action.takesText || (text ?? "").contains(where: { !$0.isWhitespace }) else {
      throw JourneyError(
        .invalidField, "the action '\(name)' takes a text", advice: "say what is wanted")
    }
    return action
  }

  /// Returns the facts that a form sets, after checking every field.
  private func filled(
    _ values: JSONObject, at position: JourneyPosition
  ) throws(JourneyError) -> JSONObject {
    let known = position.fields.map(\.field.fact)
    if let other = values.keys.first(where: { !known.contains($0) }) {
      throw JourneyError(
        .noField, "the phase '\(position.phase.name)' has no field '\(other)'",
        advice: known.isEmpty ? "it has no form" : "it has \(known.joined(separator: ", "))")
    }
    var changes: JSONObject = [:]
    for field in position.fields {
      let value = values[field.field.fact]
      if let problem = field.problem(with: value) {
        throw JourneyError(
          .invalidField, "'\(field.field.fact)' \(problem.words)", advice: problem.advice)
      }
      if let value, value.isFilled { changes[field.field.fact] = value }
    }
    return changes
  }

  /// Returns the state with changed facts, after the facts that the phase which is then reached sets.
  private func changed(
    _ state: JourneyState, _ changes: JSONObject, with sources: JSONObject,
    at moment: JourneyMoment
  ) throws(JourneyError) -> JourneyState {
    var changed = state
    for (name, value) in changes {
      guard let type = facts[name] else {
        throw JourneyError(
          .invalidFact, "the journey has no fact '\(name)'",
          advice: facts.keys.sorted().hint(for: name) ?? "see its file")
      }
      guard value == .null || type.accepts(value) else {
        throw JourneyError(
          .invalidFact, "the fact '\(name)' is a \(type.rawValue), not a \(value.typeName)",
          advice: "give it a \(type.rawValue)")
      }
      changed.facts[name] = value == .null ? nil : value
    }
    var phase = position(of: state, with: sources, at: moment).phase.name
    // What a phase sets when it is entered may complete it.
    for _ in phases {
      let reached = position(of: changed, with: sources, at: moment).phase
      guard reached.name != phase else { break }
      phase = reached.name
      let entered = JourneyScope(facts: known(changed, sources), moment: moment)
        .object(of: reached.enters)
      for (name, value) in entered where facts[name]?.accepts(value) ?? false {
        changed.facts[name] = value
      }
    }
    guard changed.facts != state.facts else { return state }
    changed.currentPhase = phase
    changed.updatedAt = max(moment.now, min(state.updatedAt.nextUp, JourneyState.latest))
    return changed
  }
}

extension JourneyPosition.Field {
  /// Returns what is wrong with a value, and what to do; `nil` if it is fine.
  fileprivate func problem(with value: JSONValue?) -> (words: String, advice: String)? {
    guard let value, value.isFilled else {
      return field.isRequired ? ("is missing", "fill it in") : nil
    }
    guard type.accepts(value) else {
      return ("is a \(value.typeName), not a \(type.rawValue)", "give it a \(type.rawValue)")
    }
    if let choices {
      let chosen = value.array?.compactMap(\.string) ?? [value.string].compactMap { $0 }
      let isKnown = chosen.allSatisfy { choices.contains($0) }
      guard isKnown, Set(chosen).count == chosen.count, value.array?.count ?? 1 == chosen.count
      else {
        return ("is not among what can be chosen", "choose from the list, each once")
      }
    }
    let count = value.array?.count ?? value.string?.count ?? 0
    if let maximum = field.maximum, count > maximum {
      return ("has \(count) \(value.array == nil ? "characters" : "choices")", "at most \(maximum)")
    }
    return nil
  }
}
