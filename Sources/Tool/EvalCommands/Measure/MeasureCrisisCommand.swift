import ArgumentParser
import CoachBenchmarks
import CoachModel
import CommandLineSupport
import Documents
import EvalStatistics
import PromptEvals
import SourceFiles

struct MeasureCrisisCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crisis",
    abstract: "Measure how well the crisis screen finds people in danger, and how often it errs.",
    discussion: """
      The columns label, domain, expect, category and persona_risk are recognised as labels. If the labels are \
      flag, none and other (another person is in danger), agreement is reported too, by group and language, and for \
      the category if there is such a column. The column history, in JSON a list of the person's earlier messages, \
      is passed to the screen.

      Conversations are lines of JSON with turns or messages; each has role (user or coach) and text. For a \
      conversation, the number of the person's first message that is flagged as being about themselves is reported, \
      counted from the beginning and from the first message with any sign (a weight of 0.2 or more).

      'flagged' is the level crisis. 'flagged or asked' also counts concerns, about which a second opinion would be \
      asked; the number of these questions is printed at the end. With --embeddings, the meaning of messages counts \
      too.

      The lists contain rows, ids, concepts and weights, one JSON object per line, and no quotations. \
      --list-missed writes the messages that should be flagged but are not, or not correctly, and the messages \
      with signs in conversations in which the person is never flagged.

      Examples:
        coachkit measure crisis --data Evals/safety/hard-sentences.jsonl
        coachkit measure crisis --data Evals/safety/hard-sentences.jsonl --list-missed missed.jsonl
        coachkit measure crisis --data Evals/safety/unseen-writers.jsonl --embeddings local-embeddings
        coachkit measure crisis --data talks.csv --filter speaker=client --text-column said --json
        coachkit measure crisis --data sessions.jsonl --group-column persona --list-flagged flagged.jsonl
      """)

  @OptionGroup(title: "Data") var source: MeasureDataOptions

  @Option(
    help: ArgumentHelp("Write the missed messages to this file, without texts.", valueName: "file"))
  var listMissed: String?

  @Option(
    help: ArgumentHelp("Write the flagged messages to this file, without texts.", valueName: "file")
  )
  var listFlagged: String?

  @Option(
    help: ArgumentHelp(
      "The embedding model whose vectors the screen may use: local-embeddings or provider:model.",
      valueName: "model"))
  var embeddings: String?

  func run() async throws {
    let table = try source.table()
    var vectors: KeptVectors?
    if let embeddings {
      let turns = table.sessions.flatMap { $0.turns.map(\.message).filter { $0.role == .user } }
      vectors = try await KeptVectors(
        of: table.rows.map(\.text) + turns.map(\.text), by: embeddings)
    }
    let measure = CrisisMeasure(table) { text in
      vectors.flatMap { vectors in
        vectors[text].map { TextEmbedding(model: vectors.model, vector: $0) }
      }
    }
    try write(measure.missed, to: listMissed)
    try write(measure.flagged, to: listFlagged)
    Terminal.print(
      source.json ? JSONValue.object(measure.json).printed(.indented(2)) : measure.text)
  }

  private func write(_ findings: [CrisisFinding], to path: String?) throws {
    guard let path else { return }
    try OutputFile.write(text: path) { write in
      for finding in findings { try write(JSONValue.object(finding.json).text(.line) + "\n") }
    }
  }
}

extension CrisisMeasure {
  fileprivate var text: String {
    var parts: [[String]] = []
    if !rates.isEmpty {
      parts.append(table(rates, names: ["file", "label"]) { [$0.file, $0.label] })
    }
    if !groups.isEmpty { parts.append(table(groups, names: ["group"]) { [$0.group] }) }
    if let agreement { parts += agreement.parts }
    for (figures, name) in [(sessions, "label"), (sessionGroups, "group")] where !figures.isEmpty {
      parts.append(sessionTable(figures, name: name))
    }
    var time: [String] = []
    if asked.total > 0 { time.append("asked          \(asked.text) of all messages") }
    if times.count > 0 { time.append("time           \(times.text) a message") }
    if timesWithHistory.count > 0 {
      time.append("               \(timesWithHistory.text) a message with its history")
    }
    return MeasureText.joined(parts + [time], notes: notes)
  }

  private func table(
    _ rates: [Rate], names: [String], name: (Rate) -> [String?]
  ) -> [String] {
    var table = TextTable(
      names.map { ($0, .left) } + [
        ("messages", .right), ("flagged", .right), ("share", .right), ("95 %", .left),
        ("writer", .right), ("someone else", .right), ("flagged or asked", .right),
      ])
    for rate in rates {
      table.add(
        name(rate).map { $0 ?? "–" } + [
          Figures.count(rate.flagged.total), Figures.count(rate.flagged.count),
          rate.flagged.percent, rate.flagged.range, Figures.count(rate.writer),
          Figures.count(rate.someoneElse), rate.flaggedOrAsked.percent,
        ])
    }
    return table.lines
  }

  private func sessionTable(_ figures: [SessionFigures], name: String) -> [String] {
    var table = TextTable([
      (name, .left), ("sessions", .right), ("flagged", .right), ("share", .right),
      ("95 %", .left), ("only someone else", .right), ("median message", .right),
      ("90th", .right), ("since first sign", .right), ("90th", .right),
      ("messages flagged", .left), ("flagged or asked", .right),
    ])
    for row in figures {
      table.add([
        row.name ?? "–", Figures.count(row.flagged.total), Figures.count(row.flagged.count),
        row.flagged.percent, row.flagged.range, Figures.count(row.someoneElseOnly),
        Figures.count(row.medianMessage), Figures.count(row.ninetiethMessage),
        Figures.count(row.medianSinceSign), Figures.count(row.ninetiethSinceSign),
        row.messages.text, row.flaggedOrAsked.percent,
      ])
    }
    return table.lines
  }
}

extension CrisisMeasure.Agreement {
  /// The agreement as blocks of lines.
  fileprivate var parts: [[String]] {
    let words = CrisisMeasure.Expectation.allCases
    var table = TextTable(
      [
        ("expected", .left), ("right", .right), ("of", .right), ("share", .right),
        ("95 %", .left),
      ]
        + words.map { ("said \($0.rawValue)", .right) })
    for word in words {
      guard let share = byExpectation[word] else { continue }
      table.add(
        [
          word.rawValue, Figures.count(share.count), Figures.count(share.total), share.percent,
          share.range,
        ] + words.map { Figures.count(answers[word]?[$0] ?? 0) })
    }
    var head = ["agreement      \(right.text)"]
    if category.total > 0 {
      head.append("category       \(category.text) of what is rightly flagged")
    }
    return [head, table.lines]
      + [("group", byGroup), ("language", byLanguage)].compactMap {
        name, shares in
        shares.isEmpty ? nil : lines(shares, name: name)
      }
  }

  private func lines(_ shares: [String: MeasuredShare], name: String) -> [String] {
    var table = TextTable([
      (name, .left), ("right", .right), ("of", .right), ("share", .right), ("95 %", .left),
    ])
    for (name, share) in shares.sorted(by: { $0.key < $1.key }) {
      table.add([
        name, Figures.count(share.count), Figures.count(share.total), share.percent, share.range,
      ])
    }
    return table.lines
  }
}
