import CoachEngine
import CoachModel
import CoachSafety
import CoachTranscripts
import Documents
import EvalStatistics
import LanguageModels
import PromptTemplates
import SourceFiles

/// A run that is planned before its first call, so that a mistake costs nothing.
public struct EvalPlan: Sendable {
  /// The suite with everything that it refers to.
  public let content: EvalContent
  /// The transcripts or personas that take part, in the order in which they are processed.
  public let subjects: [EvalSubject]
  /// The IDs of the transcripts that have none of the chosen messages, so that they do not take part; empty for a part
  /// of a suite.
  let leftOut: [String]
  /// The transcripts that are graded as written, with the ID of their reference.
  let referenceSubjects: [(reference: String, subject: EvalSubject)]
  /// The models of the variants, by the variant's ID.
  let candidates: [String: any LanguageModel]
  /// Everything that determines the results, by which runs are compared and resumed.
  public let configuration: RunConfiguration
  /// The variants with the prompts and models that they resolve to.
  let sides: [EvalRun.Side]

  /// The suite that is run.
  public var suite: EvalSuite { content.suite }

  /// The samples to generate, in the order in which a run without interim looks goes through them.
  public var cases: EvalCases { EvalCases(subjects, suite: suite) }

  /// The number of samples, including those that are graded as written.
  public var sampleCount: Int { cases.count + referenceSubjects.count }

  /// Plans a run.
  ///
  /// Throws ``SourceError`` if no transcript passes the suite's filter or has a message that it chooses, a name in
  /// the suite is unknown, a pairwise judge compares messages that are not generated, a prompt cannot be
  /// assembled, an input is missing, or the gate cannot be decided. Errors of ``EvalContent/person`` are rethrown.
  public init(_ content: EvalContent) throws {
    let content = try content.readingCells()
    self.content = content
    let suite = content.suite
    try Self.checkOptions(suite)
    let drawn = Self.drawn(
      content.subjects.filter { suite.transcripts.filter.includes($0.transcript) },
      seed: suite.seed)
    guard !drawn.isEmpty else { throw SourceError(Self.nothingChosen(by: suite)) }
    let withMessages = drawn.filter(suite.choosesMessage)
    guard !withMessages.isEmpty else { throw SourceError(Self.noMessage(of: drawn, in: suite)) }
    subjects = suite.selection.chosen(from: withMessages)
    guard !subjects.isEmpty else { throw SourceError(Self.nothingChosen(by: suite)) }
    leftOut =
      suite.selection.isWhole
      ? drawn.filter { !suite.choosesMessage(of: $0) }.map(\.transcript.id) : []
    let references = content.subjects.filter { $0.persona == nil }
    referenceSubjects = suite.comparison.references.flatMap { reference in
      references.filter {
        reference.filter.includes($0.transcript) && suite.choosesWrittenMessage(of: $0)
      }
      .prefix(suite.selection.maximumTranscripts ?? .max).map { (reference.id, $0) }
    }
    try Self.checkNames(content)
    try Self.checkCases(content, subjects)
    try Self.checkPairs(suite, subjects)
    try content.checkGraderNeeds()
    candidates = try Self.candidates(content)
    let candidates = candidates
    sides = try suite.comparison.variants.map { variant in
      let template = try content.library.template(variant.prompt)
      return EvalRun.Side(
        id: variant.id, prompt: template.reference,
        digest: content.library.digest(of: template).description,
        model: candidates[variant.id]?.identity.fullName ?? "",
        parameters: variant.parameters.json, reading: Self.reading(of: template.frontMatter))
    }
    configuration = try RunConfiguration(content: content, subjects: subjects, sides: sides)
    try checkPrompts()
    try checkGate()
  }

  private static func reading(of matter: FrontMatter) -> String {
    let declared = ["output", "coachkit.tags", "coachkit.contract", "coachkit.task"].map { key in
      matter.raw[key] ?? .null
    }
    return ContentDigest(of: JSONValue.array(declared).text(.canonical)).short
  }

  /// Shuffles the transcripts, so that their names do not decide which of them are in the first half.
  ///
  /// Transcripts of one cluster stay together.
  private static func drawn(_ subjects: [EvalSubject], seed: UInt64) -> [EvalSubject] {
    var random = SeededRandom(seed: seed)
    let clusters = Dictionary(grouping: subjects, by: \.clusterName)
    return clusters.keys.sorted().shuffled(using: &random).flatMap { name in
      (clusters[name] ?? []).sorted { $0.transcript.id < $1.transcript.id }
    }
  }

