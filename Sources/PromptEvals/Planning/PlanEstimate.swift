import CoachEngine
public import CoachModel
import EvalGraders
import LanguageModels
import ModelMiddleware
import PromptTemplates
import Transcripts

/// What a plan would take, as well as it can be told beforehand.
public struct PlanEstimate: Sendable, Hashable {
  /// What the calls to one model would take.
  public struct ModelShare: Sendable, Hashable {
    /// The model.
    public var model: String
    /// Who serves it.
    public var provider: String
    /// What it is asked for: `candidate`, `judge`, `person`.
    public var role: String
    /// Calls.
    public var calls: Int
    /// Tokens of prompts.
    public var inputTokens: Int
    /// Tokens of replies, taken to be of the usual length.
    public var outputTokens: Int
    /// Dollars; nil when the price is not known, 0 for a recording.
    public var dollars: Double?
    /// Whether it is a recording, which costs and takes nothing.
    public var isReplay: Bool
  }

  /// The samples, those graded as written not included.
  public var samples: Int
  /// One a model and role.
  public var shares: [ModelShare]
  /// Calls at once that the suite allows to a provider.
  public var limits: [String: Int]

  /// All calls.
  public var calls: Int { shares.reduce(0) { $0 + $1.calls } }

  /// Dollars of all models whose price is known.
  public var dollars: Double { shares.reduce(0) { $0 + ($1.dollars ?? 0) } }

  /// How long it would take in seconds, with so many samples at once, at the usual length of a call.
  public func seconds(concurrency: Int) -> Double {
    let concurrency = max(1, concurrency)
    let live = shares.filter { !$0.isReplay }
    func rounds(_ shares: [ModelShare], _ atOnce: Int) -> Double {
      Double(shares.reduce(0) { $0 + $1.calls }) / Double(atOnce)
    }
    // The provider that allows the fewest at once is who all wait for.
    let limited = Dictionary(grouping: live, by: \.provider).map { provider, shares in
      rounds(shares, min(concurrency, limits[provider] ?? concurrency))
    }
    return Self.secondsPerCall * max(rounds(live, concurrency), limited.max() ?? 0)
  }

  /// A reply of a hundred tokens from a hosted model. A guess, and said to be one.
  private static let secondsPerCall = 4.0
}

extension EvalPlan {
  /// Tokens of a coach's message where nothing says otherwise.
  private static let usualReply = 150
  /// Tokens of a judge's verdict.
  private static let usualVerdict = 120
  /// Cases that are assembled to find the usual size of a prompt.
  private static let probes = 40

  /// What the plan would take.
  public func estimate(day: CalendarDay) throws -> PlanEstimate {
    var shares: [PlanEstimate.ModelShare] = []
    let cases = Array(cases.prefix(Self.maximumCounted))
    let scale = cases.isEmpty ? 0 : Double(self.cases.count) / Double(cases.count)
    for variant in suite.variants {
      guard let model = candidates[variant.id] else { continue }
      let own = cases.filter { $0.variant.id == variant.id }
      let turns = own.reduce(0) { $0 + messageCount(of: $1.subject) }
      let input = try tokensPerPrompt(own.prefix(Self.probes))
      let output = min(
        suite.parameters.overridden(by: variant.parameters).maximumTokens ?? Self.usualReply,
        Self.usualReply * 2)
      let calls = Int(Double(turns) * scale)
      shares.append(
        share(model.identity, "candidate", calls, input: input, output: output, day))
    }
    shares += try others(cases, scale, day)
    return PlanEstimate(samples: self.cases.count, shares: shares, limits: suite.concurrency)
  }

  private static let maximumCounted = 20_000

