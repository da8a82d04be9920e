import CoachDomains
import CoachEngine
import CoachModel
import CoachTranscripts
import Documents
package import EvalGraders
import LanguageModels
import PromptTemplates
import SourceFiles

/// Everything in a workspace on which the result of a suite depends, as named facts.
///
/// The facts are those by which runs are compared and resumed (``RunConfiguration``), and what a run does not record because
/// it does not change within one: what decides about the figures (gate, clusters, samples), the files of prepared replies,
/// the domains among which a turn chooses, and what lies beside the programs of graders. Two states of a workspace in which
/// a suite has equal facts give equal results, as far as its models do.
package struct SuiteDependencies: Sendable, Hashable {
  /// A fact, with the digests of the files of which it is made, as far as they are known by name.
  struct Fact: Sendable, Hashable {
    var value: String
    var files: [String: ContentDigest] = [:]
  }

  private(set) var facts: [String: Fact] = [:]

  /// Reads a suite with all that it refers to. No model is called, and none needs a key.
  ///
  /// Throws ``SourceError``, as a run would before its first call.
  package init(
    ofSuiteAt path: String, in workspace: EvalWorkspace,
    graders registry: GraderRegistry = .standard
  ) throws {
    let files = workspace.files
    let file = try files.read(path)
    let source = try SuiteFile(file, files: files)
    var suite = try EvalSuite(file, files: files, graders: registry)
    // The model may be named when the suite is run.
    suite.generation.model = suite.generation.model ?? .namedLater
    var models: [ModelReference: any LanguageModel] = [:]
    for reference in suite.modelReferences { models[reference] = PlaceholderModel(reference) }
    let content = try workspace.content(of: suite, models: models)
    let plan = try EvalPlan(content)
    addConfiguration(of: plan)
    try addPromptFiles(of: plan, files)
    addSettings(of: source)
    addSubjects(of: plan)
    try addRouting(of: content, in: workspace)
    try addPreparedReplies(of: suite, files)
    let folders = ([path] + source.included).map(\.parentFolder)
    addPrograms(of: suite, startedIn: folders, files)
    let baseline = RunBaseline.path(forSuiteAt: path)
    if let file = try? files.read(baseline) {
      add("baseline file", of: [file])
    }
  }

  private mutating func add(_ name: String, _ value: String) {
    facts[name] = Fact(value: value)
  }

  private mutating func add(_ name: String, of files: [SourceFile]) {
    let digests = files.reduce(into: [:]) { $0[$1.path] = ContentDigest(of: $1.bytes) }
    let text = digests.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.short)" }
    facts[name] = Fact(
      value: text.count == 1
        ? text[0] : "\(text.count) files, \(ContentDigest(ofParts: text).short)",
      files: digests)
  }

  private mutating func addConfiguration(of plan: EvalPlan) {
    let (generation, grading) = (plan.configuration.generation, plan.configuration.grading)
    let takesDomain = plan.suite.comparison.variants.contains { variant in
      (try? plan.content.library.prompt(variant.prompt))?.inputNames.contains("domain") ?? true
    }
    // A domain that no prompt takes reaches nothing.
    for name in generation.names where takesDomain || !name.hasPrefix("domain file ") {
      if let value = generation[name] { add(name, value) }
    }
    for name in grading.names {
      if let value = grading[name] { add(name, value) }
    }
  }

  /// Adds the files of each version's prompt, so that a change can be traced to a partial.
  private mutating func addPromptFiles(of plan: EvalPlan, _ files: any FileSystem) throws {
    let library = plan.content.library
    for variant in plan.suite.comparison.variants {
      let template = try library.template(variant.prompt)
      for path in library.files(of: template) {
        facts["prompt of \(variant.id)"]?.files[path] = ContentDigest(
          of: try files.read(path).bytes)
      }
    }
  }

  /// The keys of a suite that are other facts, or that change no result.
  private static let otherKeys: Set = [
    "include", "description", "transcripts", "cases", "replay", "pipeline", "today", "turns",
    "model", "parameters", "closing_max_tokens", "variants", "grid", "baseline", "references",
    "graders", "assertions", "pairwise", "person", "concurrency",
  ]

  private mutating func addSettings(of source: SuiteFile) {
    guard case .mapping(let entries) = source.node.content else { return }
    for entry in entries where !Self.otherKeys.contains(entry.key) {
      add("'\(entry.key)' of the suite", entry.value.json.text(.canonical))
    }
  }

  /// Adds what figures and graders take from transcripts besides their messages.
  private mutating func addSubjects(of plan: EvalPlan) {
    for subject in plan.subjects + plan.referenceSubjects.map(\.subject) {
      let transcript = subject.transcript
      let details = [
        subject.clusterName, transcript.language, transcript.title, transcript.quality.rawValue,
      ]
      add(
        "details of \(transcript.id)",
        ContentDigest(ofParts: details + transcript.tags.sorted()).short)
    }
  }

  /// Adds all domains, if a turn chooses among them by what the person writes.
  private mutating func addRouting(of content: EvalContent, in workspace: EvalWorkspace) throws {
    guard content.suite.pipeline == .turn, content.suite.replay != .recorded,
      let domains = workspace.domains
    else { return }
    let chooses = try content.suite.comparison.variants.contains { variant in
      try variant.domain == nil
        && content.configuration.route(of: variant.prompt).choosesDomain(
          promptInputs: content.library.prompt(variant.prompt).inputNames)
    }
    guard chooses else { return }
    let folder = domains.folder
    let names = try workspace.files.names(in: folder)
    let used = names.filter { $0.hasSuffix(".yaml") || $0.hasPrefix("_") }
    add("domains to route to", of: try used.map { try workspace.files.read("\(folder)/\($0)") })
  }

  private mutating func addPreparedReplies(
    of suite: EvalSuite, _ files: any FileSystem
  ) throws(SourceError) {
    for reference in suite.modelReferences where reference.isFile {
      add("replies of \(reference)", of: [try files.read(reference.model)])
    }
  }

  /// Adds the folders of graders' programs, since a script may import or read what lies beside it.
  ///
  /// In the folder of the suite itself, or one that contains it, which holds much else, it is the script alone, which is a
  /// fact of the grader.
  private mutating func addPrograms(
    of suite: EvalSuite, startedIn folders: [String], _ files: any FileSystem
  ) {
    for use in suite.grading.graders where use.settings["use"]?.string == "command" {
      let words = use.settings["run"]?.array?.compactMap(\.string) ?? []
      var found: [SourceFile] = []
      for folder in folders {
        for path in words.map({ $0.resolved(in: folder) }) where files.kind(of: path) == .file {
          let parent = path.parentFolder
          guard parent != ".", !folders.contains(where: { "\($0)/".hasPrefix("\(parent)/") })
          else { continue }
          found += Self.programFiles(in: parent, files).compactMap { try? files.read($0) }
        }
      }
      if !found.isEmpty { add("program folder of \(use.id)", of: found) }
    }
  }

  /// Folders that running a program fills, on this machine only: a state that is read from git has none of them.
  private static let caches: Set = ["__pycache__", "node_modules", "venv"]

  private static func programFiles(in folder: String, _ files: any FileSystem) -> [String] {
    let names = (try? files.names(in: folder)) ?? []
    return names.flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      switch files.kind(of: path) {
      case .file: return name.hasSuffix(".pyc") ? [] : [path]
      case .folder: return caches.contains(name) ? [] : programFiles(in: path, files)
      case nil: return []
      }
    }
  }
}

