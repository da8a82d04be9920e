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
    let names = phases.map(\.name) + reminders.map(\.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }),
      phases.count(where: { $0.name == twice }) > 1
    {
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
    return found + deadEnds
  }

  /// Phases that nothing in them can complete.
  private var deadEnds: [Problem] {
    phases.dropLast().filter { phase in
      guard phase.lasts == nil else { return false }
      guard let until = phase.until else { return true }
      let needed = Set(until.paths.compactMap(\.root))
      return needed.isDisjoint(with: phase.writes)
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
        (reminder.when.paths.compactMap(\.root) + [reminder.start]
          + [reminder.snoozed].compactMap { $0 }).map { ("the reminder '\(reminder.name)'", $0) }
      }
  }

  /// The facts that are set, with where.
  private var writes: [(place: String, name: String)] {
    phases.flatMap { phase in phase.writes.map { ("the phase '\(phase.name)'", $0) } }
      + reminders.flatMap { reminder in
        reminder.actions.flatMap(\.set).map { ("the reminder '\(reminder.name)'", $0.name) }
      }
  }
}

extension JourneyPhase {
  fileprivate var tasks: [JourneyTask] {
    [greeting, task, conversation?.extraction].compactMap { $0 } + actions.compactMap(\.task)
  }

  fileprivate var reads: [String] {
    let conditions =
      [until, lasts].compactMap { $0 } + actions.flatMap { [$0.when, $0.unless].compactMap { $0 } }
      + tasks.compactMap(\.unless)
    let values =
      tasks.flatMap { $0.inputs + $0.set } + (conversation?.inputs ?? []) + actions.flatMap(\.set)
      + tags.flatMap(\.set) + enters
    return conditions.flatMap(\.paths).compactMap(\.root)
      + values.compactMap { value in
        if case .fact(let path) = value.value { path.root } else { nil }
      } + form.compactMap { $0.among?.root } + [document, progress].compactMap { $0 }
  }

  fileprivate var writes: [String] {
    (tasks.flatMap(\.set) + actions.flatMap(\.set) + tags.flatMap(\.set) + enters).map(\.name)
      + form.map(\.fact) + [conversation?.session].compactMap { $0 }
  }
}
