import ArgumentParser
import CoachEngine
import CoachModel
import CoachSafety
import CommandLineSupport
import Documents
import SafetyRules
import SourceFiles

struct ScreenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screen",
    abstract:
      "Run the crisis screen on a message, and show its verdict, the reasons, and the resources that are offered.",
    discussion: """
      The screen is local. With --conversation, earlier messages count too; without a message, every message \
      of the person is screened in turn. Signs that are cancelled by cues such as negation, the past or a joke \
      are shown with a strength of 0. With --embeddings, the meaning of a single message counts too.

      The verdict is crisis (the person is shown help), concern (a model gives a second opinion, and the coach asks \
      about it), calm, or not_read (the message is in a language that the screen does not read).

      Without --region, an international directory replaces the national numbers.

      The exit code is 2 if a message is a crisis, 0 otherwise.

      Examples:
        coachkit screen "everyone would be better off without me" --region GB
        coachkit screen "it would be easier for everyone" --conversation talk.yaml
        coachkit screen --conversation talk.yaml --json
        coachkit screen "I have decided, and I feel light" --embeddings local-embeddings
      """)

  @Argument(help: "The person's message.")
  var message: String?

  @Option(
    help: ArgumentHelp(
      "The earlier messages: a transcript, or a list of messages (YAML or JSON).",
      valueName: "file"))
  var conversation: String?

  @Option(
    help: ArgumentHelp("The person's country (ISO 3166), such as US or ES.", valueName: "country"))
  var region: String?

  @Option(
    help: ArgumentHelp(
      "The language of the person and of the help's notes (BCP 47).", valueName: "tag"))
  var language = "en"

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var meaning: EmbeddingOptions

  func validate() throws {
    guard message != nil || conversation != nil else {
      throw ValidationError("Give a message, or a conversation with --conversation.")
    }
    guard message != nil || meaning.embeddings == nil else {
      throw ValidationError("--embeddings is for one message: give it before the options.")
    }
    try message?.refuseBlank()
    if let region, !(region.utf8.count == 2 && region.allSatisfy { $0.isASCII && $0.isLetter }) {
      throw ValidationError("'\(region)' is not a country code: write two letters, such as DE.")
    }
  }

  func run() async throws {
    let said = try conversation.map { path throws(SourceError) in
      try ConversationFile(path).messages
    }
    let screen = CrisisScreen.builtIn
    guard let message else { return try follow(said ?? [], with: screen) }
    let report = screen.examine(
      message, history: said ?? [], language: language,
      embedding: try await meaning.embedding(of: message))
    if json {
      Terminal.print(object(report).printed(.indented(2)))
    } else {
      Terminal.print(report.lines.joined(separator: "\n"))
      if let assessment = report.assessment {
        let table = ResourceTable.builtIn
        Terminal.print("\nhelp that the reply names:")
        let help = resources(for: assessment, from: table)
        for line in help {
          let links = line.links.map(\.url).joined(separator: " ")
          Terminal.print("  \(line.name): \(line.contact)  \(links.inked(.dim))")
        }
        if help.isEmpty {
          Terminal.print(
            region.map {
              "  no number: the table has none for \($0), only for \(table.regions.joined(separator: ", "))"
            }
              ?? "  no number: the region is not known (--region)")
          let instead = MessageCatalog.builtIn.text(.crisisNoResources, in: language)
          for line in instead.split(separator: "\n") { Terminal.print("  instead: \(line)") }
        }
      }
    }
    if report.assessment != nil { throw ExitCode.found }
  }

  private func resources(
    for assessment: SafetyAssessment, from table: ResourceTable
  ) -> [CrisisResource] {
    table.resources(for: region, categories: assessment.categories, language: language)
  }

  private func object(_ report: ScreeningReport) -> JSONValue {
    guard case .object(var object) = report.json, let assessment = report.assessment else {
      return report.json
    }
    object["resources"] = .array(
      resources(for: assessment, from: .builtIn).map(CrisisResource.members.form.write))
    return .object(object)
  }

  private func follow(_ messages: [Message], with screen: CrisisScreen) throws {
    var reports: [(number: Int, report: ScreeningReport)] = []
    for (place, message) in messages.enumerated() where message.role == .user {
      let report = screen.examine(
        message.text, history: Array(messages[..<place]), language: language, embedding: nil)
      reports.append((place + 1, report))
    }
    guard !reports.isEmpty else {
      throw CommandError(
        "this conversation has no messages of the person", hint: "name another file")
    }
    if json {
      Terminal.print(JSONValue.array(reports.map { object($0.report) }).printed(.indented(2)))
    } else {
      var table = TextTable([
        ("message", .right), ("signs", .right), ("earlier", .right), ("verdict", .left),
        ("concepts", .left),
      ])
      for (number, report) in reports {
        table.add([
          "\(number)", report.weight.plain, report.carriedWeight.plain, report.decision,
          report.signs.map { "\($0.concept) \($0.strength.plain)" }.joined(separator: ", "),
        ])
      }
      Terminal.print(table.lines.joined(separator: "\n"))
    }
    if reports.contains(where: { $0.report.assessment != nil }) { throw ExitCode.found }
  }
}

extension ScreeningReport {
  /// The decision in one or two words; empty for a calm message.
  fileprivate var decision: String {
    guard let assessment else { return verdict == .calm ? "" : verdict.rawValue }
    return assessment.isFollowUp ? "follow-up" : assessment.severity.rawValue
  }

  private var verdictLine: String {
    switch verdict {
    case .crisis, .calm: "calm".inked(.green)
    case .concern:
      "concern".inked(.yellow) + " · a second opinion is asked, and the coach asks about it"
    case .notRead:
      "not read".inked(.yellow) + " · in another language; a second opinion is asked"
    }
  }

  fileprivate var lines: [String] {
    var lines: [String] = []
    if let assessment {
      var words = [
        "crisis".inked(.yellow), assessment.severity.rawValue,
        assessment.categories.map(\.rawValue).joined(separator: ", "),
      ]
      if assessment.subject == .someoneElse { words.append("about someone else") }
      if assessment.isFollowUp { words.append("follow-up") }
      lines.append(words.joined(separator: " · "))
      let place =
        assessment.evidence.messagesBack == 0
        ? "" : " (\(assessment.evidence.messagesBack) messages before)"
      lines.append("evidence: \(assessment.evidence.text.revealed)\(place)")
    } else {
      lines.append(verdictLine)
    }
    if let estimate {
      let sources = estimate.sources.map(\.description).joined(separator: ", ")
      lines.append(
        "probability of danger \((estimate.probability * 100).plain) % (from \(sources))")
      if let problem = estimate.embeddingProblem { lines.append("without embedding: \(problem)") }
    }
    lines.append(
      "signs \(weight.plain) + earlier messages \(carriedWeight.plain); a crisis from \(CrisisScreen.threshold.plain)"
    )
    guard !signs.isEmpty else { return lines }
    var table = TextTable([
      ("sign", .left), ("strength", .right), ("cues", .left), ("words", .left),
    ])
    for sign in signs {
      table.add([
        sign.concept, sign.strength.plain, sign.cues.map(\.rawValue).joined(separator: ", "),
        sign.evidence.text.revealed,
      ])
    }
    return lines + [""] + table.lines
  }
}