extension ModelReference {
  /// Stands for a model that is named when a suite is run.
  fileprivate static let namedLater = ModelReference(provider: "named-later")

  /// Whether replies come from a file.
  fileprivate var isFile: Bool {
    !model.isEmpty && ["replay", "replies", "scripted"].contains(provider)
  }
}

extension SuiteDependencies {
  /// A fact that differs between two states of a workspace.
  package struct Change: Sendable, Hashable, CustomStringConvertible {
    /// The name of the fact, such as `prompt of v2`.
    package var name: String
    /// The earlier value; `nil` if the fact is new.
    package var before: String?
    /// The later value; `nil` if the fact is gone.
    package var after: String?
    /// The files that differ, as far as the fact knows its files, sorted.
    package var files: [String]

    /// The name, with the files in parentheses.
    package var description: String {
      let place = files.isEmpty ? "" : " (\(files.joined(separator: ", ")))"
      let what = before == nil ? "\(name) is new" : after == nil ? "\(name) is gone" : name
      return what + place
    }
  }

  /// Returns what differs between an earlier state and this one, sorted by name: prompts first, since they are what most
  /// changes are about.
  package func changes(since earlier: SuiteDependencies) -> [Change] {
    let names = Set(facts.keys).union(earlier.facts.keys)
    let changed = names.filter { facts[$0]?.value != earlier.facts[$0]?.value }
    return changed.sorted { (Self.rank($0), $0) < (Self.rank($1), $1) }.map { name in
      let (before, after) = (earlier.facts[name], facts[name])
      let (old, new) = (before?.files ?? [:], after?.files ?? [:])
      return Change(
        name: name, before: before?.value, after: after?.value,
        files: Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted())
    }
  }

  private static func rank(_ name: String) -> Int { name.hasPrefix("prompt of ") ? 0 : 1 }
}
