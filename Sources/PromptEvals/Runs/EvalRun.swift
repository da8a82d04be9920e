import EvalGraders
public import JSON

/// A run of a suite: what was asked, by whom, and how it came to its end. Its samples lie beside it.
public struct EvalRun: Sendable, Hashable {
  /// How far it has come.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// It is under way, or was killed.
    case running
    /// All samples are there.
    case complete
    /// It stopped early because its gate was decided.
    case decided
    /// It stopped at its budget.
    case budget
    /// Somebody stopped it.
    case interrupted
    /// It ended with an error.
    case failed

    /// Whether it came to the end that it was meant to have.
    public var isFinal: Bool { self == .complete || self == .decided }
  }

  /// A name that no other run of the workspace has; sorts by time.
  public var id: String
  /// The suite's name.
  public var suite: String
  /// The path of the suite's file.
  public var suitePath: String
  /// The question that the suite answers.
  public var question: String
  /// When it started, as `2026-03-31 10:20:30Z`.
  public var started: String
  /// How it was gone through.
  public var replay: ReplayMode
  /// The variants, in the suite's order.
  public var variants: [Side]
  /// The variant that the others are compared with.
  public var baseline: String
  /// The references' ids.
  public var references: [String]
  /// The graders as the run used them.
  public var graders: [GraderRole]
  /// How it generated.
  public var parameters: JSONObject
  /// Whose prices the costs are; nil for list prices.
  public var price: String?
  /// The gate that the suite declares.
  public var gate: EvalGate?
  /// The seed of all that is drawn.
  public var seed: UInt64
  /// How many samples it is meant to have, references included.
  public var planned: Int
  /// How many transcripts or personas take part.
  public var subjects: Int
  /// The shares of them at which the gate is looked at; empty where it is looked at once, at the end.
  public var lookFractions: [Double] = []
  /// Everything that decides what is generated and how it is graded, for comparing runs.
  public var configuration: RunConfiguration
  /// How far it has come.
  public var status = Status.running
  /// Why it stopped, in a sentence, where it did not come to its end.
  public var note: String?
  /// The model that took the place of the suite's own, as it was named; nil when the suite's own was asked.
  public var namedModel: String?
  /// The run whose replies this one grades again.
  public var regrades: String?
  /// Whether a person has declared it the one to compare with.
  public var isBlessed = false

  /// One side of the comparison.
  public struct Side: Sendable, Hashable {
    /// The variant's id.
    public var id: String
    /// The prompt, as `name@version`.
    public var prompt: String
    /// The digest of the prompt with its partials.
    public var digest: String
    /// The model, as reports show it.
    public var model: String
    /// What it generates with, over the run's parameters.
    public var parameters: JSONObject
  }

  /// The variants that are compared with the baseline, in order.
  public var challengers: [Side] { variants.filter { $0.id != baseline } }

  /// The sides in the order of reports.
  public var sides: [String] { variants.map(\.id) + references }

  /// All models, each once.
  public var models: [String] {
    variants.map(\.model).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

/// A grader as a run used it.
public struct GraderRole: Sendable, Hashable {
  /// The grader's id.
  public var id: String
  /// What it demands.
  public var summary: String
  /// How much it counts in the overall score.
  public var weight = 1.0
  /// The score from which on a sample meets it.
  public var threshold = 1.0
  /// The number of samples for pass^k; nil for not.
  public var repeats: Int?
  /// Whether a sample fails that does not meet it.
  public var isRequired = false

  init(_ use: GraderUse) {
    id = use.id
    summary = use.summary
    weight = use.weight
    threshold = use.threshold
    repeats = use.repeats
    isRequired = use.isRequired
  }

  init(id: String, summary: String) {
    self.id = id
    self.summary = summary
  }
}
