import ArgumentParser
import CoachDomains
import CommandLineSupport
import CoachBenchmarks
import SourceFiles

struct RouterFitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Train the router's model, which reads answers together with their questions.",
    discussion: """
      Reads conversations (JSON Lines with turns; each turn of the person has a label and, where the topic \
      changes, "switch": true) and the examples of the domains. Trains classifiers over words and, with \
      --embeddings, over the vectors of an embedding model, and then fits their weights on writers that the \
      classifiers have not seen. The result is the file _router.model in the folder of the domains. Without that \
      file, the router uses only the words of the domain files. Fit again when a domain is added or removed.

      Examples:
        coachkit router fit --data Evals/conversations/training.jsonl
        coachkit router fit --data Evals/conversations/training.jsonl --embeddings local-embeddings
        coachkit measure router --data Evals/conversations/unseen-writers.jsonl
      """)

  @Option(
    help: ArgumentHelp("Conversations to learn from (.jsonl); may be repeated.", valueName: "path"))
  var data: [String]

  @Option(
    help: ArgumentHelp(
      "The embedding model whose vectors are used: local-embeddings or provider:model.",
      valueName: "model"))
  var embeddings: String?

  @OptionGroup var workspace: WorkspaceOptions

  func run() async throws {
    let library = try workspace.completeDomainLibrary()
    var sessions: [LabelledTable.Session] = []
    for path in data { sessions += try LabelledTable(path).sessions }
    let conversations = RoutedExchanges(
      LabelledTable(sessions: sessions), classes: library.router.classes)
    guard !conversations.turns.isEmpty else {
      throw CommandError(
        "no conversation has a turn labelled with a domain of \(workspace.domains)",
        hint: "the domains are: \(library.router.classes.joined(separator: ", "))")
    }
    var vectors: ExchangeEmbeddings?
    if let embeddings {
      let texts = RouterFit.texts(library, conversations)
      let kept = try await KeptVectors(of: texts, by: embeddings)
      vectors = ExchangeEmbeddings(
        model: kept.model,
        vectors: Dictionary(
          texts.map { ($0, kept[$0] ?? []) }, uniquingKeysWith: { first, _ in first }))
    }
    let fit = RouterFit(library, conversations, embeddings: vectors)
    let trained = await fit.router { Terminal.printError($0) }
    let path = "\(workspace.domains)/\(TrainedRouter.fileName)"
    try OutputFile.write(to: path) { write in try write(trained.fileBytes) }
    Terminal.print("without embeddings: \(trained.mixture)")
    if let head = trained.head { Terminal.print("with \(head.model): \(head.mixture)") }
    Terminal.print("\("✓".inked(.green)) \(path)")
  }
}
