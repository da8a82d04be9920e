import ArgumentParser
import CoachBenchmarks
import CoachSafety
import CommandLineSupport
import Documents
import EvalStatistics
import PromptEvals
import SafetyRules
import SourceFiles

struct SafetyFitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Train the model of the crisis screen, which finds messages that no phrase covers.",
    discussion: """
      Reads messages labelled 'flag' and 'none' (column expect) with their kind, category, language and writer, \
      and conversations in which turns that show danger are marked. Trains classifiers over words and parts of \
      words, over the signs that phrases find and, with --embeddings, over the vectors of an embedding model, and \
      then fits the weights of their scores on writers that the classifiers have not seen. The same messages \
      always give the same model.

      --people is a folder of messages that people wrote (calm_goemotions.jsonl and others, with text and label). \
      Calm messages whose licence allows it are used for training; each source is measured by a fit without it. A \
      model that was fitted to such messages is not replaced by one that was not.

      --test names messages that are used for measuring only. Recall at a false-positive rate is the share of \
      dangerous messages that score higher than all but that share of the calm ones.

      Examples:
        coachkit safety fit --data Evals/safety/training.jsonl --test Evals/safety/unseen-writers.jsonl
        coachkit safety fit --data Evals/safety/training.jsonl --data Evals/conversations/training.jsonl \\
          --embeddings local-embeddings --people people --to model
      """)

  @Option(
    help: ArgumentHelp(
      "Messages or conversations to learn from (.jsonl); may be repeated.", valueName: "path"))
  var data: [String]

  @Option(
    help: ArgumentHelp("The folder of messages that people wrote.", valueName: "folder"))
  var people: String?

  @Option(
    help: ArgumentHelp("Messages for measuring; may be repeated.", valueName: "path"))
  var test: [String] = []

  @Option(
    help: ArgumentHelp(
      "The embedding model whose vectors are used: local-embeddings or provider:model.",
      valueName: "model"))
  var embeddings: String?

  @Option(
    help: ArgumentHelp(
      "The folder of rules to use instead of the built-in ones.", valueName: "folder")
  )
  var rules: String?

  @Option(
    help: ArgumentHelp(
      "The folder to write the model (screen.model) and its card (card.json) to.",
      valueName: "folder"))
  var to: String?

  func run() async throws {
    let screen = try rules.map { try CrisisScreen(ScreeningFiles(folder: $0)) } ?? .builtIn
    if let to { try checkReplacement(of: "\(to)/card.json") }
    var training = try data.map {
      try Source($0, screen, labels: "expect", maximumEmbedded: Self.maximumEmbedded)
    }
    for folder in [people].compactMap({ $0 }) {
      for source in PeopleSource.all {
        let path = source.path(in: folder)
        training.append(
          try Source(
            path, screen, labels: "label", people: source,
            maximumEmbedded: Self.maximumEmbedded / 4))
        Terminal.printError("\(source.name): \(training[training.count - 1].digest)")
      }
    }
    var tests = try test.map { try Source($0, screen, labels: "expect") }
    var name: String?
    if let embeddings { name = try await embed(&training, &tests, with: embeddings) }
    let fitted = training.filter(\.isFitted)
    let model = await ScreenFit().model(
      joined(fitted), embeddingModel: name
    ) { Terminal.printError($0) }
    let byPeople = try measurePeople(training, with: model, screen)
    for figures in byPeople { Terminal.print(figures.text) }
    let measured = tests.map { test in
      let curve = { withEmbeddings in
        ScreenCurve(
          model.scores(test.messages, withEmbeddings: withEmbeddings), of: test.messages)
      }
      return ScreenCard.Measured(
        messages: test.entry, local: curve(false),
        withEmbeddings: name == nil ? nil : curve(true))
    }
    for figures in measured { Terminal.print(figures.text) }
    guard let to else { return }
    let card = ScreenCard(
      day: Timestamp.now.day, training: fitted.map(\.entry), embeddingModel: name,
      measured: measured, people: byPeople)
    try OutputFile.write(to: "\(to)/screen.model") { write in try write(model.fileBytes) }
    try OutputFile.write(text: "\(to)/card.json") { write in
      try write(card.json.printed(.indented(2)) + "\n")
    }
  }

  /// The number of messages of a file up to which all are embedded.
  private static let maximumEmbedded = 8_000

  /// A file of messages.
  private struct Source {
    var messages: ScreenMessages
    let path: String
    let digest: ContentDigest
    /// The data set, of messages that people wrote.
    let people: PeopleSource?

    init(
      _ path: String, _ screen: CrisisScreen, labels: String, people: PeopleSource? = nil,
      maximumEmbedded: Int = .max
    ) throws {
      self.path = people?.name ?? path
      self.people = people
      digest = ContentDigest(of: try DiskFileSystem().read(path).bytes)
      messages = ScreenMessages(
        try LabelledTable(path, columns: TableColumns(), labels: [labels]), signsBy: screen,
        totalWeight: people?.weight, maximumEmbedded: maximumEmbedded)
    }

    var isFitted: Bool { people == nil || people?.weight != nil }

    var entry: ScreenCard.Messages {
      ScreenCard.Messages(path: path, digest: digest.description, messages)
    }
  }

  private func joined(_ sources: [Source]) -> ScreenMessages {
    sources.dropFirst().reduce(into: sources[0].messages) { $0.append($1.messages) }
  }

  /// Throws if the card's model was fitted to messages that people wrote and this one would not be.
  private func checkReplacement(of card: String) throws {
    let files = DiskFileSystem()
    guard people == nil, files.kind(of: card) == .file,
      let old = try? JSONValue(parsing: files.read(card).bytes),
      let names = old["people"]?.array?.compactMap({ $0["messages"]?["path"]?.string }),
      !names.isEmpty
    else { return }
    throw CommandError(
      "the model beside \(card) was also fitted to messages that people wrote (\(names.joined(separator: ", ")))",
      hint: "give the folder of these files with --people, or write to another folder")
  }

  /// Measures each source of messages by people with a fit, and a list of known words, that have not seen it.
  private func measurePeople(
    _ training: [Source], with model: ScreenModel, _ screen: CrisisScreen
  ) throws -> [ScreenCard.People] {
    guard people != nil else { return [] }
    let rule = try DecisionRule(
      DiskFileSystem().read("\(rules ?? "SafetyRules/Screening")/decision.yaml"))
    return training.compactMap { source in
      guard let people = source.people else { return nil }
      let others = training.filter { $0.isFitted && $0.path != source.path }
      var unseen = model
      if source.isFitted {
        Terminal.printError("without \(source.path)")
        unseen = ScreenFit().refitted(model, to: joined(others))
      }
      let phrases = screen.withoutTrainedPart(words: words(of: others))
      return ScreenCard.People(
        of: people, source.entry,
        scores: unseen.scores(source.messages, withEmbeddings: false),
        isNoticed: source.messages.texts.map {
          phrases.examine($0, history: []).verdict != .calm
        }, of: source.messages, by: rule)
    }
  }

  private func words(of sources: [Source]) -> KnownWords {
    var words = LanguageWords()
    for source in sources {
      if source.people == nil {
        for (text, language) in zip(source.messages.texts, source.messages.languages) {
          words.add(text, language: language)
        }
      } else {
        words.add(byPeople: source.messages.texts)
      }
    }
    return KnownWords(words.lists)
  }

  /// Gives all messages their vectors, and returns the name of the model.
  private func embed(
    _ training: inout [Source], _ tests: inout [Source], with name: String
  ) async throws -> String {
    let texts =
      training.filter(\.isFitted).flatMap(\.messages.textsToEmbed)
      + tests.flatMap(\.messages.texts)
    let kept = try await KeptVectors(of: texts, by: name)
    for index in training.indices { training[index].messages.embed { kept[$0] } }
    for index in tests.indices { tests[index].messages.embed { kept[$0] } }
    return kept.model
  }
}