  private func others(_ cases: [EvalCase], _ scale: Double, _ day: CalendarDay) throws
    -> [PlanEstimate.ModelShare]
  {
    var shares: [PlanEstimate.ModelShare] = []
    let turns = Double(cases.reduce(0) { $0 + messageCount(of: $1.subject) }) * scale
    let history = Self.meanTokens(cases.prefix(Self.probes).map(\.subject.transcript))
    for use in suite.graders {
      let each = use.grader.plannedCalls
      let count = each.isWhole ? Double(sampleCount) : judgedMessages(use, cases, scale)
      for (model, calls) in each.calls {
        guard let identity = content.models[model]?.identity else { continue }
        shares.append(
          share(
            identity, "judge \(use.id)", Int(count) * calls, input: 400 + history,
            output: Self.usualVerdict, day))
      }
    }
    for judge in suite.pairwise {
      let pairs = cases.isEmpty ? 0 : self.cases.count / suite.variants.count
      for model in judge.models {
        guard let identity = content.models[model]?.identity else { continue }
        shares.append(
          share(
            identity, "pairwise \(judge.id)", pairs * 2 * suite.challengers.count,
            input: 400 + 2 * history, output: Self.usualVerdict, day))
      }
    }
    if let person = suite.person, let identity = content.models[person.model]?.identity {
      shares.append(
        share(identity, "person", Int(turns), input: 600 + history, output: 80, day))
      if let identity = person.checker.flatMap({ content.models[$0]?.identity }) {
        shares.append(
          share(
            identity, "person check", self.cases.count, input: 600 + 2 * history, output: 80, day))
      }
    }
    return shares
  }

  /// Messages that a grader looks at, those of written conversations included.
  private func judgedMessages(_ use: GraderUse, _ cases: [EvalCase], _ scale: Double) -> Double {
    func count(_ transcript: Transcript, _ numbers: [Int], of length: Int) -> Int {
      use.transcripts.includes(transcript)
        ? numbers.count { use.turns.includes($0, of: length) } : 0
    }
    func written(_ transcript: Transcript) -> Int {
      let length = transcript.coachPositions.count
      return count(transcript, suite.turns.numbers(of: length), of: length)
    }
    func asked(_ subject: EvalSubject) -> Int {
      let (transcript, messages) = (subject.transcript, messageCount(of: subject))
      switch suite.replay {
      case .recorded, .nextTurn: return written(transcript)
      case .conversation, .simulated:
        return count(transcript, Array(1..<(messages + 1)), of: messages)
      }
    }
    return Double(cases.reduce(0) { $0 + asked($1.subject) }) * scale
      + Double(referenceSubjects.reduce(0) { $0 + written($1.subject.transcript) })
  }

  private func share(
    _ model: ModelIdentity, _ role: String, _ calls: Int, input: Int, output: Int,
    _ day: CalendarDay
  ) -> PlanEstimate.ModelShare {
    let usage = TokenUsage(input: input * calls, output: output * calls)
    let price = content.prices.entry(for: model.model, provider: model.provider, on: day)?.price
    let isCandidate = role == "candidate"
    let dollars =
      model.isReplay
      ? 0
      : isCandidate && suite.price != nil
        ? suite.price?.price.cost(of: usage) : price?.cost(of: usage)
    return PlanEstimate.ModelShare(
      model: model.description, provider: model.provider, role: role, calls: calls,
      inputTokens: input * calls,
      outputTokens: output * calls, dollars: dollars,
      isReplay: model.isReplay)
  }

  /// Coach messages that a case asks for.
  func messageCount(of subject: EvalSubject) -> Int {
    switch suite.replay {
    case .recorded: 0
    case .nextTurn: suite.turns.numbers(of: subject.transcript.coachPositions.count).count
    case .conversation: suite.turns.last(of: subject.transcript.coachPositions.count)
    case .simulated: suite.turns.last(of: suite.person?.coachMessages ?? 0)
    }
  }

  /// The mean estimate of tokens of the prompts in the middle of some cases.
  private func tokensPerPrompt(_ cases: some Collection<EvalCase>) throws -> Int {
    guard !cases.isEmpty else { return 0 }
    let counter = TokenEstimator()
    var sum = 0
    for evalCase in cases {
      let transcript = evalCase.subject.transcript
      let positions = transcript.coachPositions
      let middle = positions.isEmpty ? 0 : positions[positions.count / 2]
      let prompt = try TurnAssembly(self, evalCase).prompt(
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
