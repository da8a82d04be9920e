import Documents
import ReplyContracts
import SourceFiles

extension Journey {
  /// A mistake that no single key shows.
  struct Problem {
    var code: String
    var words: String
    var hint: String
  }

  /// What is wrong with the journey as a whole.
  var problems: [Problem] {
    var found: [Problem] = []
    if phases.isEmpty {
      found.append(Problem(code: "journey.phases", words: "there are no phases", hint: "add one"))
    }
    let names = phases.map(\.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      found.append(
        Problem(
          code: "journey.duplicate", words: "the phase '\(twice)' is there twice",
          hint: "give each its own name"))
    }
    let known = Set(facts.keys).union(sources.keys)
    for (place, name) in references where !known.contains(name) {
      found.append(
        Problem(
          code: "journey.fact", words: "\(place): there is no fact '\(name)'",
          hint: known.sorted().hint(for: name) ?? "declare it under 'facts'"))
    }
    for (place, name) in writes where facts[name] == nil {
      found.append(
        Problem(
          code: "journey.fact",
          words: sources[name] == nil
            ? "\(place): there is no fact '\(name)'" : "\(place): '\(name)' cannot be changed here",
          hint: facts.keys.sorted().hint(for: name) ?? "declare it under 'facts'"))
    }
    return found + namesTakenTwice + ends + wrongTypes + deadEnds
  }

  /// The names that `$` gives something else than a fact.
  private static let reserved: Set<String> = ["text", "id", "today", "now", "value", "payload"]

  private var namesTakenTwice: [Problem] {
    facts.keys.sorted().filter { Self.reserved.contains($0) || sources[$0] != nil }.map { name in
      Problem(
        code: "journey.fact",
        words: sources[name] == nil
          ? "a fact cannot be named '\(name)', which stands for something else in values"
          : "'\(name)' is a fact and a source",
        hint: "give the fact another name")
    }
  }

  private var ends: [Problem] {
    var found: [Problem] = []
    if let last = phases.last, last.until != nil {
      found.append(
        Problem(
          code: "journey.end",
          words: "the last phase '\(last.name)' has an 'until', and nothing comes after it",
          hint: "remove it, or add a phase"))
    }
    if let first = phases.first, !first.enters.isEmpty {
      found.append(
        Problem(
          code: "journey.enters", words: "nobody enters the first phase '\(first.name)'",
          hint: "remove 'enters'"))
    }
    return found
  }

  private var wrongTypes: [Problem] {
    literals.compactMap { place, name, value in
      guard let type = facts[name], value != .null, !type.accepts(value) else { return nil }
      return Problem(
        code: "journey.type",
        words: "\(place): '\(name)' is a \(type.rawValue), not a \(value.typeName)",
        hint: type == .flag ? "write true or false" : "give it a \(type.rawValue)")
    }
  }

  /// Phases that nothing in them can complete.
  private var deadEnds: [Problem] {
    phases.dropLast().filter { phase in
      guard phase.lasts == nil else { return false }
      guard let until = phase.until else { return true }
      return !until.canHold(settingOnly: Set(phase.writes))
    }.map { phase in
      Problem(
        code: "journey.dead-end",
        words: phase.until == nil
          ? "the phase '\(phase.name)' never ends: only the last one has no 'until' or 'while'"
          : "nothing in the phase '\(phase.name)' can complete it",
        hint: "let an action, a form, a task or a tag set a fact of its 'until'")
    }
  }

  /// The facts that are read, with where.
  private var references: [(place: String, name: String)] {
    phases.flatMap { phase in phase.reads.map { ("the phase '\(phase.name)'", $0) } }
      + reminders.flatMap { reminder in
        reminder.reads.map { ("the reminder '\(reminder.name)'", $0) }
      }
  }

  /// The values that are written in the file, with where and for which fact.
  private var literals: [(place: String, name: String, value: JSONValue)] {
    let inPhases = phases.flatMap { phase in
      (phase.tasks.flatMap(\.set) + phase.actions.flatMap(\.set) + phase.tags.flatMap(\.set)
        + phase.enters).map { (place: "the phase '\(phase.name)'", item: $0) }
    }
    let inReminders = reminders.flatMap { reminder in
      reminder.actions.flatMap(\.sets).map { (place: "the reminder '\(reminder.name)'", item: $0) }
    }
    return (inPhases + inReminders).compactMap { place, item in
      guard case .literal(let literal) = item.value else { return nil }
      return (place, item.name, literal)
    }
  }

  /// The facts that are set, with where.
  private var writes: [(place: String, name: String)] {
    phases.flatMap { phase in phase.writes.map { ("the phase '\(phase.name)'", $0) } }
      + reminders.flatMap { reminder in
        reminder.actions.flatMap(\.sets).map { ("the reminder '\(reminder.name)'", $0.name) }
      }
  }
}

extension JourneyPhase {
  fileprivate var reads: [String] {
    let own = [greeting, task, conversation?.extraction].compactMap { $0 }
    let conditions = [until, lasts].compactMap { $0 }
    let values = (conversation?.inputs ?? []) + tags.flatMap(\.set) + enters
    return conditions.flatMap(\.paths).compactMap(\.root) + own.flatMap(\.reads)
      + actions.flatMap(\.reads) + values.compactMap(\.value.fact)
      + form.compactMap { $0.among?.root } + [document, progress].compactMap { $0 }
  }

  fileprivate var writes: [String] {
    (tasks.flatMap(\.set) + actions.flatMap(\.set) + tags.flatMap(\.set) + enters).map(\.name)
      + form.map(\.fact) + [conversation?.session].compactMap { $0 }
  }
}

extension JourneyTask {
  /// The facts that it reads.
  fileprivate var reads: [String] {
    (unless?.paths ?? []).compactMap(\.root) + (inputs + set).compactMap(\.value.fact)
  }
}

extension JourneyAction {
  /// The facts that it reads.
  fileprivate var reads: [String] {
    [when, unless].compactMap { $0 }.flatMap(\.paths).compactMap(\.root)
      + set.compactMap(\.value.fact) + (task?.reads ?? [])
  }

  /// What it and its task set.
  fileprivate var sets: [(name: String, value: JourneyValue)] {
    self.set + (task?.set ?? [])
  }
}

extension JourneyValue {
  /// The fact that it is taken from; `nil` for anything else.
  fileprivate var fact: String? { if case .fact(let path) = self { path.root } else { nil } }
}

extension JourneyCondition {
  /// Returns whether it can come to hold if only some facts are set. What `not` demands may hold already.
  fileprivate func canHold(settingOnly facts: Set<String>) -> Bool {
    switch self {
    case .filled(let path), .oneOf(let path, _): path.root.map(facts.contains) ?? false
    case .all(let parts), .any(let parts): parts.contains { $0.canHold(settingOnly: facts) }
    case .not: true
    }
  }
}

extension JourneyReminder {
  /// The facts that it reads.
  fileprivate var reads: [String] {
    var names = when.paths.compactMap(\.root) + [start]
    if let snoozed { names.append(snoozed) }
    return names + actions.flatMap(\.reads)
  }
}
