import Documents
public import SourceFiles

/// A course that a person takes through a product, as data: phases, what completes each, and what happens in it.
///
/// The current phase is never stored. It follows from the facts, so that a person goes on where their data says they stopped,
/// whatever was interrupted.
///
/// ```swift
/// let trainer = try Journey(DiskFileSystem().read("Journeys/trainer.yaml"))
/// var state = JourneyState(journey: trainer.name, updatedAt: now)
/// print(trainer.position(of: state, at: moment).phase.name)   // welcome
/// state = try trainer.state(after: .action("begin"), in: state, at: moment)
/// ```
public struct Journey: Sendable {
  /// The name, which is that of its file.
  public let name: String
  /// What it is for.
  public let description: String
  /// The types of the facts that its state holds, by name.
  public let facts: [String: JourneyFact]
  /// What else it reads, by name, with what that is: given with each step, never stored.
  public let sources: [String: String]
  /// The phases in their order.
  public let phases: [JourneyPhase]
  /// The reminders.
  public let reminders: [JourneyReminder]
  /// The file, for findings about it.
  package let file: SourceFile

  /// Reads a journey from a YAML file.
  ///
  /// Throws ``SourceError`` with the location of the problem.
  public init(_ file: SourceFile) throws(SourceError) {
    self.file = file
    let root = try DocumentNode.parse(file)
    var map = try MappingReader(root, "a journey")
    let title = try map.required("journey")
    name = try title.string("'journey'")
    description = try map.string("description")
    var facts: [String: JourneyFact] = [:]
    if let node = map.optional("facts") {
      for entry in try MappingReader(node, "'facts'").entries {
        facts[entry.key] = try entry.value.choice(
          "the type of '\(entry.key)'", of: JourneyFact.self)
      }
    }
    self.facts = facts
    var sources: [String: String] = [:]
    if let node = map.optional("sources") {
      for entry in try MappingReader(node, "'sources'").entries {
        sources[entry.key] = try entry.value.string("the source '\(entry.key)'")
      }
    }
    self.sources = sources
    var phases: [JourneyPhase] = []
    for node in try map.required("phases").list("'phases'") {
      phases.append(try JourneyPhase(node))
    }
    self.phases = phases
    var reminders: [JourneyReminder] = []
    if let node = map.optional("reminders") {
      for entry in try MappingReader(node, "'reminders'").entries {
        reminders.append(try JourneyReminder(entry))
      }
    }
    self.reminders = reminders
    try map.finish()
    guard file.path.fileName == "\(name).yaml" else {
      throw title.error(
        "journey.name",
        "the journey '\(name)' does not match the file name '\(file.path.fileName)'",
        hint: "give both the same name")
    }
    if let problem = problems.first {
      throw root.error(problem.code, problem.words, hint: problem.hint)
    }
  }

  /// Returns a phase by its name; `nil` if there is none.
  public func phase(_ name: String) -> JourneyPhase? { phases.first { $0.name == name } }
}

extension Journey {
  /// The names of all prompts that the journey uses.
  public var promptNames: [String] {
    let inPhases = phases.flatMap { phase in
      let own = phase.tasks.map(\.prompt)
      guard case .prompt(let prompt)? = phase.conversation?.speaker else { return own }
      return own + [prompt]
    }
    return inPhases + reminders.flatMap(\.actions).compactMap { $0.task?.prompt }
  }
}

extension JourneyPhase {
  /// All tasks that run in the phase.
  package var tasks: [JourneyTask] {
    [greeting, task, conversation?.extraction].compactMap { $0 } + actions.compactMap(\.task)
  }
}
