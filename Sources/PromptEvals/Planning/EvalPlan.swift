import CoachEngine
import CoachModel
import EvalStatistics
import LanguageModels
import PromptTemplates
import SourceFiles
import Transcripts

/// What a run would do, worked out before the first call, so that a mistake costs nothing.
public struct EvalPlan: Sendable {
  /// What it is made of.
  public let content: EvalContent
  /// Transcripts or personas that take part, in the order in which they are gone through.
  public let subjects: [EvalSubject]
  /// The transcripts that are graded as written, with the reference's id.
  let referenceSubjects: [(reference: String, subject: EvalSubject)]
  /// The models of the variants, by variant.
  let candidates: [String: any LanguageModel]
  /// Everything that decides what comes out.
  public let configuration: RunConfiguration
  /// What the prompts of each variant are.
  let sides: [EvalRun.Side]

  /// The suite.
  public var suite: EvalSuite { content.suite }

  /// The cases, in the order in which they are run.
  public var cases: EvalCases { EvalCases(subjects, suite) }

  /// How many samples there will be, those graded as written included.
  public var sampleCount: Int { cases.count + referenceSubjects.count }

  /// Plans a run. Throws ``SourceError`` for a prompt that cannot be assembled, an input that is missing, a
  /// suite that chooses nothing.
  public init(_ content: EvalContent) throws {
    self.content = content
    let suite = content.suite
    subjects = Self.drawn(
      content.subjects.filter { suite.filter.includes($0.transcript) }, seed: suite.seed)
    guard !subjects.isEmpty else {
      throw SourceError(
        Diagnostic(
          "suite.empty",
          "no transcript in \(suite.transcriptPaths.joined(separator: ", ")) passes the suite's filter",
          hint: suite.filter == TranscriptFilter()
            ? "there is none: see that files end in .yaml and have messages"
            : "widen 'kind', 'quality', 'tags' or 'ids'"))
    }
    let references = content.subjects.filter { $0.persona == nil }
    referenceSubjects = suite.references.flatMap { reference in
      references.filter { reference.filter.includes($0.transcript) }.map { (reference.id, $0) }
    }
    try Self.checkNames(content)
    candidates = try Self.candidates(content)
    let candidates = candidates
    sides = try suite.variants.map { variant in
      let template = try content.library.template(variant.prompt)
      return EvalRun.Side(
        id: variant.id, prompt: template.reference,
        digest: content.library.digest(of: template).description,
        model: candidates[variant.id]?.identity.description ?? "",
        parameters: variant.parameters.json)
    }
    configuration = try RunConfiguration(content, subjects, sides)
    try checkPrompts()
    try checkGate()
  }

  /// The transcripts in a drawn order, so that the first half is not the half whose names begin with A;
  /// those of one cluster stay together.
  private static func drawn(_ subjects: [EvalSubject], seed: UInt64) -> [EvalSubject] {
    var random = SeededRandom(seed: seed)
    let clusters = Dictionary(grouping: subjects, by: \.clusterName)
    return clusters.keys.sorted().shuffled(using: &random).flatMap { name in
      (clusters[name] ?? []).sorted { $0.transcript.id < $1.transcript.id }
    }
  }

  /// The transcripts in the portions after which the gate is looked at; one portion where it is not.
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

  /// The shares of all transcripts at which the gate is looked at; empty where it is not.
  var lookFractions: [Double] {
    guard suite.gate?.looks.isEmpty == false else { return [] }
    return portions.map { Double($0.endIndex) / Double(subjects.count) }
  }

  private static func candidates(_ content: EvalContent) throws -> [String: any LanguageModel] {
    guard content.suite.replay != .recorded else { return [:] }
    var candidates: [String: any LanguageModel] = [:]
    for variant in content.suite.variants {
      guard let reference = variant.model ?? content.suite.model else {
        throw SourceError(
          Diagnostic(
            "suite.model", "nobody says which model '\(variant.id)' asks",
            hint: "add model: … to the suite, or name one when it is run"))
      }
      guard let model = content.models[reference] else {
        throw SourceError(Diagnostic("suite.model", "there is no model '\(reference)'"))
      }
      candidates[variant.id] = model
    }
    return candidates
  }

  /// Assembles the first and the last prompt of every transcript under every variant.
  private func checkPrompts() throws {
    guard suite.replay != .recorded else { return }
    for subject in subjects {
      for variant in suite.variants {
        let assembly = try TurnAssembly(
          self, EvalCase(subject: subject, variant: variant, attempt: 1))
        let positions = subject.transcript.coachPositions
        _ = try assembly.prompt(after: [], closing: nil)
        if let last = positions.last, last > 0 {
          _ = try assembly.prompt(
            after: Array(subject.transcript.messages[..<last]), closing: nil)
        }
      }
    }
  }

  /// A gate must not rest on a method that is known to claim more than it can.
  private func checkGate() throws {
    guard let gate = suite.gate, !gate.margins.isEmpty else { return }
    let clusters = Set(subjects.map(\.clusterName)).count
    if let reason = gate.method.isRefusedAsGate(transcripts: subjects.count, clusters: clusters) {
      throw SourceError(
        Diagnostic(
          "suite.gate",
          "the gate's method '\(gate.method.rawValue)' cannot be trusted here: \(reason)",
          hint: "leave 'method' out, or use more transcripts"))
    }
  }

  /// The run that this plan makes.
  public func run(id: String, started: String, suitePath: String) -> EvalRun {
    EvalRun(
      id: id, suite: suite.name, suitePath: suitePath, question: suite.description,
      started: started, replay: suite.replay, variants: sides, baseline: suite.baseline,
      references: suite.references.map(\.id), graders: suite.graders.map { GraderRole($0) },
      parameters: suite.parametersNote, price: suite.price?.description, gate: suite.gate,
      seed: suite.seed, planned: sampleCount, subjects: subjects.count,
      lookFractions: lookFractions, configuration: configuration)
  }
}
