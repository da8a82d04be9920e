import CoachEngine
public import CoachModel
import CoachTranscripts
import EvalGraders
import LanguageModels
import ModelLayers
import PromptTemplates

/// An estimate of the calls, tokens and cost of a plan.
public struct PlanEstimate: Sendable, Hashable {
  /// What the calls to one model in one role would consume.
  public struct ModelShare: Sendable, Hashable {
    /// The model, as reports show it.
    public var model: String
    /// The provider that serves the model.
    public var provider: String
    /// The ID of the variant that it answers for; `nil` for other roles.
    public var variant: String?
    /// The role in which it is called: `candidate`, `person`, `person check`, or `judge` or `pairwise` with the
    /// ID of the judge.
    public var role: String
    /// The number of calls.
    public var calls: Int
    /// The tokens of all prompts.
    public var inputTokens: Int
    /// The tokens of all replies, assuming replies of typical length.
    public var outputTokens: Int
    /// The cost in dollars; `nil` if the price is unknown, 0 for a recording.
    public var dollars: Double?
    /// Whether the model is a recording, which takes neither money nor time.
    public var isReplay: Bool
    /// Whether the model answers from a file or from the request, and takes no time.
    public var isPrepared = false
  }

  /// The number of samples to generate, without those that are graded as written.
  public var samples: Int
  /// The estimates for each variant, for each model of a judge, and for the models of a simulated person.
  public var shares: [ModelShare]
  /// The suite's limits on concurrent calls, by the name of the provider.
  public var limits: [String: Int]

  /// The number of all calls.
  public var calls: Int { shares.reduce(0) { $0 + $1.calls } }

  /// The cost in dollars of all models whose price is known.
  public var dollars: Double { shares.reduce(0) { $0 + ($1.dollars ?? 0) } }
}

extension EvalPlan {
  /// Assumed tokens of a coach message if nothing limits it.
  private static let usualReply = 150
  /// Assumed tokens of a judge's verdict.
  private static let usualVerdict = 120
  /// The number of cases that are assembled to measure the size of a prompt.
  private static let probes = 40

  /// Returns an estimate of what the plan would consume.
  ///
  /// Throws ``SourceError`` if a prompt cannot be assembled.
  ///
  /// - Parameter day: The day whose prices apply.
  public func estimate(day: CalendarDay) throws -> PlanEstimate {
    var shares: [PlanEstimate.ModelShare] = []
    let cases = Array(cases.prefix(Self.maximumCounted))
    let scale = cases.isEmpty ? 0 : Double(self.cases.count) / Double(cases.count)
    for variant in suite.comparison.variants {
      guard let model = candidates[variant.id] else { continue }
      let own = cases.filter { $0.variant.id == variant.id }
      let turns = own.reduce(0) { $0 + messageCount(of: $1.subject) }
      let input = try tokensPerPrompt(own.prefix(Self.probes))
      let output = try outputTokens(of: variant)
      let calls = Int(Double(turns) * scale)
      var candidate = share(
        of: model.identity, as: "candidate", calls: calls, input: input, output: output,
        at: try parameters(of: variant).serviceTier, on: day)
      candidate.variant = variant.id
      shares.append(candidate)
    }
    shares += try others(in: cases, scale: scale, on: day)
    return PlanEstimate(samples: self.cases.count, shares: shares, limits: suite.limits.concurrency)
  }

  private static let maximumCounted = 20_000

  /// Returns the tokens of a reply: a guess for a message, and for a task the limit of its prompt, which is made for it.
  private func outputTokens(of variant: EvalVariant) throws -> Int {
    guard suite.replay == .task else {
      let own = suite.generation.parameters.overridden(by: variant.parameters)
      return min(own.maximumTokens ?? Self.usualReply, Self.usualReply * 2)
    }
    return try parameters(of: variant).maximumTokens ?? Self.usualReply * 2
  }

  private func parameters(of variant: EvalVariant) throws -> ModelParameters {
    let matter = try content.library.template(variant.prompt).frontMatter
    return ModelParameters(matter).overridden(by: suite.generation.parameters)
      .overridden(by: variant.parameters)
  }

