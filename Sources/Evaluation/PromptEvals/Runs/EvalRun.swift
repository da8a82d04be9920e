public import Documents
import EvalGraders

/// A run of a suite: what was asked of which models, and how the run ended.
///
/// Its samples are stored beside it.
public struct EvalRun: Sendable, Hashable {
  /// How far a run has come, or how it ended.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// In progress. If the process was killed, ``EvalRun/owner`` works on it no more.
    case running
    /// All samples are stored.
    case complete
    /// Stopped early because the gate was decided.
    case decided
    /// Stopped because the budget was used up.
    case budget
    /// Stopped by the caller.
    case interrupted
    /// Ended with an error.
    case failed

    /// Whether the run ended as intended: complete, or decided early.
    public var isFinal: Bool { self == .complete || self == .decided }
  }

  /// An ID that no other run in the store has.
  ///
  /// IDs from the command-line tool sort by time.
  ///
  /// It is a part of file names, so it has 1 to 200 bytes without slashes and control characters, and begins with
  /// neither a dot nor a hyphen; a store refuses others.
  public var id: String
  /// The name of the suite.
  public var suite: String
  /// The path of the suite's file.
  public var suitePath: String
  /// The question that the suite answers.
  public var question: String
  /// The time of the start, in the form `2026-03-31 10:20:30Z`.
  public var started: String
  /// What is compared, on how much, and how it is graded.
  public var design: Design
  /// Everything that determines what is generated and how it is graded, for comparing runs.
  public var configuration: RunConfiguration
  /// How far the run has come, or how it ended.
  public var status = Status.running
  /// Why the run stopped early, in a sentence; `nil` if there is nothing to add to the status.
  public var note: String?
  /// The process that works on the run, or did; `nil` for a run that was recorded without one.
  public var owner: RunOwner?
  /// The model with which the caller replaced the suite's own, as it was named; `nil` if the suite's own was
  /// asked.
  public var namedModel: String?
  /// The models with each of which the caller ran all variants, as they were named; empty if the suite's own were asked.
  public var namedModels: [String] = []
  /// The ID of the run whose replies this one grades again; `nil` for a run with replies of its own.
  public var regrades: String?
  /// The part of the suite that the run covers.
  public var selection = SuiteSelection()
  /// What the variants' conversations would read from caches; empty without a forecast.
  public var caching: [CacheExpectation] = []
  /// Whether later runs of the suite are compared with this one; see ``EvalStore/bless(_:)``.
  public var isBlessed = false

  /// What the budgets of the run have counted, with guesses for calls without reported tokens; `nil` without a budget.
  ///
  /// A resumed run continues from there: stored samples have only the tokens that were reported.
  public var spending: Spending?

  /// Money and tokens that were used up.
  public struct Spending: Sendable, Hashable {
    /// Dollars.
    public var dollars: Double
    /// Tokens of prompts and replies.
    public var tokens: Int

    /// Creates a value, by default of a run that has spent nothing.
    public init(dollars: Double = 0, tokens: Int = 0) {
      self.dollars = dollars
      self.tokens = tokens
    }
  }

  /// The design of the comparison: its sides, the amount of data, and the grading.
  public struct Design: Sendable, Hashable {
    /// How conversations were replayed.
    public var replay: ReplayMode
    /// What was run for each message; ``EvalPipeline/prompt`` for tasks.
    public var pipeline = EvalPipeline.prompt
    /// The variants, in the suite's order.
    public var variants: [Side]
    /// The ID of the variant with which the others are compared.
    public var baseline: String
    /// The IDs of the references, in the suite's order.
    public var references: [String]
    /// The graders with their settings in this run.
    public var graders: [GraderRole]
    /// The generation parameters of the suite, as JSON.
    public var parameters: JSONObject
    /// The price that the suite states for its candidates, in words; `nil` for list prices.
    public var price: String?
    /// The suite's gate; `nil` if it declares none.
    public var gate: EvalGate?
    /// The seed for the order of the transcripts and for resampling.
    public var seed: UInt64
    /// The planned number of samples, including references.
    public var planned: Int
    /// The number of transcripts or personas that take part.
    public var subjects: Int
    /// The shares of the transcripts at which the gate is looked at; empty for a single analysis at the end.
    public var lookFractions: [Double] = []
    /// The largest share of samples, from 0 to 1, on which a grader may fail; above it, and if it fails on all of them,
    /// the run has an error.
    public var toleratedFailures = EvalSuite.Grading.defaultToleratedFailures

    /// How messages came about, in the words of reports: `next-turn through the product's turn`.
    public var method: String {
      guard replay.isOfConversations else { return replay.rawValue }
      return switch pipeline {
      case .turn: "\(replay.rawValue) through the product's turn"
      case .prompt: "\(replay.rawValue) with the bare prompt"
      }
    }

    /// The variants that are compared with the baseline, in the suite's order.
    public var challengers: [Side] { variants.filter { $0.id != baseline } }

    /// The IDs of all sides in the order of reports: variants first, then references.
    public var sides: [String] { variants.map(\.id) + references }

    /// The models of all variants, each once.
    public var models: [String] {
      variants.map(\.model).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
  }

  /// A variant as it was run.
  public struct Side: Sendable, Hashable {
    /// The id of the variant.
    public var id: String
    /// The prompt, as `name@version`.
    public var prompt: String
    /// The digest of the prompt, including its partials.
    public var digest: String
    /// The model, as reports show it; empty if nothing was generated.
    public var model: String
    /// Generation parameters that override the run's, as JSON.
    public var parameters: JSONObject
    /// The digest of what the prompt declares of its replies: their schema, tags and contract. `nil` in runs from before it
    /// was stored.
    public var reading: String?
  }
}

