import CoachModel
import EvalGraders
public import EvalStatistics
public import LanguageModels
import PromptTemplates
public import SourceFiles
import StreamParsing

/// How a grader's verdicts agree with people's.
public struct Calibration: Sendable {
  /// The grader's id.
  public var grader: String
  /// What it demands.
  public var summary: String
  /// Messages that both judged.
  public var count: Int
  /// Conversations that they are from.
  public var conversations: Int
  /// Messages that people called positive.
  public var positives: Int
  /// Messages that the grader could not judge.
  public var undecided: Int
  /// Why it failed on the first of them that it failed on; nil when it could just not tell.
  public var failure: String?
  /// Cohen's κ between the grader and the people.
  public var kappa: Estimate?
  /// Of what the grader calls positive, the share that people do.
  public var precision: Estimate?
  /// Of what people call positive, the share that the grader finds.
  public var recall: Estimate?
  /// The harmonic mean of the two.
  public var f1: Estimate?
  /// How far the people of this data agree, on all messages that two or more of them judged, whether the grader
  /// saw them or not; nil where there is none.
  public var agreement: InterRaterAgreement?
  /// How well people agree, as published.
  public var ceiling: Double?
  /// Where that is from.
  public var ceilingNote: String?
}

extension CalibrationSuite {
  /// Runs every grader over the labelled messages.
  ///
  /// - Parameters:
  ///   - limit: how many messages a grader with a model sees at most, drawn with the seed; nil for all.
  ///   - models: the models of judges.
  ///   - progress: hears how many messages are done, of how many, by which grader.
  public func run(
    on file: SourceFile, limit: Int? = nil, models: [ModelReference: any LanguageModel] = [:],
    concurrency: Int = 8, progress: @escaping @Sendable (String, Int, Int) -> Void = { _, _, _ in }
  ) async throws -> [Calibration] {
    let labelled = try LabelledMessages(file, self).items
    var results: [Calibration] = []
    for calibrated in cases {
      let agreement = calibrated.agreement(labelled, seed: seed)
      var items = labelled.filter { calibrated.isLabelled($0) }
      if let limit, !calibrated.use.grader.models.isEmpty, items.count > limit {
        var random = SeededRandom(seed: seed)
        items = Array(items.shuffled(using: &random).prefix(limit))
      }
      let (id, total) = (calibrated.use.id, items.count)
      results.append(
        try await calibrate(calibrated, items, agreement, models, concurrency) {
          progress(id, $0, total)
        })
    }
    return results
  }

  private func calibrate(
    _ calibrated: Case, _ items: [LabelledMessages.Item], _ agreement: InterRaterAgreement?,
    _ models: [ModelReference: any LanguageModel], _ concurrency: Int,
    _ progress: @escaping @Sendable (Int) -> Void
  ) async throws -> Calibration {
    let tools = GraderTools(
      prompts: try JudgePrompts(),
      model: { reference, _ in
        guard let model = models[reference] else {
          throw GraderFailure("there is no model '\(reference)'")
        }
        return model
      }, run: GraderCommands().run)
    let grades = try await grades(calibrated.use, items, tools, concurrency, progress)
    var judged: [(item: GraderAccuracy.Item, position: Int)] = []
    for (position, (item, grade)) in zip(items, grades).enumerated() {
      let verdict = grade?.verdict
      guard let isPositive = calibrated.isPositive(item), verdict == .pass || verdict == .fail
      else {
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
    let accuracy = GraderAccuracy(found, seed: seed)
    return Calibration(
      grader: calibrated.use.id, summary: calibrated.use.summary, count: found.count,
      conversations: Set(found.map(\.cluster)).count, positives: found.count(where: \.isPositive),
      undecided: items.count - found.count,
      failure: grades.lazy.compactMap { $0 }.first { $0.verdict == .error }?.reason,
      kappa: CohenKappa.estimate(
        found.map(\.isPositive), found.map(\.isCalledPositive), clusters: found.map(\.cluster),
        seed: seed),
      precision: accuracy.precision, recall: accuracy.recall, f1: accuracy.f1,
      agreement: agreement, ceiling: calibrated.ceiling, ceilingNote: calibrated.ceilingNote)
  }

  /// The first grade of each message; nil where the grader has nothing to say.
  private func grades(
    _ use: GraderUse, _ items: [LabelledMessages.Item], _ tools: GraderTools, _ concurrency: Int,
    _ progress: @escaping @Sendable (Int) -> Void
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
  /// The message as graders look at it.
  fileprivate func conversation(language: String) -> GradedConversation {
    let transcript = Transcript(
      id: conversation, title: conversation, kind: .coaching, origin: "labelled", quality: .unrated,
      domain: "life", language: language, person: EvalSubject.unknownPerson,
      messages: Array(history) + [Message(.assistant, words)])
    return GradedConversation(
      transcript: transcript,
      messages: [CoachMessage(number: number, events: [.text(words)], history: history)],
      contract: ReplyContract())
  }
}

extension CalibrationSuite.Case {
  /// What one annotator's label says; nil for neither.
  private func isPositive(label: String) -> Bool? {
    if positive.contains(label) { return true }
    if negative.isEmpty { return label.isEmpty ? nil : false }
    return negative.contains(label) ? false : nil
  }

  /// What annotators say, without those who say neither.
  private func votes(_ item: LabelledMessages.Item) -> [Bool] {
    (item.labels[column] ?? []).compactMap(isPositive(label:))
  }

  /// What most annotators say; nil for a tie, or where nobody says anything.
  fileprivate func isPositive(_ item: LabelledMessages.Item) -> Bool? {
    let votes = votes(item)
    let yes = votes.count { $0 }
    guard yes * 2 != votes.count else { return nil }
    return yes * 2 > votes.count
  }

  fileprivate func isLabelled(_ item: LabelledMessages.Item) -> Bool { isPositive(item) != nil }

  fileprivate func agreement(_ items: [LabelledMessages.Item], seed: UInt64) -> InterRaterAgreement?
  {
    InterRaterAgreement(items.map(votes), clusters: items.map(\.conversation), seed: seed)
  }
}
