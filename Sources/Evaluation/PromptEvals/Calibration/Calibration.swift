import CoachModel
import CoachTranscripts
public import Documents
import EvalGraders
public import EvalStatistics
public import LanguageModels
import PromptTemplates
public import SourceFiles
import StreamParsing

/// The agreement of a grader's verdicts with human labels.
public struct Calibration: Sendable {
  /// The id of the grader.
  public var grader: String
  /// What the grader requires, in one sentence.
  public var summary: String
  /// The number of messages on which both the grader and people decided.
  public var count: Int
  /// The number of conversations that these messages are from.
  public var conversations: Int
  /// The number of these messages that people labelled positive.
  public var positives: Int
  /// The labels that mean neither yes nor no, such as a misspelt one, with how many there are.
  public var unusedLabels: [UnusedLabel]
  /// The number of labelled messages on which the grader failed or could not tell, or gave no verdict.
  public var undecided: Int
  /// The number of labelled messages that the grader called not applicable, unless that is what is compared.
  ///
  /// They are in no other figure, so a grader that decides only easy messages looks better than it is.
  public var notApplicable = 0
  /// The number of messages that are left out because as many people labelled them positive as negative.
  public var divided = 0
  /// The reason for the grader's first failure; `nil` if it never failed, even if it could not tell.
  public var failure: String?
  /// Cohen's κ between the grader and the human labels; `nil` if undefined.
  public var kappa: Estimate?
  /// Of the messages that the grader calls positive, the share that people do; `nil` if it calls none positive.
  public var precision: Estimate?
  /// Of the messages that people call positive, the share that the grader does; `nil` if people call none
  /// positive.
  public var recall: Estimate?
  /// The harmonic mean of precision and recall; `nil` if undefined.
  public var f1: Estimate?
  /// The agreement between the people who labelled this data, on all messages with at least two labels, whether
  /// the grader saw them or not; `nil` if undefined.
  package var agreement: InterRaterAgreement?
  /// The published agreement between people, as κ; `nil` if unknown.
  public var ceiling: Double?
  /// The source of ``ceiling``.
  public var ceilingNote: String?
}

extension CalibrationSuite {
  /// Runs every grader over the labelled messages.
  ///
  /// - Parameters:
  ///   - file: The table with the messages and labels.
  ///   - limit: The maximum number of messages for a grader that calls a model, drawn with the seed; `nil` for
  ///     all.
  ///   - models: The models of judges.
  ///   - concurrency: How many messages are graded at once.
  ///   - progress: Called with the grader's ID, the number of messages done, and the number of all messages.
  /// - Returns: One calibration for each of the suite's cases.
  /// - Throws: ``SourceError`` if the table does not fit the suite, or a failure of a model that further calls
  ///   would meet too.
  public func run(
    on file: SourceFile, limit: Int? = nil, models: [ModelReference: any LanguageModel] = [:],
    concurrency: Int = 8, progress: @escaping @Sendable (String, Int, Int) -> Void = { _, _, _ in }
  ) async throws -> [Calibration] {
    let labelled = try LabelledMessages(file, suite: self).items
    var results: [Calibration] = []
    for calibrated in cases {
      let divided = labelled.count { calibrated.isDivided($0) }
      let agreement = calibrated.agreement(labelled, seed: seed)
      var items = labelled.filter { calibrated.isLabelled($0) }
      if let limit, !calibrated.use.grader.models.isEmpty, items.count > limit {
        var random = SeededRandom(seed: seed)
        items = Array(items.shuffled(using: &random).prefix(limit))
      }
      let unused = calibrated.unusedLabels(of: labelled)
      let (id, total) = (calibrated.use.id, items.count)
      var result = try await calibrate(
        calibrated, items: items, unused: unused, agreement: agreement, models: models,
        concurrency: concurrency
      ) {
        progress(id, $0, total)
      }
      result.divided = divided
      results.append(result)
    }
    return results
  }

