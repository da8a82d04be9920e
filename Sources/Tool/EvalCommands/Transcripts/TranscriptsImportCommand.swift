import ArgumentParser
import CoachModel
import CoachTranscripts
import CommandLineSupport
import EvalStatistics
import PromptEvals
import PromptTemplates
import SourceFiles

struct TranscriptsImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Convert chat logs to transcripts.",
    discussion: """
      Reads JSON Lines with a chat or a message per line, tables with a message or an exchange per row, requests \
      and responses of OpenAI and Anthropic, stored completions and data sets of OpenAI Evals, traces of \
      Langfuse and of OpenAI's Agents SDK, runs and data sets of LangSmith, test tables and results of \
      promptfoo (CSV), logs of Inspect (JSON), conversations of ChatGPT, ChatML, the server's own log at the \
      level debug, and transcripts.

      Requests of one conversation that repeat earlier messages are joined, and so are consecutive messages of \
      one speaker. System messages and tool calls are left out, as are chats in which the coach says nothing. All \
      changes are listed. If only --coach is given, the other speaker of a chat is the person; if only \
      --person-name is given, the other speaker is the coach. If there is any problem, nothing is written, unless \
      --skip-broken leaves out the chats concerned.

      A configuration of promptfoo (promptfooconfig.yaml) becomes prompts, cases and a suite.

      The same chat always gets the same id, so importing twice changes nothing. Users that a log names \
      become clusters, named by digests of their ids. Logs contain personal data: use --anonymise, or run \
      'coachkit transcripts anonymise' before you pass them on.

      Examples:
        coachkit transcripts import chats.jsonl --out Evals/transcripts/logs
        coachkit transcripts import log.csv --out Evals/transcripts/logs --coach Bo \\
          --columns text=Message,speaker=From,conversation=Chat,order=Sent,cluster=Customer
        coachkit transcripts import request.json --out . --kind discovery --tag odd
        coachkit transcripts import traces.jsonl --out Evals/transcripts/logs --generation reply
        coachkit transcripts import tests.csv --out Evals/transcripts/tests --columns text=question
        coachkit transcripts import server.log --out Evals/transcripts/live --sample 50 --anonymise
        coachkit transcripts import promptfooconfig.yaml --out Evals/promptfoo
      """)

  @Argument(help: ArgumentHelp("The logs.", valueName: "file"))
  var files: [String]

  @Option(help: ArgumentHelp("The folder for the transcripts.", valueName: "dir"))
  var out: String

  @Option(
    help: ArgumentHelp(
      "auto, \(TranscriptFormat.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "format"))
  var format = "auto"

  @Option(
    help: ArgumentHelp(
      "The columns or fields for: "
        + FieldMapping.Role.allCases.map(\.rawValue).joined(separator: ", ")
        + ". Common names are guessed.", valueName: "text=…,speaker=…"))
  var columns: String?

  @Option(
    help: ArgumentHelp(
      "The name of a trace's generations that are the coach's replies.", valueName: "name"))
  var generation: String?

  @Option(help: ArgumentHelp("The coach's name in the log.", valueName: "name,…"))
  var coach: [String] = []

  @Option(help: ArgumentHelp("The person's name in the log.", valueName: "name,…"))
  var personName: [String] = []

  @Option(help: "The kind of the conversations: discovery or coaching.")
  var kind = ConversationKind.coaching.rawValue

  @Option(help: "The domain of all of them; by default the one in the log, or 'general'.")
  var domain: String?

  @Option(help: ArgumentHelp("The folder with the known domains.", valueName: "dir"))
  var domains = WorkspaceOptions.usualDomains

  @Option(help: "The language of all of them, as in 'en' or 'pt-BR'.")
  var language = "en"

  @Option(help: "A label for all of them; may be repeated.")
  var tag: [String] = []

  @Option(help: ArgumentHelp("The prefix of every id.", valueName: "prefix"))
  var idPrefix = ""

  @Option(
    help: ArgumentHelp("Import only this number of chats, chosen at random.", valueName: "number"))
  var sample: Int?

  @Option(help: ArgumentHelp("The seed of the random choice.", valueName: "number"))
  var seed: UInt64 = 1

  @Flag(help: "Replace names, addresses and numbers before anything is written.")
  var anonymise = false

  @Option(
    help: ArgumentHelp("With --anonymise: names to replace, one per line.", valueName: "file"))
  var names: String?

  @Option(
    help: ArgumentHelp("With --anonymise: words that are never replaced.", valueName: "word,…"))
  var keep: [String] = []

  @Flag(help: "Replace existing files that have other content.")
  var overwrite = false

  @Flag(help: "Leave out broken chats and import the rest.")
  var skipBroken = false

  func validate() throws {
    guard !files.isEmpty else { throw ValidationError("Name a file.") }
    guard TranscriptImporter.Options.isIDPrefix(idPrefix) else {
      throw ValidationError(
        "--id-prefix takes lowercase letters, digits, '-', '_' and '.', and begins with a letter or digit."
      )
    }
    let isBlank = { (text: String) in text.allSatisfy(\.isWhitespace) }
    guard !isBlank(out), !isBlank(domain ?? "x"), !isBlank(language), !tag.contains(where: isBlank)
    else {
      throw ValidationError("--out, --domain, --language and --tag must not be empty.")
    }
    guard LanguageTag.isWellFormed(language) else {
      throw ValidationError("--language cannot be '\(language)'; \(LanguageTag.hint)")
    }
    guard sample ?? 1 > 0 else {
      throw ValidationError("--sample is the number of chats to take, at least 1.")
    }
    guard anonymise || (names == nil && keep.isEmpty) else {
      throw ValidationError("--names and --keep belong to --anonymise.")
    }
    let both = Set(coach.separated).intersection(personName.separated)
    guard both.isEmpty else {
      throw ValidationError("'\(both.sorted()[0])' is either the coach or the person.")
    }
    _ = try options()
  }

  func run() throws {
    let disk = DiskFileSystem()
    if try importsConfigurations(disk) { return }
    try checkDomain()
    let importer = TranscriptImporter(try options())
    var imported: [ImportedFile] = []
    var unread: [Diagnostic] = []
    for path in files {
      do throws(SourceError) {
        imported.append(importer.read(try disk.read(path)))
      } catch {
        unread += error.diagnostics
      }
    }
    let all = imported.reduce(0) { $0 + $1.transcripts.count }
    if let sample {
      var random = SeededRandom(seed: seed)
      imported = imported.sampling(sample, using: &random)
    }
    let anonymised = try anonymised(imported, disk)
    let plan =
      anonymised.map { WritePlan($0.transcripts, folder: out, overwrite: overwrite, disk: disk) }
      ?? WritePlan(imported, folder: out, overwrite: overwrite, disk: disk)
    let problems = ImportProblems(
      diagnostics: unread + imported.flatMap(\.diagnostics) + plan.diagnostics)
    for line in problems.lines { Terminal.printError(line) }
    imported.forEach(describe)
    if let sample {
      Terminal.print("\(min(sample, all)) of \(Figures.counted(all, "chat")) chosen, seed \(seed)")
    }
    // An unreadable file is a mistake in the command, not a broken chat that could be skipped.
    guard unread.isEmpty, problems.errors == 0 || skipBroken else {
      throw CommandError(
        "nothing was written: \(Figures.counted(problems.errors, "problem"))",
        hint: hint(for: problems, isAllRead: unread.isEmpty, plan: plan))
    }
    try plan.write(to: out)
    try summarise(plan, files: imported)
    anonymised?.show(in: out, map: nil)
    try warn(of: plan)
  }

  /// Converts configurations of promptfoo; returns `false` if the files are others.
  private func importsConfigurations(_ disk: DiskFileSystem) throws -> Bool {
    let found = files.filter { path in
      (try? disk.read(path)).map(PromptfooConfiguration.isConfiguration) ?? false
    }
    guard !found.isEmpty else { return false }
    guard files.count == 1 else {
      throw CommandError(
        "\(found[0]) is a configuration of promptfoo, and there are other files",
        hint: "import it alone, into a folder of its own")
    }
    try PromptfooImport(path: found[0], out: out, overwrite: overwrite).run(disk)
    return true
  }

  private func anonymised(
    _ imported: [ImportedFile], _ disk: DiskFileSystem
  ) throws -> AnonymisedTranscripts? {
    guard anonymise else { return nil }
    var options = TranscriptAnonymiser.Options()
    options.names = try names.map { try TranscriptAnonymiser.names(in: disk.read($0)) } ?? []
    options.keep = keep.separated
    return TranscriptAnonymiser(options).anonymise(imported.flatMap(\.transcripts))
  }

  /// Warns of what a later command would stumble over.
  private func warn(of plan: WritePlan) throws {
    if plan.keptClusters > 0 {
      let count = Figures.counted(plan.keptClusters, "transcript")
      let isOne = plan.keptClusters == 1
      Terminal.printError(
        ("warning: \(count) \(isOne ? "exists" : "exist") with another cluster or none, which"
          + " \(isOne ? "was" : "were") kept; --overwrite replaces \(isOne ? "it" : "them")"
          + " (and what was rated): \(command("--overwrite"))")
          .printable.inked(.yellow))
    }
    let unsorted = plan.items.count {
      $0.action != .keep && $0.transcript.domain == Transcript.unsortedDomain
    }
    guard unsorted > 0, domain == nil, let known = try DomainNames.read(domains),
      !known.contains(Transcript.unsortedDomain)
    else { return }
    let verb = unsorted == 1 ? "has" : "have"
    Terminal.printError(
      ("warning: \(Figures.counted(unsorted, "transcript")) \(verb) the domain"
        + " '\(Transcript.unsortedDomain)', which is none of \(domains): suites of prompts that need"
        + " a domain refuse them\n  → name one: \(command("--domain", known.first ?? "NAME", "--overwrite"));"
        + " there are: \(known.joined(separator: ", "))").printable.inked(.yellow))
  }

  private func hint(for problems: ImportProblems, isAllRead: Bool, plan: WritePlan) -> String {
    guard isAllRead else { return "name files that can be read; of a folder, as in logs/*.jsonl" }
    if problems.hasManyStrangers, coach.isEmpty, personName.isEmpty {
      return
        "name the coach, and the only other speaker of a chat is the person: \(command("--coach", "NAME"))"
    }
    if plan.hasOnlyChanged, problems.errors == plan.diagnostics.count {
      return "take the new messages: \(command("--overwrite"))"
    }
    return plan.items.isEmpty
      ? "fix what is reported above"
      : "fix what is reported above, or leave out the chats concerned: \(command("--skip-broken"))"
  }

  private func checkDomain() throws {
    guard let domain, domain != Transcript.unsortedDomain else { return }
    guard let known = try DomainNames.read(domains) else {
      return Terminal.printError(DomainNames.note([domain], in: domains))
    }
    guard known.contains(domain) else {
      throw CommandError(
        "no domain '\(domain)' in \(domains)",
        hint: (known + [Transcript.unsortedDomain]).hint(for: domain) ?? "name one that is there")
    }
  }

  private func describe(_ file: ImportedFile) {
    let count = Figures.counted(file.transcripts.count, "chat")
    Terminal.print("\(file.path.inked(.bold)): \(file.seen); \(count)".printableInColour)
    for line in file.notes.lines { Terminal.print("  \(line)".printable.inked(.dim)) }
  }

  private func summarise(_ plan: WritePlan, files: [ImportedFile]) throws {
    let leftOut =
      files.reduce(0) { $0 + $1.brokenChats }
      + plan.diagnostics.count { $0.severity == .error }
    var parts = WritePlan.Action.allCases.compactMap { action -> String? in
      let count = plan.items.count { $0.action == action }
      return count == 0 ? nil : "\(count) \(action.words)"
    }
    if leftOut > 0 { parts.append("\(leftOut) left out") }
    guard !plan.items.isEmpty else {
      throw CommandError("no chat could be imported", hint: "fix what is reported above")
    }
    Terminal.print("\(out): \(parts.joined(separator: ", "))".printable)
    guard plan.items.contains(where: { $0.action != .keep }) else { return }
    let folder = EvalHint.quoted(out)
    Terminal.print("next: coachkit transcripts check \(folder)".inked(.dim))
    guard !anonymise else { return }
    Terminal.print(
      "      coachkit transcripts anonymise \(folder) --out \(EvalHint.quoted(out + "-clean"))"
        .inked(.dim))
  }

  /// Returns this command with more words, to be typed.
  private func command(_ words: String...) -> String {
    (["coachkit"] + CommandLine.arguments.dropFirst() + words).map(EvalHint.quoted)
      .joined(separator: " ")
  }

  private func options() throws -> TranscriptImporter.Options {
    var options = TranscriptImporter.Options()
    if format != "auto" {
      options.format = try choice(format, option: "--format", among: TranscriptFormat.allCases)
    }
    if let columns {
      do throws(SourceError) {
        options.columns = try FieldMapping(parsing: columns)
      } catch {
        let problem = error.diagnostics[0]
        throw ValidationError("\(problem.message); \(problem.hint ?? "")")
      }
    }
    options.generation = generation
    options.coachNames = coach.separated
    options.personNames = personName.separated
    options.kind = try ConversationKind(option: kind)
    options.domain = domain
    options.language = language
    options.tags = tag
    options.idPrefix = idPrefix
    return options
  }
}

extension ConversationKind {
  /// Reads the option `--kind`. Throws a `ValidationError` for what is not a name.
  init(option word: String) throws {
    guard let kind = ConversationKind(rawValue: word) else {
      throw ValidationError("--kind is a word such as coaching or trainer-intake, not '\(word)'.")
    }
    self = kind
  }
}

/// Returns the value for the word of an option. Throws a `ValidationError` that suggests others.
func choice<Value: RawRepresentable<String>>(
  _ word: String, option: String, among values: [Value]
) throws -> Value {
  if let value = values.first(where: { $0.rawValue == word }) { return value }
  let hint = values.map(\.rawValue).hint(for: word) ?? ""
  throw ValidationError("\(option) cannot be '\(word)'; \(hint)")
}

extension [String] {
  /// The words of an option that can be repeated or contain several words, separated by commas.
  var separated: [String] {
    flatMap { $0.split(separator: ",") }.map(\.trimmingWhitespace).filter { !$0.isEmpty }
  }
}
