import ArgumentParser
import CoachAccess
import CoachEngine
import CoachModel
import CoachSafety
import CommandLineSupport
import Documents
import LanguageModels
import SafetyRules
import SourceFiles
import StreamParsing

struct TurnCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "turn",
    abstract: "Run one turn of a conversation from a JSON request.",
    discussion: """
      The request holds the person, their purchases, the conversation so far and the new message; \
      Documentation/turns.md describes it. The coach's text goes to standard output, everything else to standard \
      error. With --json, every event is a line of JSON, and the last event, 'done', contains everything to store. \
      Message counts start at zero in each run.

      Exits with 0 if the turn was answered or refused, with 1 if it failed.

      Examples:
        coachkit turn --request request.json --model local
        coachkit turn --request request.json --model anthropic:claude-haiku-4-5 --json
        generate-request | coachkit turn --request - --json
      """)

  @Option(help: ArgumentHelp("The request's file; '-' reads standard input.", valueName: "file"))
  var request: String

  @Flag(help: "Print one event per line, as JSON.")
  var json = false

  @OptionGroup var options: TurnOptions
  @OptionGroup var workspace: WorkspaceOptions

  func run() async throws {
    let file =
      request == "-"
      ? SourceFile(path: "standard input", text: Terminal.readAll())
      : try DiskFileSystem().read(request)
    let turnRequest = try TurnRequest(file)
    let (service, calls) = try await options.service(
      from: try workspace.promptLibrary(), in: workspace, usage: InMemoryUsageStore())
    defer { calls.reportBudget() }
    var failure: TurnFailure?
    for await event in service.reply(to: turnRequest) {
      if json { Terminal.print(event.json.printed()) } else { show(event) }
      if case .failed(let failed) = event { failure = failed }
    }
    if failure != nil { throw ExitCode(1) }
  }

  private func show(_ event: TurnEvent) {
    switch event {
    case .started(let start):
      Terminal.printError("\(start.route.rawValue), \(start.prompt)")
    case .notice(let notice):
      Terminal.printError("notice \(notice.kind), \(notice.jurisdiction): \(notice.text)")
    case .text(let text): Terminal.show(text.printable)
    case .replaced(let text):
      Terminal.printError("\nnote: the text so far was no part of the message, which begins anew")
      Terminal.show(text.printable)
    case .continued(let model): Terminal.printError("\nnote: the reply broke off; \(model) goes on")
    case .tag(let tag):
      if let words = tag.tag.words {
        Terminal.show(words.printable)
      } else {
        Terminal.printError(tag.json.text())
      }
    case .finding(let finding): Terminal.printError(finding.line)
    case .crisisDetected: Terminal.printError(event.json.text())
    case .help(let text): Terminal.print("\n\n" + text.printable)
    case .limits(_, let text): if let text { Terminal.printError("\n" + text) }
    case .refused(let refusal):
      Terminal.print(refusal.text)
      Terminal.printError("refused: \(refusal.reason.word)")
    case .failed(let failure):
      Terminal.printError("\n\(failure.text)\n\(failure.code.rawValue): \(failure.detail)")
    case .done(let outcome):
      Terminal.show("\n")
      Terminal.printError(outcome.summary)
    }
  }
}

extension ReplyFinding {
  /// The finding in one line.
  var line: String { "guardrail: \(check.rawValue), \(action.rawValue): \(evidence.printable)" }
}

extension TurnOutcome {
  /// The usage, cost and duration of the turn in one line.
  var summary: String {
    var notes: [String] = []
    if message?.finish == .length { notes.append("the limit of tokens was reached") }
    if let input = trace.usage.input, let output = trace.usage.output, !trace.calls.isEmpty {
      notes.append("\(input) tokens in, \(output) out")
    }
    if let cost = trace.cost, !trace.calls.isEmpty { notes.append("$\(cost.rounded(to: 6))") }
    if let first = trace.timings.timeToFirstToken {
      notes.append("first words after \(first.formattedSeconds)")
    }
    notes.append("\(trace.timings.total.formattedSeconds) in all")
    return notes.joined(separator: " · ")
  }
}

extension Double {
  fileprivate func rounded(to places: Int) -> Double {
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    return (self * factor).rounded() / factor
  }
}