extension ScreenCard.Measured {
  fileprivate var text: String {
    var parts = ["\(messages.path), without embeddings"] + local.lines
    if let withEmbeddings {
      parts += ["", "\(messages.path), with embeddings"] + withEmbeddings.lines
    }
    return (parts + [""]).joined(separator: "\n")
  }
}

extension ScreenCard.People {
  fileprivate var text: String {
    var lines = [
      "\(source.name), \(source.weight == nil ? "measured only" : "by a fit without it"): probability from which a share of the calm messages is noticed"
    ]
    for (share, bound) in zip(Self.shares, bounds) {
      lines.append(
        "  \(Figures.decimal(share * 100, places: 0)) %: \(Figures.decimal(bound, places: 4))")
    }
    if messages.dangerous > 0 { lines += curve.lines }
    return (lines + [""]).joined(separator: "\n")
  }
}

extension ScreenCurve {
  fileprivate var lines: [String] {
    var table = TextTable([("false alarms", .right), ("recall", .left), ("score", .right)])
    for point in points {
      table.add([
        "\(Figures.decimal(point.falseAlarms * 100, places: 2)) %", point.recall.text,
        Figures.decimal(point.score, places: 2),
      ])
    }
    var parts = TextTable([("", .left), ("recall at 0.5 %", .left), ("at 10 %", .left)])
    for (name, shares) in (languages.sorted { $0.key < $1.key } + groups.sorted { $0.key < $1.key })
    {
      parts.add([name, shares[0].text, shares[1].text])
    }
    return ["area \(Figures.decimal(area, places: 3))"] + table.lines + [""] + parts.lines
  }
}
