import ArgumentParser
import CoachEngine
import CommandLineSupport
import Documents
import PromptTemplates
import SourceFiles

struct PromptsDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two versions of a prompt, word by word.",
    discussion: """
      Both versions are rendered in many situations: for each example person, at the opening and at each message of a \
      conversation, with each domain, and with each input that only the engine sets. A change is shown once, with the \
      situations in which it occurs. The header states the difference in tokens, and the byte from which a provider's \
      cache no longer applies. --person, --domain and --set apply to all situations; if --set sets message_number, \
      phase, opening or closing, only that situation is compared. Without --inputs, inputs are read from \
      Evals/inputs/NAME.yaml. --source compares the files.

      --against compares the version in the folder with the same version at a commit in git. A version that did not \
      exist then is compared with the newest of that time. Without a prompt's name, all prompts are compared that have \
      changed themselves or through a partial.

      Exit codes: 0 if the versions could be compared; with --exit-code, 2 if a rendering or a setting differs; 1 if a \
      file or the commit cannot be read; 64 for wrong usage.

      Examples:
        coachkit prompts diff discovery@v1 discovery@v2
        coachkit prompts diff discovery@v1 discovery@v2 --person ines --context 2
        coachkit prompts diff discovery@v3 discovery@v4 --set phase=insight
        coachkit prompts diff coaching@v5 coaching@v6 --conversation Evals/transcripts/coaching/coaching-ines-dinner-with-rui.yaml
        coachkit prompts diff discovery@v4 --against main
        coachkit prompts diff --against origin/main --format markdown
        coachkit prompts diff discovery@v1 discovery@v2 --source
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, markdown, json
  }

  @Argument(help: "The first version, as name@version or name@label.")
  var before: String?

  @Argument(help: "The second version.")
  var after: String?

  @Option(
    help: ArgumentHelp(
      "The branch, tag or commit in git to compare the folder with.", valueName: "commit"))
  var against: String?

  @OptionGroup var data: PromptDataOptions

  @Option(
    help: ArgumentHelp(
      "The conversation whose coach messages are rendered: a transcript, or a list of messages.",
      valueName: "file"))
  var conversation: String?

  @Flag(help: "Compare the files instead of the rendered prompts.")
  var source = false

  @Option(help: ArgumentHelp("Lines to show around a change.", valueName: "n"))
  var context = 1

  @Option(help: "How to print: text, markdown (for a pull request), or json.")
  var format: Format?

  @Flag(help: "The same as --format json.")
  var json = false

  @Flag(help: "End with exit code 2 if a rendering or a setting differs.")
  var exitCode = false

  @OptionGroup var workspace: WorkspaceOptions

  private var output: Format { format ?? (json ? .json : .text) }

  func validate() throws {
    guard (0...1_000).contains(context) else {
      throw ValidationError("--context must be a number from 0 to 1000.")
    }
    guard !json || format == nil || format == .json else {
      throw ValidationError("--json and --format name two formats: give one of them.")
    }
    guard !source || output == .text else {
      throw ValidationError("--json and --format are for rendered text only.")
    }
    if against == nil, after == nil {
      throw ValidationError("Name two versions, or one with --against and a commit.")
    }
    if against != nil, after != nil {
      throw ValidationError("--against compares a version with itself at a commit: name one.")
    }
    guard !source || before != nil else { throw ValidationError("--source needs a prompt's name.") }
  }

  func run() throws {
    // A change to a released prompt is an error elsewhere; what it changes is what this command shows.
    let library = try workspace.promptLibrary().ignoringLockedChanges
    if let against {
      let files = try GitRevision(against, of: workspace.prompts)
      let earlier = try PromptLibrary(folder: workspace.prompts, files: files)
        .ignoringLockedChanges
      guard let before else { return try compareAll(since: earlier, at: against, to: library) }
      let after = try PromptReference(argument: before)
      let pair = try versions(of: after, since: earlier, to: library)
      return try compare([pair.0, pair.1], names: names(pair, commit: against))
    }
    let versions = try [before, after].compactMap { $0 }.map {
      CourseComparison.Version(try PromptReference(argument: $0), in: library)
    }
    try compare(versions, names: versions.map { try $0.library.template($0.reference).reference })
  }

  // MARK: Comparing

  private func compare(_ versions: [CourseComparison.Version], names: [String]) throws {
    guard !source else { return try compareSources(of: versions) }
    let view = try view(of: versions, names: names)
    switch output {
    case .text: Terminal.print(view.text)
    case .markdown: Terminal.print(view.markdown)
    case .json: Terminal.print(view.json.printed(.indented(2)))
    }
    if exitCode, view.isDifferent { throw ExitCode.found }
  }

  private func view(of versions: [CourseComparison.Version], names: [String]) throws
    -> ComparisonView
  {
    let templates = try versions.map { try $0.library.template($0.reference) }
    let inputs = try versions.flatMap { try $0.library.prompt($0.reference).inputNames }
    var course = try data.courseData(
      for: templates[1].name, taking: Set(inputs), in: workspace)
    course.conversation = try conversation.map { try ConversationFile($0).messages }
    let comparison = try CourseComparison(from: versions[0], to: versions[1], data: course)
    if let person = data.person {
      for prompt in Set(comparison.ignoresPeople).sorted() {
        PromptDataOptions.noteIgnoredPerson(person, by: prompt)
      }
    }
    return ComparisonView(
      before: names[0], after: names[1], comparison: comparison,
      sources: SourceComparison(
        from: templates[0], in: versions[0].library, to: templates[1], in: versions[1].library),
      context: context)
  }

  private func compareSources(of versions: [CourseComparison.Version]) throws {
    let templates = try versions.map { try $0.library.template($0.reference) }
    let texts = templates.map { String(decoding: $0.file.bytes, as: UTF8.self) }
    let difference = TextDifference(from: texts[0], to: texts[1])
    Terminal.print("\(templates[0].file.path) → \(templates[1].file.path)".inked(.bold) + "\n")
    Terminal.print(
      difference.isEmpty
        ? "the files are the same" : difference.shown(context: context).joined(separator: "\n"))
    if exitCode, !difference.isEmpty { throw ExitCode.found }
  }

  // MARK: Against a commit

  private typealias Pair = (CourseComparison.Version, CourseComparison.Version)

  /// Returns a version as it was and as it is. One that did not exist is paired with the newest version that did.
  private func versions(
    of reference: PromptReference, since earlier: PromptLibrary, to library: PromptLibrary
  ) throws -> Pair {
    let template = try library.template(reference)
    let now = PromptReference(name: template.name, version: template.version)
    // What a label stood for then may be another version.
    let isLabel = reference.version != nil && reference.version != template.version
    var then = isLabel ? reference : now
    let known = earlier.versions(of: template.name)
    let isKnown = isLabel || known.contains { $0.version == template.version }
    if !isKnown, let newest = known.last {
      then = PromptReference(name: newest.name, version: newest.version)
    }
    return (
      CourseComparison.Version(then, in: earlier), CourseComparison.Version(now, in: library)
    )
  }

  private func names(_ pair: Pair, commit: String) throws -> [String] {
    [
      try pair.0.library.template(pair.0.reference).reference + " (\(commit))",
      try pair.1.library.template(pair.1.reference).reference,
    ]
  }

  private func compareAll(
    since earlier: PromptLibrary, at commit: String, to library: PromptLibrary
  ) throws {
    let known = Dictionary(
      earlier.templates.map { ($0.reference, earlier.digest(of: $0)) }, uniquingKeysWith: { $1 })
    let changed = library.templates.filter { known[$0.reference] != library.digest(of: $0) }
    let kept = Set(library.templates.map(\.reference))
    var notes = earlier.templates.map(\.reference).filter { !kept.contains($0) }.map {
      "\($0) is gone since \(commit)"
    }
    var views: [ComparisonView] = []
    var failures: [Diagnostic] = []
    for template in changed {
      guard !earlier.versions(of: template.name).isEmpty else {
        notes.append(
          "\(template.reference) is new since \(commit), and there is nothing to compare it with")
        continue
      }
      do {
        let reference = PromptReference(name: template.name, version: template.version)
        let pair = try versions(of: reference, since: earlier, to: library)
        views.append(try view(of: [pair.0, pair.1], names: names(pair, commit: commit)))
      } catch let error as SourceError {
        failures += error.diagnostics.filter { !failures.contains($0) }
      }
    }
    // A file that cannot be read is not among the templates.
    failures += library.diagnostics.filter {
      $0.severity == .error && $0.code != "lock.changed" && !failures.contains($0)
    }
    if views.isEmpty, notes.isEmpty { notes = ["no prompt has changed since \(commit)"] }
    switch output {
    case .text:
      Terminal.print((views.map(\.text) + notes).joined(separator: "\n\n"))
    case .markdown:
      Terminal.print((views.map(\.markdown) + notes).joined(separator: "\n\n"))
    case .json:
      let object: JSONObject = [
        "against": .string(commit), "comparisons": .array(views.map(\.json)),
        "notes": .array(notes.map { .string($0) }),
      ]
      Terminal.print(JSONValue.object(object).printed(.indented(2)))
    }
    if let error = SourceError(failures) { throw error }
    if exitCode, views.contains(where: \.isDifferent) { throw ExitCode.found }
  }
}