  private func others(in cases: [EvalCase], scale: Double, on day: CalendarDay) throws
    -> [PlanEstimate.ModelShare]
  {
    var shares: [PlanEstimate.ModelShare] = []
    let turns = Double(cases.reduce(0) { $0 + messageCount(of: $1.subject) }) * scale
    // A judge of a task reads about what the model was sent.
    let history =
      suite.replay == .task
      ? try tokensPerPrompt(cases.prefix(Self.probes))
      : Self.meanTokens(cases.prefix(Self.probes).map(\.subject.transcript))
    for use in suite.grading.graders {
      let each = use.grader.plannedCalls
      let count =
        each.isWhole ? Double(sampleCount) : judgedMessages(by: use, in: cases, scale: scale)
      for (model, calls) in each.calls {
        guard let identity = content.models[model]?.identity else { continue }
        shares.append(
          share(
            of: identity, as: "judge \(use.id)", calls: Int(count) * calls, input: 400 + history,
            output: Self.usualVerdict, on: day))
      }
    }
    for judge in suite.grading.pairwise {
      let pairs = cases.isEmpty ? 0 : self.cases.count / suite.comparison.variants.count
      for model in judge.models {
        guard let identity = content.models[model]?.identity else { continue }
        shares.append(
          share(
            of: identity, as: "pairwise \(judge.id)",
            calls: pairs * 2 * suite.comparison.challengers.count,
            input: 400 + 2 * history, output: Self.usualVerdict, on: day))
      }
    }
    if let person = suite.generation.person, let identity = content.models[person.model]?.identity {
      shares.append(
        share(
          of: identity, as: "person", calls: Int(turns), input: 600 + history, output: 80, on: day))
      if let identity = person.checker.flatMap({ content.models[$0]?.identity }) {
        shares.append(
          share(
            of: identity, as: "person check", calls: self.cases.count, input: 600 + 2 * history,
            output: 80, on: day))
      }
    }
    return shares
  }

  /// Returns the number of messages that a grader looks at, including those of references.
  private func judgedMessages(by use: GraderUse, in cases: [EvalCase], scale: Double) -> Double {
    func count(of transcript: Transcript, numbers: [Int], of length: Int) -> Int {
      use.transcripts.includes(transcript)
        ? numbers.count { use.turns.includes($0, of: length) } : 0
    }
    func written(_ subject: EvalSubject) -> Int {
      let length = subject.replyPositions.count
      return count(
        of: subject.transcript, numbers: suite.transcripts.turns.numbers(of: length), of: length)
    }
    func asked(_ subject: EvalSubject) -> Int {
      let (transcript, messages) = (subject.transcript, messageCount(of: subject))
      switch suite.replay {
      case .recorded, .nextTurn, .task: return written(subject)
      case .conversation, .simulated:
        return count(of: transcript, numbers: Array(1..<(messages + 1)), of: messages)
      }
    }
    return Double(cases.reduce(0) { $0 + asked($1.subject) }) * scale
      + Double(referenceSubjects.reduce(0) { $0 + written($1.subject) })
  }

  private func share(
    of model: ModelIdentity, as role: String, calls: Int, input: Int, output: Int,
    at tier: ServiceTier? = nil, on day: CalendarDay
  ) -> PlanEstimate.ModelShare {
    let usage = TokenUsage(input: input * calls, output: output * calls)
    let price = content.prices.entry(for: model.model, provider: model.provider, on: day)?.price
    let isCandidate = role == "candidate"
    let dollars =
      model.isReplay
      ? 0
      : isCandidate && suite.generation.price != nil
        ? suite.generation.price?.price.cost(of: usage) : price?.cost(of: usage, at: tier)
    return PlanEstimate.ModelShare(
      model: model.fullName, provider: model.provider, role: role, calls: calls,
      inputTokens: input * calls,
      outputTokens: output * calls, dollars: dollars,
      isReplay: model.isReplay, isPrepared: model.isPrepared)
  }

  /// Returns the number of coach messages that are generated for a subject.
  func messageCount(of subject: EvalSubject) -> Int {
    switch suite.replay {
    case .recorded: 0
    case .nextTurn, .task:
      suite.transcripts.turns.numbers(of: subject.replyPositions.count).count
    case .conversation: suite.transcripts.turns.last(of: subject.transcript.coachPositions.count)
    case .simulated: suite.transcripts.turns.last(of: suite.generation.person?.coachMessages ?? 0)
    }
  }

  /// Returns the mean size, in estimated tokens, of the prompts in the middle of conversations.
  private func tokensPerPrompt(_ cases: some Collection<EvalCase>) throws -> Int {
    guard !cases.isEmpty else { return 0 }
    let counter = TokenEstimator()
    var sum = 0
    for evalCase in cases {
      let transcript = evalCase.subject.transcript
      let positions = transcript.coachPositions
      let middle = positions.isEmpty ? 0 : positions[positions.count / 2]
      let prompt = try CaseAssembly(plan: self, evalCase: evalCase).plannedPrompt(
        after: Array(transcript.messages[..<middle]), closing: nil)
      sum += prompt.detailedMessages.reduce(0) { $0 + counter.count($1.text) }
    }
    return sum / cases.count
  }

  private static func meanTokens(_ transcripts: [Transcript]) -> Int {
    guard !transcripts.isEmpty else { return 0 }
    let counter = TokenEstimator()
    let sum = transcripts.reduce(0) { sum, transcript in
      sum + transcript.messages.reduce(0) { $0 + counter.count($1.text) }
    }
    // A judge sees half of a conversation on average.
    return sum / transcripts.count / 2
  }
}
