import ArgumentParser
import CoachModel
import CoachTranscripts
import CommandLineSupport
import Documents
import EvalStatistics
import PromptEvals

struct TranscriptsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the transcripts in folders, which are searched recursively.",
    discussion: """
      Examples:
        coachkit transcripts list
        coachkit transcripts list Evals/transcripts/logs --quality unrated
        coachkit transcripts list --tag grief --tag anger --json
      """)

  @Argument(
    help: ArgumentHelp("Files, or folders, which are searched recursively.", valueName: "path"))
  var paths: [String] = [TranscriptDefaults.folder]

  @Option(help: "Only this kind: discovery or coaching.")
  var kind: String?

  @Option(help: "Only this quality: good, flawed or unrated.")
  var quality: String?

  @Option(help: "Only transcripts with this label; repeat it to allow several labels.")
  var tag: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws { _ = try filter() }

  func run() throws {
    let filter = try filter()
    let read = try TranscriptFolder.readAll(paths)
    let found = read.transcripts.filter(filter.includes).map(TranscriptSummary.init)
    if json {
      Terminal.print(JSONValue.array(found.map(\.json)).printed(.indented(2)))
    } else {
      var table = TextTable([
        ("id", .left), ("kind", .left), ("quality", .left), ("domain", .left),
        ("language", .left), ("coach messages", .right), ("person words", .right),
        ("cluster", .left), ("tags", .left),
      ])
      for row in found {
        table.add([
          row.id, row.kind.rawValue, row.quality.rawValue, row.domain, row.language,
          String(row.coachMessages), String(row.personWords), row.cluster ?? "–",
          row.tags.joined(separator: ", "),
        ])
      }
      Terminal.print(table.lines.joined(separator: "\n"))
      Terminal.print("\n\(found.count) of \(Figures.counted(read.transcripts.count, "transcript"))")
      let folders = paths.map(EvalHint.quoted).joined(separator: " ")
      mention(read.diagnostics, seeWith: "coachkit transcripts check \(folders)")
    }
  }

  private func filter() throws -> TranscriptFilter {
    try TranscriptFilter(
      kind: kind.map { try ConversationKind(option: $0) },
      quality: quality.map {
        try choice($0, option: "--quality", among: Transcript.Quality.allCases)
      },
      tags: tag)
  }
}
