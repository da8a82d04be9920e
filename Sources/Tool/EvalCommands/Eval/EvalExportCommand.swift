public import ArgumentParser
import CommandLineSupport
import PromptEvals

extension EvalExportFormat: ExpressibleByArgument {}

struct EvalExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a run in another format.",
    discussion: """
      json      all figures in one document, also by tag, cluster, person, language and message
      jsonl     every sample with its texts, one per line
      csv       one line per sample and grader; the columns from sample_passed on repeat the sample's values
      markdown  a summary for a pull request
      junit     test cases, for CI: see below
      inspect   logs for 'inspect view', one per variant, into a folder
      html      the whole report on one page

      A JUnit report has a failure or an error if and only if the run ends with one. Its first suite, 'run', \
      has a test case for each condition of the gate, for each assertion and side, and for everything that \
      prevented an answer. A sample fails only if an assertion fails; a score below another grader's threshold \
      is reported in a passing case, and an undecided condition is skipped. Written transcripts are left out. \
      The output of the suite 'run' says how the versions differ.

      Examples:
        coachkit eval export --format markdown
        coachkit eval export 20260331-102030-discovery-ab --format junit --to results.xml
        coachkit eval export --format inspect --to logs
      """)

  @Argument(help: ArgumentHelp("The run's id; the last one by default.", valueName: "run"))
  var id: String?

  @Option(
    help: ArgumentHelp(
      EvalExportFormat.allCases.map(\.rawValue).joined(separator: ", "), valueName: "form"))
  var format: EvalExportFormat

  @Option(
    help: ArgumentHelp(
      "The file, or for inspect the folder; standard output by default.", valueName: "path"))
  var to: String?

  @OptionGroup var store: EvalStoreOptions

  func run() throws {
    let store = try self.store.open()
    let run = try self.store.run(id, in: store)
    let export = EvalExport(try EvalReport(run, from: store), from: store)
    if format == .inspect {
      let folder = to ?? "\(self.store.out)/inspect"
      for log in export.inspectLogs {
        try OutputFile.write(to: "\(folder)/\(log.fileName)") { try log.write($0) }
      }
      Terminal.print("\(export.inspectLogs.count) logs in \(folder)")
      return
    }
    guard let to else {
      try export.write(as: format) { try Terminal.send($0) }
      return
    }
    try OutputFile.write(text: to) { try export.write(as: format, to: $0) }
    if OutputFile.isFile(to) { Terminal.print(to) }
  }
}
