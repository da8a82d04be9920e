import CoachDomains
import CoachEngine
import CoachModel
import CoachSignals
import CoachTranscripts
import Documents
import EvalGraders
import LanguageModels
import PromptTemplates
import ReplyContracts
import SourceFiles

extension RunConfiguration {
  /// The number of transcripts, and of profiles, above which they are recorded as a single fact.
  private static let maximumSubjects = 1000

  /// Records the facts of a plan: texts by their digests, settings as they are written.
  init(content: EvalContent, subjects: [EvalSubject], sides: [EvalRun.Side]) throws {
    self.init()
    let prompts = try JudgePrompts(workspace: content.library)
    generation["replay"] = content.suite.replay.rawValue
    if content.suite.pipeline == .turn {
      generation["pipeline"] = EvalPipeline.turn.rawValue
      generation["today"] = content.suite.today.description
    }
    generation["turns"] = content.suite.transcripts.turns.fact
    generation["parameters"] = Self.text(content.suite.generation.parametersNote)
    try addSides(of: content, sides: sides)
    addSubjects(of: content.suite, subjects: subjects)
    try addPeople(of: content, subjects: subjects)
    try addDomains(of: content, subjects: subjects)
    try addSimulatedPerson(of: content, prompts: prompts)
    try addGraders(content)
    try addPairs(of: content, subjects: subjects, prompts: prompts)
    addReferences(content)
    addExpectations(of: subjects)
  }

  private mutating func addSides(of content: EvalContent, sides: [EvalRun.Side]) throws {
    for (side, variant) in zip(sides, content.suite.comparison.variants) {
      generation["prompt of \(side.id)"] = "\(side.prompt) \(side.digest)"
      generation["model of \(side.id)"] = side.model
      if !side.parameters.isEmpty {
        generation["parameters of \(side.id)"] = Self.text(side.parameters)
      }
      let tools = try content.tools(of: variant)
      if !tools.isEmpty {
        let choice = content.suite.generation.toolChoice.map { ", \($0.word)" } ?? ""
        generation["tools of \(side.id)"] =
          "\(tools.map(\.name).joined(separator: ", ")) \(Self.digest(.array(tools.map(\.json))))\(choice)"
      }
      if let domain = variant.domain { generation["domain of \(side.id)"] = domain }
      if !variant.leftOut.isEmpty {
        generation["left out of \(side.id)"] = variant.leftOut.joined(separator: ", ")
      }
      if !variant.inputs.isEmpty {
        generation["inputs of \(side.id)"] = Self.text(variant.inputs)
      }
    }
  }

  private mutating func addSubjects(of suite: EvalSuite, subjects: [EvalSubject]) {
    guard subjects.count <= Self.maximumSubjects else {
      generation["transcripts"] = Self.sum(
        of: subjects.map { subject in
          "\(subject.transcript.id) \(subject.digest) \(suite.samples.count(for: subject.transcript))"
        })
      return
    }
    for subject in subjects {
      let id = subject.transcript.id
      generation["transcript \(id)"] = subject.digest.description
      let count = suite.samples.count(for: subject.transcript)
      if count > 1 { generation["samples of \(id)"] = String(count) }
    }
  }

  /// Adds the people's profiles, as prompts receive them.
  private mutating func addPeople(of content: EvalContent, subjects: [EvalSubject]) throws {
    guard content.suite.replay != .recorded else { return }
    // What a history leaves behind is part of its subject's digest.
    let ids = Set(subjects.filter { $0.history == nil }.map(\.transcript.person))
    let profiles = try ids.sorted().map { id in
      (id, Self.digest(Person.document.form.write(try content.person(id))))
    }
    guard profiles.count <= Self.maximumSubjects else {
      generation["profiles"] = Self.sum(of: profiles.map { "\($0) \($1)" })
      return
    }
    for (id, digest) in profiles { generation["profile \(id)"] = digest }
  }

  /// Adds the domains of conversations, and the list of all domains if a prompt lets the model choose among
  /// them.
  private mutating func addDomains(of content: EvalContent, subjects: [EvalSubject]) throws {
    let suite = content.suite
    guard suite.replay != .recorded else { return }
    var ids = Set(suite.comparison.variants.compactMap(\.domain))
    if suite.comparison.variants.contains(where: { $0.domain == nil }) {
      ids.formUnion(subjects.map(\.transcript.domain))
    }
    for domain in content.domains where ids.contains(domain.id) {
      generation["domain file \(domain.id)"] = Self.digest(domain.promptInput)
    }
    let offersAll = try suite.comparison.variants.contains { variant in
      try content.library.prompt(variant.prompt).inputNames.contains("domains")
    }
    guard offersAll, !content.domains.isEmpty else { return }
    let offered = content.domains.map { "\($0.id)\n\($0.name)\n\($0.description)" }
    generation["domains to choose from"] =
      "\(offered.count), \(ContentDigest(of: offered.joined(separator: "\n\n")).short)"
  }

