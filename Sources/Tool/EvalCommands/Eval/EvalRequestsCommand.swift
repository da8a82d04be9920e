import ArgumentParser
import CommandLineSupport
import Documents
import EvalStatistics
import LanguageModels
import ModelLayers
import NamedModels
import PromptEvals
import SourceFiles

struct EvalRequestsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "requests",
    abstract: "Write the requests of a run to a file, to be answered anywhere.",
    discussion: """
      A provider's batch, another system or a person can answer them; 'coachkit eval run SUITE --replies FILE' \
      then grades the answers. Each line has a request and its digest, but not the version of the prompt; the \
      lines are sorted by digest. No model is called.

      The answers are JSON Lines. The first line says who answered, and reports quote it:

        {"answered_by": "Nadia, by hand", "answered": "2026-03-31"}
        {"digest": "3c01…", "reply": "You said no, and then you lay awake. What kept you up?"}

      The output of a batch from Anthropic or OpenAI can follow that first line unchanged. If requests \
      depend on earlier replies (replay: conversation, judges that answer from the same file), work in rounds: \
      pass the replies so far with --replies, and the command writes the next requests.

      Examples:
        coachkit eval requests my-suite.yaml --out requests.jsonl
        coachkit eval requests my-suite.yaml --out round2.jsonl --replies replies.jsonl
        coachkit eval requests my-suite.yaml --out batch.jsonl --batch anthropic:claude-haiku-4-5
      """)

  @Argument(help: "The suite's file.")
  var suite: String

  @Option(help: ArgumentHelp("The file to write.", valueName: "file"))
  var out: String

  @Option(
    help: ArgumentHelp(
      "The replies so far; requests that they answer are left out.", valueName: "file"))
  var replies: String?

  @Option(
    help: ArgumentHelp(
      "Write lines of a batch for this model (anthropic:… or openai-chat:…).", valueName: "model"))
  var batch: String?

  @Flag(
    help: "Name the samples in each line; the version is then known to those who answer.")
  var labels = false

  @OptionGroup var size: EvalSizeOptions
  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    guard batch == nil || !labels else {
      throw ValidationError("A batch has no place for labels: leave out --labels.")
    }
  }

  func run() async throws {
    try OutputFile.prepare(out)
    var setup = try EvalSetup.parse([])
    setup.workspace = workspace
    var suite = try setup.suite(self.suite)
    suite.select(size.selection())
    let resolver = ModelFactory(baseURL: nil).resolver
    let known = try replies.map { path in
      try resolver.model(ModelReference(provider: "replies", model: path)) as? ImportedReplies
    }
    let collector = RequestCollector(known: known ?? nil)
    let collection = try await setup.collection(of: suite, into: collector)
    guard try await collection.run() else {
      throw CommandError(
        "this suite asks no model", hint: "requests are written for next-turn and conversation")
    }
    let requests = collector.openRequests
    let lines = try requests.map { try line($0, resolver: resolver) }
    try OutputFile.write(text: out) { write in
      for line in lines { try write(line.text(.line) + "\n") }
    }
    print(requests, answered: collector.answeredCalls)
  }

  private func line(_ open: RequestCollector.OpenRequest, resolver: ModelResolver) throws
    -> JSONValue
  {
    guard let batch else { return .object(RequestLine(open, isLabelled: labels).json) }
    return .object(
      try resolver.batchLine(of: open.request, id: open.request.digest.hexadecimal, for: batch))
  }

  private func print(_ requests: [RequestCollector.OpenRequest], answered: Int) {
    guard !requests.isEmpty else {
      return Terminal.print(
        "nothing is open: \(Figures.counted(answered, "call")) answered. Grade with:"
          + " coachkit eval run \(EvalHint.quoted(suite)) --replies"
          + " \(EvalHint.quoted(replies ?? "FILE"))")
    }
    let repeated = requests.reduce(0) { $0 + $1.samples.count } - requests.count
    Terminal.print(
      "\(out): \(Figures.counted(requests.count, "request"))"
        + (answered > 0 ? ", \(Figures.counted(answered, "call")) answered already" : ""))
    if repeated > 0 {
      Terminal.print(
        "note: some are asked several times ('samples'): give as many replies to them, a line each"
          .inked(.yellow))
    }
  }
}
