public import Conversations

/// The outcome of an evaluation: what was asked, and every sample.
public struct EvalRun: Sendable {
  /// A name that no other run of the workspace has; sorts by time.
  public var id: String
  /// The suite's name.
  public var suite: String
  /// The digest of the suite's file.
  public var suiteDigest: String
  /// The question that the suite answers.
  public var question: String
  /// When it started, as `2026-03-31 10:20:30Z`.
  public var started: String
  /// The model, as reports show it.
  public var model: String
  /// How it generated.
  public var parameters: JSONObject
  /// The variants' ids, the baseline first, each with its prompt and the prompt's digest.
  public var variants: [Side]
  /// The references' ids.
  public var references: [String]
  /// The graders' ids with what they demand.
  public var graders: [GraderNote]
  /// The price of tokens with its source.
  public var price: SuitePrice?
  /// The gate that the suite declares.
  public var gate: EvalGate?
  /// Whether it came to its end.
  public var isComplete = true
  /// Every sample.
  public var samples: [EvalSample]

  /// One side of the comparison.
  public struct Side: Sendable, Hashable, Codable {
    /// The variant's id.
    public var id: String
    /// The prompt, as `name@version`.
    public var prompt: String
    /// The digest of the prompt with its partials.
    public var digest: String
  }

  /// A grader as the run used it.
  public struct GraderNote: Sendable, Hashable, Codable {
    /// The grader's id.
    public var id: String
    /// What it demands.
    public var summary: String
  }
}

/// One transcript under one variant, or as it was written.
public struct EvalSample: Sendable, Hashable, Codable {
  /// The variant's or reference's id.
  public var side: String
  /// Whether the transcript was graded as it was written.
  public var isReference: Bool
  /// The transcript's id.
  public var transcript: String
  /// The transcript's title.
  public var title: String
  /// The coach's messages.
  public var turns: [EvalTurn]
  /// The verdicts.
  public var grades: [Grade]
}

/// One coach message of a sample.
public struct EvalTurn: Sendable, Hashable, Codable {
  /// Its number among the coach's messages.
  public var number: Int
  /// What the person had said just before; nil when nobody or the coach had spoken.
  public var personBefore: String?
  /// What the model wrote, tags included.
  public var reply: String
  /// What the person would read.
  public var visibleText: String
  /// The digest of the request; nil for a written message.
  public var request: String?
  /// Why the reply ended.
  public var finish: String?
  /// Tokens of the prompt.
  public var inputTokens: Int?
  /// Tokens of the prompt that a cache supplied.
  public var cachedTokens: Int?
  /// Tokens of the reply.
  public var outputTokens: Int?
  /// Why there is no whole reply. Such a turn is not graded.
  public var error: String?
}

extension [EvalTurn] {
  /// What all calls consumed together; a count that one of them lacks is unknown.
  var usage: TokenUsage {
    reduce(.zero) { usage, turn in
      usage
        + TokenUsage(
          input: turn.inputTokens, cachedInput: turn.cachedTokens, output: turn.outputTokens)
    }
  }
}
