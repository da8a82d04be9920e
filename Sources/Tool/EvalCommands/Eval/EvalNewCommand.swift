import ArgumentParser
import CommandLineSupport
import EvalGraders
import PromptEvals
import PromptTemplates
import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct EvalNewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a suite that compares versions of a prompt.",
    discussion: """
      On a terminal, the command asks for missing values; otherwise it uses the newest versions, the transcripts \
      of the workspace and the graders that need no options. In each conversation it chooses the messages for \
      which the versions send different requests. The file is ready to run, and its comments suggest what to \
      change. A suite for a task has cases instead of transcripts.

      Examples:
        coachkit eval new opening
        coachkit eval new opening --prompt discovery --versions v1,v2 --model local
        coachkit eval new tone --prompt coaching --transcripts Evals/transcripts/coaching --graders one-question,length
        coachkit eval new titles --prompt conversation-title --cases Evals/cases/conversation-title.yaml
      """)

  @Argument(help: ArgumentHelp("The suite's name.", valueName: "name"))
  var name: String

  @Option(help: ArgumentHelp("The prompt, without version.", valueName: "name"))
  var prompt: String?

  @Option(
    help: ArgumentHelp("The versions to compare, the baseline first.", valueName: "v1,v2"))
  var versions: String?

  @Option(help: ArgumentHelp("The folder of the transcripts.", valueName: "dir"))
  var transcripts: String?

  @Option(help: ArgumentHelp("The file with the cases of a task.", valueName: "file"))
  var cases: String?

  @Option(help: ArgumentHelp("The model to ask.", valueName: "model"))
  var model: String?

  @Option(help: ArgumentHelp("Kinds of graders; see 'coachkit eval graders'.", valueName: "kind,…"))
  var graders: String?

  @Option(help: ArgumentHelp("The question that the suite answers.", valueName: "text"))
  var question: String?

  @Option(help: ArgumentHelp("The file; Evals/suites/NAME.yaml by default.", valueName: "file"))
  var to: String?

  @OptionGroup var workspace: WorkspaceOptions

  func run() async throws {
    let path = to ?? "Evals/suites/\(name).yaml"
    let disk = DiskFileSystem()
    guard disk.kind(of: path) == nil else {
      throw CommandError(
        "\(path) is there already", hint: "edit it, or choose another name or --to")
    }
    let library = try workspace.promptLibrary()
    let ask = Questions()
    var template = SuiteTemplate(name: name)
    let prompt = try chosenPrompt(in: library, ask)
    template.variants = try chosenVersions(of: prompt, in: library, ask)
    let isTask = try !library.prompt(PromptReference(name: prompt)).placesHistory
    if isTask {
      template.cases = Self.relative(try chosenCases(for: prompt, ask), to: path.parentFolder)
    } else {
      let folder = try chosenTranscripts(for: prompt, ask)
      template.transcripts = Self.relative(folder, to: path.parentFolder)
    }
    template.model =
      try (model ?? ask.text("Which model? (provider:model, local, or empty for --model later)"))
      .map { Self.model($0, in: path.parentFolder) }
    template.graders = try chosenGraders(areOfTasks: isTask, ask).map { name in
      // One contract for all, or the version that demands less would look better.
      name == "contract"
        ? "{use: contract, prompt: \(template.variants.last ?? prompt)}"
        : try entry(of: name, in: template, at: path)
    }
    template.question =
      try question ?? ask.text("Which question does the suite answer? (may be empty)") ?? ""
    let suite = try self.suite(template, at: path)
    if !isTask { try await chooseTurns(for: suite, in: &template) }
    let text = template.text
    try OutputFile.write(text: path) { try $0(text) }
    Terminal.print("\("✓".inked(.green)) \(path)")
    let command = EvalHint.quoted(path)
    let named = template.model == nil ? " --model provider:model" : ""
    Terminal.print(
      """
      Next:
        coachkit eval check \(command)\(named)              # what would run, and at what cost
        coachkit eval run \(command)\(named) --limit 3      # try it on three \(isTask ? "cases" : "transcripts")
      """)
  }

  /// Returns the suite that is about to be written.
  private func suite(_ template: SuiteTemplate, at path: String) throws -> EvalSuite {
    do throws(SourceError) {
      return try EvalSuite(
        SourceFile(path: path, text: template.text), files: DiskFileSystem())
    } catch {
      // The file is not there, so its lines would say nothing.
      let problems = error.diagnostics.map(\.message).joined(separator: "; ")
      throw CommandError(
        "no suite can be written: \(problems)",
        hint: error.diagnostics.compactMap(\.hint).first ?? "choose other graders or versions")
    }
  }

  /// Returns a grader as an entry of a suite's list: its name or, if it needs an option that has no default, the example
  /// of its documentation.
  private func entry(of name: String, in template: SuiteTemplate, at path: String) throws
    -> String
  {
    func isComplete(_ entry: String) -> Bool {
      var probe = template
      probe.graders = [entry]
      return (try? suite(probe, at: path)) != nil
    }
    guard !isComplete(name), let kind = try GraderRegistry.standard.checked().kind(name) else {
      return name
    }
    let lines = kind.documentation.example.split(separator: "\n").map(String.init)
    let entry = ([String((lines.first ?? "").dropFirst(2))] + lines.dropFirst().map { "  \($0)" })
      .joined(separator: "\n")
    guard lines.first?.hasPrefix("- ") ?? false, isComplete(entry) else { return name }
    Terminal.print(
      "note: '\(name)' needs a choice of yours; the file has the example of its documentation"
        .inked(.yellow))
    return entry
  }

  /// So many requests are assembled at most to find out where the versions differ.
  private static let maximumRequests = 2_000

  /// Chooses the messages at which the versions send different requests.
  private func chooseTurns(for suite: EvalSuite, in template: inout SuiteTemplate) async throws {
    guard template.variants.count > 1 else { return }
    var setup = try EvalSetup.parse([])
    setup.workspace = workspace
    do {
      let plan = try setup.plan(ofRequestsOf: suite)
      let turns = try await SuiteTurns(of: plan, maximumRequests: Self.maximumRequests)
      guard let turns else {
        throw CommandError(
          "\(template.variants.joined(separator: " and ")) send the same requests at every message of"
            + " these transcripts: there is nothing to compare",
          hint:
            "'coachkit prompts diff \(template.variants.prefix(2).joined(separator: " "))' shows"
            + " where they differ; or choose other versions or transcripts")
      }
      template.turns = turns.text
      template.turnsNote = turns.note
    } catch let error as SourceError {
      let problem = error.diagnostics.first?.message ?? ""
      Terminal.printError(
        "note: where the versions differ is not known, since their prompts cannot be assembled: \(problem)"
          .inked(.yellow))
    }
  }

  private func chosenPrompt(in library: PromptLibrary, _ ask: Questions) throws -> String {
    let names = library.templates.map(\.name).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    guard !names.isEmpty else {
      throw CommandError(
        "there are no prompts in \(workspace.prompts)", hint: "name their folder with --prompts")
    }
    let known = names.contains("discovery") ? "discovery" : names[0]
    let name = try prompt ?? ask.text("Which prompt? [\(known)]") ?? known
    _ = try library.template(PromptReference(name: name))
    return name
  }

  private func chosenVersions(
    of prompt: String, in library: PromptLibrary, _ ask: Questions
  ) throws -> [String] {
    let known = library.versions(of: prompt).compactMap(\.version)
    let usual = known.suffix(2).joined(separator: ",")
    let answer =
      try versions
      ?? ask.text(
        "Which versions, the baseline first? (\(known.joined(separator: ", "))) [\(usual)]")
      ?? usual
    let chosen = [answer].separated
    guard !chosen.isEmpty else {
      throw CommandError(
        "no version of '\(prompt)' is named", hint: "name one, as in --versions v1,v2")
    }
    let references = try chosen.map { version in
      try library.template(PromptReference(name: prompt, version: version)).reference
    }
    for (index, reference) in references.enumerated()
    where references[..<index].contains(reference) {
      throw CommandError(
        "'\(reference)' is named twice: there is nothing to compare",
        hint: "name two versions, as in --versions \(known.suffix(2).joined(separator: ","))")
    }
    return references
  }

  private func chosenCases(for prompt: String, _ ask: Questions) throws -> String {
    guard transcripts == nil else {
      throw CommandError(
        "'\(prompt)' is a task, which has cases and no transcripts",
        hint: "name their file with --cases")
    }
    let disk = DiskFileSystem()
    let usual = "Evals/cases/\(prompt).yaml"
    let known = disk.kind(of: usual) == .file ? usual : nil
    let question = "Where are the cases?" + (known.map { " [\($0)]" } ?? "")
    let file = try cases ?? ask.text(question) ?? known ?? usual
    guard disk.kind(of: file) == .file else {
      throw CommandError(
        "there is no file of cases '\(file)'",
        hint: """
          write one, with cases such as
            - {id: first, inputs: {…}, expect: [{words: text, maximum: 20}]}
          'coachkit task show \(prompt)' lists the inputs; or name another file with --cases
          """)
    }
    return file
  }

  private func chosenTranscripts(for prompt: String, _ ask: Questions) throws -> String {
    guard cases == nil else {
      throw CommandError(
        "'\(prompt)' is a conversation, which has transcripts and no cases",
        hint: "name their folder with --transcripts")
    }
    let disk = DiskFileSystem()
    let usual = ["Evals/transcripts/\(prompt)", "Evals/transcripts/coaching", "Evals/transcripts"]
      .first { disk.kind(of: $0) == .folder }
    let question = "Where are the transcripts?" + (usual.map { " [\($0)]" } ?? "")
    guard let folder = try transcripts ?? ask.text(question) ?? usual else {
      throw CommandError(
        "there are no transcripts in Evals/transcripts",
        hint: "name their folder with --transcripts; 'coachkit transcripts import' reads chat logs")
    }
    guard disk.kind(of: folder) != nil else {
      throw CommandError(
        "there is no folder '\(folder)'", hint: "name the folder of the transcripts")
    }
    return folder
  }

  private func chosenGraders(areOfTasks: Bool, _ ask: Questions) throws -> [String] {
    let registry = try GraderRegistry.standard.checked()
    let usual =
      areOfTasks
      ? ["contract", "expected"]
      : ["one-question", "no-advice", "forbidden.clinical", "forbidden.affirmation"]
    let answer =
      try graders
      ?? ask.text(
        "Which graders? ('coachkit eval graders' lists them) [\(usual.joined(separator: ","))]")
    let chosen = answer.map { [$0].separated } ?? usual
    for name in chosen {
      guard let kind = registry.kind(name) else {
        throw CommandError(
          "there is no grader '\(name)'",
          hint: registry.names.hint(for: name) ?? "run 'coachkit eval graders'")
      }
      let required = kind.documentation.options.filter(\.isRequired).map(\.name)
      guard required.isEmpty else {
        throw CommandError(
          "the grader '\(name)' needs \(required.joined(separator: " and "))",
          hint:
            "leave it out here, and add it to the file: 'coachkit eval graders \(name)' shows how")
      }
    }
    return chosen
  }

  /// Returns a model as a suite in a folder names it: files are relative to the suite.
  private static func model(_ name: String, in folder: String) -> String {
    let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, ["scripted", "replay", "replies"].contains(parts[0]) else {
      return name
    }
    return "\(parts[0]):\(relative(parts[1], to: folder))"
  }

  /// Returns a path relative to a folder; an absolute path stays as it is.
  static func relative(_ path: String, to folder: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    guard !folder.hasPrefix("/") else {
      return path.resolved(in: FileManager.default.currentDirectoryPath)
    }
    let parts = { (text: String) in text.split(separator: "/").filter { $0 != "." }.map(String.init)
    }
    let (own, other) = (parts(path), parts(folder))
    let shared = zip(own, other).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: other.count - shared)
    return (up + own.dropFirst(shared)).joined(separator: "/")
  }
}