  /// The transcripts in portions, after each of which the gate is looked at; a single portion without interim
  /// looks.
  ///
  /// A portion ends where a cluster does.
  var portions: [ArraySlice<EvalSubject>] {
    guard let looks = suite.gate?.looks, !looks.isEmpty else { return [subjects[...]] }
    var portions: [ArraySlice<EvalSubject>] = []
    var start = 0
    for look in looks {
      var end = min(subjects.count, Int((look * Double(subjects.count)).rounded(.up)))
      while end < subjects.count, end > 0,
        subjects[end].clusterName == subjects[end - 1].clusterName
      {
        end += 1
      }
      guard end > start else { continue }
      portions.append(subjects[start..<end])
      start = end
    }
    return portions
  }

  /// The shares of all transcripts at which the gate is looked at; empty without interim looks.
  var lookFractions: [Double] {
    guard suite.gate?.looks.isEmpty == false else { return [] }
    return portions.map { Double($0.endIndex) / Double(subjects.count) }
  }

  private static func candidates(_ content: EvalContent) throws -> [String: any LanguageModel] {
    guard content.suite.replay != .recorded else { return [:] }
    var candidates: [String: any LanguageModel] = [:]
    for variant in content.suite.comparison.variants {
      guard let reference = variant.model ?? content.suite.generation.model else {
        throw SourceError(
          Diagnostic(
            "suite.model", "no model is set for '\(variant.id)'",
            hint: "add model: … to the suite, or name one when it is run"))
      }
      guard let model = content.models[reference] else {
        throw SourceError(Diagnostic("suite.model", "there is no model '\(reference)'"))
      }
      candidates[variant.id] = model
    }
    return candidates
  }

  /// Assembles the first and the last prompt of every transcript under every variant, since mistakes show
  /// there.
  private func checkPrompts() throws {
    guard suite.replay != .recorded else { return }
    for subject in subjects {
      for variant in suite.comparison.variants {
        let assembly = try CaseAssembly(
          plan: self, evalCase: EvalCase(subject: subject, variant: variant, attempt: 1))
        let positions = subject.replyPositions
        try checkOpening(assembly, of: variant, in: subject.transcript)
        if let last = positions.last, last > 0 {
          _ = try assembly.plannedPrompt(
            after: Array(subject.transcript.messages[..<last]), closing: nil)
        }
      }
    }
  }

  private func checkOpening(
    _ assembly: CaseAssembly, of variant: EvalVariant, in transcript: Transcript
  ) throws {
    do throws(SourceError) {
      _ = try assembly.plannedPrompt(after: [], closing: nil)
    } catch {
      guard error.diagnostics.contains(where: { $0.code == "assembly.domain" }) else { throw error }
      throw SourceError(
        Diagnostic(
          "suite.domain",
          "the prompt '\(variant.prompt)' needs a domain, and '\(transcript.domain)', that of the"
            + " \(suite.replay.unit) '\(transcript.id)', is none",
          hint: suite.replay == .task
            ? "give the variants one (domain: …), or the cases"
            : "give the variants one (domain: …), or the transcripts: 'transcripts import' takes --domain"
        ))
    }
  }

  /// Rejects a gate on differences if there are too few clusters to decide it.
  private func checkGate() throws {
    guard let gate = suite.gate, !gate.margins.isEmpty else { return }
    let clusters = Set(subjects.map(\.clusterName)).count
    if let reason = GateDecision.refusal(clusters: clusters) {
      throw SourceError(
        Diagnostic(
          "suite.gate",
          "the gate cannot be decided: \(reason)",
          hint: "add transcripts of another person, or leave the gate's margins out"))
    }
  }

  /// Returns the product's guardrails for messages as they were written; `nil` if the suite does not run them.
  func guardrail(for subject: EvalSubject) -> ReplyGuard? {
    guard suite.pipeline == .turn else { return nil }
    return ReplyGuard(
      policy: content.configuration.guardrails,
      isDiscovery: subject.transcript.kind == .discovery, language: subject.transcript.language,
      checks: content.configuration.checks)
  }

  /// Creates the run of this plan.
  ///
  /// - Parameters:
  ///   - id: An ID that no other run in the store has.
  ///   - started: The time of the start, in the form `2026-03-31 10:20:30Z`.
  ///   - suitePath: The path of the suite's file.
  public func run(id: String, started: String, suitePath: String) -> EvalRun {
    var run = EvalRun(
      id: id, suite: suite.name, suitePath: suitePath, question: suite.description,
      started: started,
      design: EvalRun.Design(
        replay: suite.replay, pipeline: suite.pipeline, variants: sides,
        baseline: suite.comparison.baseline,
        references: suite.comparison.references.map(\.id),
        graders: suite.grading.graders.map { GraderRole($0) },
        parameters: suite.generation.parametersNote, price: suite.generation.price?.description,
        gate: suite.gate,
        seed: suite.seed, planned: sampleCount, subjects: subjects.count,
        lookFractions: lookFractions,
        toleratedFailures: suite.grading.toleratedFailures),
      configuration: configuration)
    run.selection = suite.selection
    // Every prompt was assembled when the plan was made; a forecast that fails is no reason not to run.
    run.caching = (try? cacheExpectations()) ?? []
    return run
  }
}
