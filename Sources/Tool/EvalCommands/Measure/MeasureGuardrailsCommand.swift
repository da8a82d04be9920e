import ArgumentParser
import CoachBenchmarks
import CoachModel
import CoachTranscripts
import CommandLineSupport
import Documents
import EvalGraders
import EvalStatistics
import PromptEvals
import PromptTemplates
import SafetyRules
import SourceFiles

struct MeasureGuardrailsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "guardrails",
    abstract: "Measure how well the reply checks find sentences that a coach must not say.",
    discussion: """
      The column checks (in JSON a list) names the checks that should find something in a message; it is empty \
      for a good message. --label-column reads other labels instead, and --map assigns labels to checks; messages \
      with other labels count as good. Without labels, the number of findings per thousand messages is reported for \
      each check. Rows with the same transcript_id and utterance_id, such as those of several annotators, are one \
      message with all their labels.

      A row counts as part of a discovery conversation, in which advice is checked, unless its column discovery is \
      false or --coaching is given.

      Transcripts (.yaml) in the folder and below it count too, by the flaws that they declare: \
      forbidden.clinical stands for diagnosis, prescription and clinical_claim, and no-advice for \
      discovery_advice.

      Examples:
        coachkit measure guardrails --data Evals/safety/coach-sentences.jsonl
        coachkit measure guardrails --data Evals/transcripts
        coachkit measure guardrails --data annomi_dev.csv --filter interlocutor=therapist --label-column therapist_input_subtype --map advice=discovery_advice
        coachkit measure guardrails --data replies.csv --text-column reply --coaching --json
      """)

  @OptionGroup(title: "Data") var source: MeasureDataOptions

  @Option(
    help: ArgumentHelp(
      "A label and the check that it stands for; may be repeated.", valueName: "value=check"))
  var map: [String] = []

  @Flag(help: "Treat rows without this information as coaching, where advice is allowed.")
  var coaching = false

  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    guard map.isEmpty || source.labelColumn != nil else {
      throw ValidationError("--map needs --label-column, which says where the labels are.")
    }
  }

  func run() throws {
    let files = DiskFileSystem()
    let transcripts = try transcripts(files)
    let hasTable = LabelledTable.holdsTable(at: source.data, in: files)
    let table =
      hasTable || transcripts.isEmpty ? try source.table(labels: ["checks"]) : LabelledTable()
    let measure = try GuardrailMeasure(
      table, labels: GuardrailLabels(parsing: map), isDiscovery: !coaching,
      transcripts: transcripts)
    Terminal.print(
      source.json ? JSONValue.object(measure.json).printed(.indented(2)) : measure.text)
  }

  /// Reads the transcripts in the data, with the coach's messages as the person sees them.
  private func transcripts(_ files: DiskFileSystem) throws -> [GradedConversation] {
    let isFolder = files.kind(of: source.data) == .folder
    let paths: [String]
    if isFolder {
      paths = (try? TranscriptFolder.paths([source.data], files: files)) ?? []
    } else {
      paths = source.data.hasSuffix(".yaml") ? [source.data] : []
    }
    guard !paths.isEmpty else { return [] }
    let (found, diagnostics) = try TranscriptFolder.readAll(paths, files: files)
    if let error = SourceError(diagnostics) { throw error }
    let library = try workspace.promptLibrary()
    var contracts: [ConversationKind: ReplyContract] = [:]
    return try found.map { transcript in
      let kind = transcript.kind
      if contracts[kind] == nil {
        let prompt = PromptReference(name: kind.rawValue)
        contracts[kind] = try library.template(prompt).frontMatter.contract
      }
      return transcript.graded(contracts[kind] ?? ReplyContract())
    }
  }
}

extension GuardrailMeasure {
  fileprivate var text: String {
    var parts = [head]
    if !labelled.isEmpty { parts.append(labelTable) }
    if !rates.isEmpty { parts.append(rateTable) }
    return MeasureText.joined(parts, notes: notes)
  }

  private var head: [String] {
    var lines = [
      "messages       \(Figures.count(count))", "time           \(times.text) a message",
    ]
    if let cleanFlagged {
      lines.append("nothing wrong  \(cleanFlagged.text) flagged nevertheless")
    }
    return lines
  }

  private var labelTable: [String] {
    var table = TextTable([
      ("check", .left), ("source", .left), ("messages", .right), ("positive", .right),
      ("found", .right), ("precision", .right), ("95 %", .left), ("recall", .right),
      ("95 %", .left), ("F1", .right), ("95 %", .left),
    ])
    for row in labelled {
      var cells = [
        row.name, row.source, Figures.count(row.count), Figures.count(row.positives),
        Figures.count(row.found),
      ]
      for estimate in [row.precision, row.recall, row.f1] {
        cells.append(MeasureText.decimal(estimate?.value))
        cells.append(MeasureText.range(estimate?.interval))
      }
      table.add(cells)
    }
    return table.lines
  }

  private var rateTable: [String] {
    var table = TextTable([
      ("without labels", .left), ("source", .left), ("messages", .right), ("flagged", .right),
      ("of 1000", .right), ("95 %", .left),
    ])
    for row in rates {
      table.add([
        row.check.rawValue, row.source, Figures.count(row.flagged.total),
        Figures.count(row.flagged.count),
        row.perThousand.map { Figures.decimal($0, places: 1) } ?? "–",
        row.flagged.interval.map {
          "[\(Figures.decimal($0.lowerBound * 1000, places: 1)), \(Figures.decimal($0.upperBound * 1000, places: 1))]"
        } ?? "–",
      ])
    }
    return table.lines
  }
}
