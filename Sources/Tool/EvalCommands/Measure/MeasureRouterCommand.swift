import ArgumentParser
import CoachBenchmarks
import CoachDomains
import CommandLineSupport
import Documents
import EvalStatistics
import PromptEvals
import SourceFiles

struct MeasureRouterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "router",
    abstract: "Measure how well the local router recognises the domain of messages.",
    discussion: """
      The columns label, domain, expect and category are recognised as labels. If the coach would ask about a \
      message first, it is not routed: it counts for coverage but not for accuracy. Unknown labels are counted and \
      left out. Messages labelled clinical are reported separately, unless --with-clinical makes them a class like \
      the others.

      Conversations are lines of JSON with turns. A turn has role and text; turns of the person also have a label \
      and, where the topic changes, "switch": true. A turn is correct if the conversation is in the labelled domain \
      after it.

      Calibration compares the confidence of the decisions with the share that is correct, using the likeliest \
      class if the router would ask. The calibration error is the mean difference, weighted by messages.

      Examples:
        coachkit measure router --data Evals/routing
        coachkit measure router --data Evals/routing/cases.csv --group-column language
        coachkit measure router --data Evals/routing --embeddings local-embeddings
        coachkit measure router --data messages.csv --text-column said --label-column topic --with-clinical
        coachkit measure router --data messages.csv --filter split=dev --domains my-domains --json
      """)

  @OptionGroup(title: "Data") var source: MeasureDataOptions

  @Flag(help: "Count messages for professionals like any other class.")
  var withClinical = false

  @Option(
    help: ArgumentHelp(
      "The embedding model whose vectors the router may use: local-embeddings or provider:model.",
      valueName: "model"))
  var embeddings: String?

  @OptionGroup var workspace: WorkspaceOptions

  func run() async throws {
    let library = try workspace.domainLibrary()
    guard !library.domains.isEmpty else {
      throw SourceError(library.diagnostics)
        ?? SourceError(
          Diagnostic(
            "measure.domains", "there is no domain in '\(workspace.domains)'",
            hint: "name another folder with --domains"))
    }
    let table = try source.table()
    let measure = RouterMeasure(
      table, library: library, withClinical: withClinical, embeddings: try await vectors(for: table)
    )
    guard measure.count > 0 || measure.clinical != nil || measure.conversations != nil else {
      throw CommandError(
        "no label of the data is a class of the router", hint: hint(for: measure, library: library))
    }
    if source.json {
      Terminal.print(JSONValue.object(measure.json).printed(.indented(2)))
    } else {
      Terminal.print(measure.text)
      mention(library.diagnostics, seeWith: "coachkit domains check")
    }
  }

  private func vectors(for table: LabelledTable) async throws -> ExchangeEmbeddings? {
    guard let embeddings else { return nil }
    let texts = RouterMeasure.exchangeTexts(in: table)
    let kept = try await KeptVectors(of: texts, by: embeddings)
    return ExchangeEmbeddings(
      model: kept.model,
      vectors: texts.reduce(into: [:]) { $0[$1] = kept[$1] })
  }

  private func hint(for measure: RouterMeasure, library: DomainLibrary) -> String {
    let classes =
      library.domains.map(\.id) + library.outcomes.map(\.kind.rawValue)
    return "classes are: \(classes.joined(separator: ", ")); name the labels with --label-column"
  }
}

extension RouterMeasure {
  fileprivate var text: String {
    var parts = [head]
    if count > 0 {
      parts += [
        classTable.lines, groupTable?.lines, confusionTable.lines, calibrationTable.lines,
      ]
      .compactMap { $0 }
      if let error = calibrationError {
        let routed = routedCalibrationError.map {
          ", of what is routed \(Figures.decimal($0, places: 3))"
        }
        parts.append(["calibration error \(Figures.decimal(error, places: 3))\(routed ?? "")"])
      }
    }
    if let clinical {
      parts.append([
        "clinical       \(clinical.recognised.text) recognised, \(clinical.asked) asked about;"
          + " others taken for one \(clinical.falseAlarms.text)"
      ])
    }
    if let conversations { parts.append(conversations.lines) }
    return MeasureText.joined(parts, notes: notes)
  }

  private var head: [String] {
    let without = leftOut.sorted { $0.key < $1.key }.map {
      "\($0.key.isEmpty ? "no label" : $0.key) \(Figures.count($0.value))"
    }
    var lines = ["messages       \(Figures.count(count))"]
    if !without.isEmpty { lines.append("left out       \(without.joined(separator: ", "))") }
    guard count > 0 else { return lines }
    return lines + [
      "coverage       \(coverage.text)", "accuracy       \(accuracy.text) of what is routed",
      "macro-F1       \(MeasureText.decimal(macroF1)), of what is routed "
        + MeasureText.decimal(routedMacroF1), "time           \(times.text) a message",
    ]
  }

  private var classTable: TextTable {
    var table = TextTable([
      ("class", .left), ("messages", .right), ("precision", .right), ("95 %", .left),
      ("recall", .right), ("95 %", .left), ("F1", .right), ("F1 of routed", .right),
    ])
    for row in classes {
      table.add([
        row.id, Figures.count(row.recall.total), row.precision.percent, row.precision.range,
        row.recall.percent, row.recall.range, MeasureText.decimal(row.f1),
        MeasureText.decimal(row.routedF1),
      ])
    }
    return table
  }

  private var groupTable: TextTable? {
    guard !groups.isEmpty else { return nil }
    var table = TextTable([
      ("group", .left), ("messages", .right), ("coverage", .right), ("accuracy", .right),
      ("95 %", .left),
    ])
    for row in groups {
      table.add([
        row.name, Figures.count(row.coverage.total), row.coverage.percent, row.accuracy.percent,
        row.accuracy.range,
      ])
    }
    return table
  }

  private var confusionTable: TextTable {
    let known = Set(confusion.values.flatMap(\.keys))
    let columns = known.subtracting([Self.asked]).sorted() + [Self.asked]
    var table = TextTable(
      [("label \\ routed to", .left)] + columns.map { ($0, .right) })
    for (label, counts) in confusion.sorted(by: { $0.key < $1.key }) {
      table.add([label] + columns.map { Figures.count(counts[$0] ?? 0) })
    }
    return table
  }

  private var calibrationTable: TextTable {
    var table = TextTable([
      ("confidence", .left), ("messages", .right), ("mean", .right), ("right", .right),
      ("95 %", .left),
    ])
    for bin in bins where bin.right.total > 0 {
      table.add([
        "\(Figures.decimal(bin.range.lowerBound, places: 1)) to \(Figures.decimal(bin.range.upperBound, places: 1))",
        Figures.count(bin.right.total), MeasureText.decimal(bin.confidence), bin.right.percent,
        bin.right.range,
      ])
    }
    return table
  }
}

extension RoutedConversations {
  fileprivate var lines: [String] {
    var lines = [
      "conversations  \(Figures.count(count)), \(times.text) a message with its history",
      "turns          \(turns.text) in the domain of their label; \(asked) asked about, "
        + "\(takenForOutcome) taken for none or clinical",
      "switches       at once \(switchesAtOnce.text)",
      "               within one message \(switchesWithinOne.text)",
      "changes        \(changes), of them \(needlessChanges) more than the topic's",
    ]
    if clarified.total > 0 {
      lines.append("clarify        \(clarified.text) asked about")
    }
    for (name, share) in outcomes.sorted(by: { $0.key < $1.key }) {
      let padding = String(repeating: " ", count: max(1, 15 - name.count))
      lines.append("\(name)\(padding)\(share.text) recognised")
    }
    return lines
  }
}