  private func calibrate(
    _ calibrated: Case, items: [LabelledMessages.Item], unused: [UnusedLabel],
    agreement: InterRaterAgreement?, models: [ModelReference: any LanguageModel], concurrency: Int,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws -> Calibration {
    let tools = GraderTools(
      prompts: try JudgePrompts(),
      model: { reference, _, _ in
        guard let model = models[reference] else {
          throw GraderFailure("there is no model '\(reference)'")
        }
        return model
      }, run: GraderCommands().run)
    let grades = try await grades(
      by: calibrated.use, on: items, with: tools, concurrency: concurrency, progress: progress)
    var judged: [(item: GraderAccuracy.Item, position: Int)] = []
    for (position, (item, grade)) in zip(items, grades).enumerated() {
      let verdict = grade?.verdict
      guard let isPositive = calibrated.isPositive(item), calibrated.isDecided(verdict) else {
        continue
      }
      judged.append(
        (
          GraderAccuracy.Item(
            isPositive: isPositive, isCalledPositive: verdict == calibrated.positiveVerdict,
            cluster: item.conversation), position
        ))
    }
    let found = judged.map(\.item)
    let outside =
      calibrated.isDecided(.notApplicable)
      ? 0 : grades.count { $0?.verdict == .notApplicable }
    let accuracy = GraderAccuracy(found, seed: seed)
    return Calibration(
      grader: calibrated.use.id, summary: calibrated.use.summary, count: found.count,
      conversations: Set(found.map(\.cluster)).count, positives: found.count(where: \.isPositive),
      unusedLabels: unused, undecided: items.count - found.count - outside, notApplicable: outside,
      failure: grades.lazy.compactMap { $0 }.first { $0.verdict == .error }?.reason,
      kappa: CohenKappa.estimate(
        found.map(\.isPositive), found.map(\.isCalledPositive), clusters: found.map(\.cluster),
        seed: seed),
      precision: accuracy.precision, recall: accuracy.recall, f1: accuracy.f1,
      agreement: agreement, ceiling: calibrated.ceiling, ceilingNote: calibrated.ceilingNote)
  }

  /// Returns the first grade of each message; `nil` if the grader does not apply to it.
  private func grades(
    by use: GraderUse, on items: [LabelledMessages.Item], with tools: GraderTools, concurrency: Int,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws -> [Grade?] {
    var all: [Grade?] = Array(repeating: nil, count: items.count)
    try await withThrowingTaskGroup(of: (Int, Grade?).self) { group in
      var next = 0
      func start() {
        guard next < items.count else { return }
        let place = next
        next += 1
        let conversation = items[place].conversation(language: language)
        group.addTask {
          (place, try await use.grade(conversation, with: tools).first)
        }
      }
      for _ in 0..<min(max(1, concurrency), items.count) { start() }
      var done = 0
      while let (place, grade) = try await group.next() {
        all[place] = grade
        done += 1
        progress(done)
        start()
      }
    }
    return all
  }
}

extension LabelledMessages.Item {
  /// The message as a conversation, as graders need it.
  fileprivate func conversation(language: String) -> GradedConversation {
    let transcript = Transcript(
      id: conversation, title: conversation, kind: .coaching, origin: "labelled", quality: .unrated,
      domain: "life", language: language, person: Transcript.unknownPerson,
      messages: Array(history) + [Message(.assistant, words)])
    return GradedConversation(
      transcript: transcript,
      messages: [CoachMessage(number: number, events: [.text(words)], history: history)],
      contract: ReplyContract())
  }
}

extension CalibrationSuite.Case {
  /// Whether an annotator's label means yes; `nil` if it means neither yes nor no.
  private func isPositive(label: String) -> Bool? {
    let key = label.labelKey
    if positive.contains(where: { $0.labelKey == key }) { return true }
    if negative.isEmpty { return key.isEmpty ? nil : false }
    return negative.contains { $0.labelKey == key } ? false : nil
  }

  /// The labels that mean neither yes nor no.
  fileprivate func unusedLabels(of items: [LabelledMessages.Item]) -> [UnusedLabel] {
    UnusedLabel.all(
      of: items.flatMap { $0.labels[column] ?? [] }.filter { isPositive(label: $0) == nil })
  }

  /// The annotators' labels, without those that mean neither yes nor no.
  private func votes(_ item: LabelledMessages.Item) -> [Bool] {
    (item.labels[column] ?? []).compactMap(isPositive(label:))
  }

  /// The majority of the annotators' labels; `nil` for a tie or without any.
  fileprivate func isPositive(_ item: LabelledMessages.Item) -> Bool? {
    let votes = votes(item)
    let yes = votes.count { $0 }
    guard yes * 2 != votes.count else { return nil }
    return yes * 2 > votes.count
  }

  /// Whether a verdict is one of the two sides that are compared.
  fileprivate func isDecided(_ verdict: Grade.Verdict?) -> Bool {
    verdict == .pass || verdict == .fail
      || positiveVerdict == .notApplicable && verdict == .notApplicable
  }

  fileprivate func isLabelled(_ item: LabelledMessages.Item) -> Bool { isPositive(item) != nil }

  fileprivate func isDivided(_ item: LabelledMessages.Item) -> Bool {
    !votes(item).isEmpty && !isLabelled(item)
  }

  fileprivate func agreement(_ items: [LabelledMessages.Item], seed: UInt64) -> InterRaterAgreement?
  {
    InterRaterAgreement(items.map(votes), clusters: items.map(\.conversation), seed: seed)
  }
}

extension Calibration {
  /// Says that the agreement leaves out many of the labelled messages; `nil` if the grader called at most a tenth of
  /// them not applicable.
  package var applicationWarning: String? {
    let labelled = count + undecided + notApplicable
    guard notApplicable * 10 > labelled else { return nil }
    return
      "\(grader) called \(Figures.count(notApplicable)) of \(Figures.counted(labelled, "labelled message")) not"
      + " applicable: its agreement is that on the others. Compare to which messages it applies with a case that has"
      + " 'means_yes: not-applicable'"
  }

  /// The figures as JSON; unknown ones are null.
  public var json: JSONObject {
    [
      "grader": .string(grader), "messages": .integer(count),
      "conversations": .integer(conversations), "positives": .integer(positives),
      "unused_labels": .array(
        unusedLabels.map { ["label": .string($0.label), "count": .integer($0.count)] }),
      "undecided": .integer(undecided), "not_applicable": .integer(notApplicable),
      "divided": .integer(divided), "kappa": kappa.json, "precision": precision.json,
      "recall": recall.json, "f1": f1.json, "agreement": (agreement?.estimate).json,
      "agreement_measure": agreement.map { .string($0.measure.rawValue) } ?? .null,
      "ceiling": ceiling.map { .number($0) } ?? .null,
      "ceiling_note": ceilingNote.map { .string($0) } ?? .null,
    ]
  }
}