  private mutating func addSimulatedPerson(of content: EvalContent, prompts: JudgePrompts) throws {
    guard let person = content.suite.generation.person else { return }
    let prompt = try prompts.prompt(person.prompt, or: JudgePrompts.person)
    generation["person"] = "\(content.shown(person.model)) \(prompt.digestedReference)"
    generation["person's coach messages"] = String(person.coachMessages)
    let parameters = person.parameters.json
    if !parameters.isEmpty { generation["person's parameters"] = Self.text(parameters) }
    guard let checker = person.checker else { return }
    let check = try prompts.prompt(nil, or: JudgePrompts.personCheck)
    generation["person's checker"] = "\(content.shown(checker)) \(check.digestedReference)"
  }

  private mutating func addGraders(_ content: EvalContent) throws {
    for use in content.suite.grading.graders {
      grading["grader \(use.id)"] = Self.text(use.settings)
      if !use.grader.models.isEmpty {
        // The caller may have replaced the model that the suite names.
        grading["models of \(use.id)"] = use.grader.models.map(content.shown).joined(
          separator: ", ")
      }
      let facts = try use.grader.facts(
        in: content.library, areTasks: content.suite.replay == .task)
      for (name, fact) in facts {
        grading["\(name) of \(use.id)"] = fact
      }
    }
  }

  private mutating func addPairs(
    of content: EvalContent, subjects: [EvalSubject], prompts: JudgePrompts
  ) throws {
    let used = Set(
      subjects.map { JudgePrompts.pair(isTask: $0.task != nil, knowsPast: $0.history != nil) })
    let references = try used.map { try prompts.prompt(nil, or: $0).digestedReference }.sorted()
      .joined(separator: ", ")
    for judge in content.suite.grading.pairwise {
      let models = judge.models.map(content.shown).joined(separator: ", ")
      let turns = judge.turns.map { ", turns \($0.fact)" } ?? ""
      grading["pairwise \(judge.id)"] =
        "\(models) \(references), rubric \(ContentDigest(of: judge.rubric).short)\(turns),"
        + " parameters \(Self.text(judge.parameters.json))"
    }
  }

  private mutating func addReferences(_ content: EvalContent) {
    grading["baseline"] = content.suite.comparison.baseline
    let written = content.subjects.filter { $0.persona == nil }
    for reference in content.suite.comparison.references {
      let chosen = written.filter { reference.filter.includes($0.transcript) }
      grading["reference \(reference.id)"] = Self.sum(
        of: chosen.map { "\($0.transcript.id) \($0.digest)" })
    }
  }

  private mutating func addExpectations(of subjects: [EvalSubject]) {
    let tasks = subjects.compactMap(\.task)
    guard !tasks.isEmpty else { return }
    grading["expectations of cases"] = Self.sum(
      of: tasks.map { task in
        let rules = JSONValue.array(task.expectations.map(\.source)).text(.canonical)
        return "\(task.id) \(rules) \(task.target ?? "")"
      })
  }

  private static func text(_ object: JSONObject) -> String {
    JSONValue.object(object).text(.canonical)
  }

  private static func digest(_ value: JSONValue) -> String {
    ContentDigest(of: value.text(.canonical)).short
  }

  /// Returns the number of items and a digest of all of them, in which their order does not matter.
  private static func sum(of items: [String]) -> String {
    "\(items.count), \(ContentDigest(of: items.sorted().joined(separator: "\n")).short)"
  }
}

extension EvalContent {
  /// Returns the model to which a name resolves, with its weights if they are known.
  fileprivate func shown(_ reference: ModelReference) -> String {
    models[reference]?.identity.fullName ?? reference.description
  }
}

extension EvalSubject {
  /// A digest of the messages and of what else determines the prompts.
  fileprivate var digest: ContentDigest {
    var value: JSONObject = [
      "messages": .array(
        transcript.messages.map { [.string($0.role.rawValue), .string($0.text)] }),
      "person": .string(transcript.person), "domain": .string(transcript.domain),
      "kind": .string(transcript.kind.rawValue),
      "ends": .bool(transcript.ending == .complete),
    ]
    if let persona {
      var card = persona.inputs
      card["opening"] = persona.opening.map { .string($0) }
      value["persona"] = .object(card)
    }
    if let task { value["inputs"] = .object(task.inputs) }
    if let record, let history {
      value["record"] = PersonRecord.document.form.write(record)
      value["today"] = .string(history.today.description)
    }
    return ContentDigest(of: JSONValue.object(value).text(.canonical))
  }
}
