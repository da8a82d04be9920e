public import Documents
import ReplyContracts

/// Where a person is in a journey, and what comes next.
public struct JourneyPosition: Sendable {
  /// A field to be filled in, with its choices.
  public struct Field: Sendable, Hashable {
    /// The field.
    public var field: JourneyField
    /// The type of what it sets.
    public var type: JourneyFact
    /// What can be chosen; `nil` for free text.
    public var choices: [String]?
    /// What is known already; `nil` for nothing.
    public var value: JSONValue?
  }

  /// A topic of a conversation.
  public struct Topic: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// How far it is: `open`, `partial` or `complete`.
    public var state: String
  }

  /// The current phase.
  public var phase: JourneyPhase
  /// Its position in the journey, from 0.
  public var index: Int
  /// What can be done in it.
  public var actions: [JourneyAction]
  /// The fields to be filled in.
  public var fields: [Field]
  /// Whether its task has yet to run.
  public var needsTask: Bool
  /// The document to review; `nil` for none.
  public var document: JSONValue?
  /// How far the topics of the conversation are, in their order.
  public var topics: [Topic]
  /// The reminders that are due.
  public var reminders: [JourneyReminder]
  /// Whether nothing is left to do: the last phase, without an end of its own, is reached.
  public var isComplete: Bool

  /// How far the topics are, from 0 to 1; `nil` without topics.
  public var progress: Double? {
    guard !topics.isEmpty else { return nil }
    let done = topics.reduce(0) { sum, topic in
      sum + (topic.state == "complete" ? 1 : topic.state == "partial" ? 0.5 : 0)
    }
    return done / Double(topics.count)
  }
}

extension Journey {
  /// Returns where a person is.
  ///
  /// - Parameter sources: The sources of the journey by name, such as the access record.
  public func position(
    of state: JourneyState, with sources: JSONObject = [:], at moment: JourneyMoment
  ) -> JourneyPosition {
    let facts = known(state, sources)
    let index = phases.firstIndex { $0.isOpen(for: facts) } ?? phases.count - 1
    let phase = phases[index]
    let fields = phase.form.map { field in
      JourneyPosition.Field(
        field: field, type: self.facts[field.fact] ?? .text,
        choices: field.among.map { $0.values(in: facts).compactMap(\.string) },
        value: facts[field.fact])
    }
    // What the task brought is of no use if nothing of it can be chosen.
    let lacksChoices = fields.contains { $0.field.isRequired && $0.choices?.isEmpty ?? false }
    return JourneyPosition(
      phase: phase, index: index, actions: phase.available(for: facts), fields: fields,
      needsTask: phase.task.map { !($0.unless?.holds(for: facts) ?? false) || lacksChoices }
        ?? false,
      document: phase.document.flatMap { facts[$0] },
      topics: (phase.progress.flatMap { facts[$0]?.object } ?? [:]).map { name, value in
        JourneyPosition.Topic(name: name, state: value.string ?? "open")
      },
      reminders: reminders.filter { ($0.due(for: facts) ?? .infinity) <= moment.now },
      isComplete: index == phases.count - 1 && phase.until == nil && phase.lasts == nil)
  }

  /// Returns the facts of a state together with the sources. A fact of another type than declared counts as missing, so that
  /// a damaged state leads back to where it is asked for.
  func known(_ state: JourneyState, _ sources: JSONObject) -> JSONValue {
    var facts: JSONObject = [:]
    for (name, value) in state.facts where self.facts[name]?.accepts(value) ?? false {
      facts[name] = value
    }
    for name in self.sources.keys { facts[name] = sources[name] }
    return .object(facts)
  }

  /// Returns the newer of two saved states of the same person.
  ///
  /// That is the one with the later ``JourneyState/updatedAt``; if these are equal, the one in the later phase. If the phases
  /// are equal, too, the canonical JSON texts decide, so that every comparison, in any order, has the same result.
  public func newer(
    of first: JourneyState, _ second: JourneyState, with sources: JSONObject = [:],
    at moment: JourneyMoment
  ) -> JourneyState {
    if first.updatedAt != second.updatedAt {
      return first.updatedAt > second.updatedAt ? first : second
    }
    let places = [first, second].map { position(of: $0, with: sources, at: moment).index }
    if places[0] != places[1] { return places[0] > places[1] ? first : second }
    return first.json.text(.canonical) > second.json.text(.canonical) ? first : second
  }
}