extension EvalRun {
  /// The challengers that are the same as the baseline: prompt, model and everything else that is set for a variant.
  public var repeatedVariants: [String] {
    guard design.replay != .recorded,
      let baseline = design.variants.first(where: { $0.id == design.baseline })
    else { return [] }
    return design.challengers.filter { side in
      side.digest == baseline.digest && side.model == baseline.model
        && side.parameters == baseline.parameters
        && ["domain", "left out", "inputs"].allSatisfy {
          configuration.generation["\($0) of \(side.id)"]
            == configuration.generation["\($0) of \(baseline.id)"]
        }
    }.map(\.id)
  }

  /// Whether a text can be the ID of a run: it becomes part of file names.
  static func isValidID(_ id: String) -> Bool {
    (1...200).contains(id.utf8.count) && !id.hasPrefix(".") && !id.hasPrefix("-")
      && !id.unicodeScalars.contains {
        $0 == "/" || $0 == "\\" || $0.properties.generalCategory == .control
          || $0.properties.isDefaultIgnorableCodePoint
      }
  }
}

/// A grader with its settings in a run.
public struct GraderRole: Sendable, Hashable {
  /// The id of the grader.
  public var id: String
  /// What the grader requires, in one sentence.
  public var summary: String
  /// The weight in the overall score; 0 for a grader that only informs.
  public var weight = 1.0
  /// The score, from 0 to 1, at which a sample meets the grader's requirement.
  public var threshold = 1.0
  /// The k of pass^k; `nil` if pass^k is not asked for.
  public var repeats: Int?
  /// Whether the grader is an assertion: a sample that does not meet it fails the run.
  public var isRequired = false
  /// Whether the assertion only informs: what it finds is shown, and fails nothing.
  public var onlyInforms = false
  /// Whether models judge; `false` in runs that were stored before it was recorded.
  public var isJudge = false

  init(_ use: GraderUse) {
    id = use.id
    summary = use.summary
    weight = use.weight
    threshold = use.threshold
    repeats = use.repeats
    isRequired = use.isRequired
    onlyInforms = use.onlyInforms
    isJudge = !use.grader.models.isEmpty
  }

  init(id: String, summary: String) {
    self.id = id
    self.summary = summary
  }
}
