public import CoachModel
public import CoachTranscripts
public import Documents
public import EvalGraders
public import LanguageModels
public import PromptTemplates
public import SourceFiles

/// The definition of an evaluation: the variants that are compared, the transcripts or cases on which they are
/// compared, and the graders of their replies.
///
/// ```swift
/// import CoachKit
/// import PromptEvals
///
/// let files = DiskFileSystem()
/// let suite = try EvalSuite(files.read("Evals/suites/discovery-ab.yaml"), files: files)
/// let subjects = try EvalSubjects.read(suite, files: files)
/// print("\(suite.name): \(suite.comparison.variants.count) variants, \(subjects.count) transcripts")
/// for model in suite.modelReferences { print("model: \(model)") }
/// ```
public struct EvalSuite: Sendable {
  /// The name in reports.
  public var name: String
  /// The question that the suite answers.
  public var description: String
  /// The conversations, or the cases of a task, that the variants are compared on.
  public var transcripts: TranscriptSelection
  /// How conversations are replayed; ``ReplayMode/nextTurn`` by default.
  public var replay: ReplayMode
  /// What is run for each message of a conversation; ``EvalPipeline/turn`` by default.
  public var pipeline: EvalPipeline
  /// Whether the suite's file names the pipeline.
  var namesPipeline: Bool
  /// The day on which conversations take place, for prompts that refer to it. A history states its own.
  public var today = defaultToday
  /// How replies are generated, unless a variant has settings of its own.
  public var generation: Generation
  /// How many samples of each transcript are generated for each variant.
  public var samples: SampleCounts
  /// The seed for the order of the transcripts and for resampling.
  ///
  /// Models have a seed of their own in ``Generation/parameters``.
  public var seed: UInt64
  /// What is compared with what.
  public var comparison: Comparison
  /// What judges the replies.
  public var grading: Grading
  /// What a run may consume, and how fast.
  public var limits: Limits
  /// The conditions under which the evaluation passes; `nil` if it only informs.
  public var gate: EvalGate?
  /// A digest of the suite's file and of all files that it includes.
  public var digest: ContentDigest
  /// The day of suites that name none, 2026-01-15: a turn always knows the day, and runs of one suite must not differ by it.
  public static let defaultToday = CalendarDay(number: 20_468)

  /// Where the suite names its models.
  var modelNodes: [ModelReference: DocumentNode] = [:]

  /// The part of the suite that is run; see ``select(_:)``.
  public internal(set) var selection = SuiteSelection()
}

extension EvalSuite {
  /// Which transcripts or cases take part, and which of their messages.
  public struct TranscriptSelection: Sendable {
    /// The folders, files or patterns from which transcripts are read, or personas for ``ReplayMode/simulated``, or cases
    /// for ``ReplayMode/task``.
    public var paths: [String]
    /// The cases that stand in the suite itself.
    public var cases: [TaskCase] = []
    /// What the columns of tables of cases are.
    public var columns = CaseColumns()
    /// Which of the transcripts take part.
    public var filter = TranscriptFilter()
    /// Which coach messages are generated, or graded as written; all by default.
    public var turns = TurnSelection.all
  }

  /// The models that write conversations, and their settings.
  public struct Generation: Sendable, Hashable {
    /// The model for variants that name none.
    public var model: ModelReference?
    /// The generation parameters of all variants, which a variant's own override.
    public var parameters = ModelParameters()
    /// The maximum number of tokens of a closing message, which may be longer than the others because it carries
    /// a payload; `nil` for the same maximum.
    public var closingTokens: Int?
    /// The tools that candidates may call; what they call is graded, and not carried out.
    public var tools: [ToolDeclaration] = []
    /// Whether candidates may, must or must not call tools; `nil` for the provider's default.
    public var toolChoice: ToolChoice?
    /// The price of the candidates' tokens, if the suite states one; `nil` for list prices.
    public var price: SuitePrice?
    /// The model that plays the person; required for ``ReplayMode/simulated``.
    public var person: SimulatedPersonUse?

    /// The generation parameters as JSON, with ``closingTokens``, for reports and recordings.
    public var parametersNote: JSONObject {
      var note = parameters.json
      note["closing_max_tokens"] = closingTokens.map { .integer($0) }
      return note
    }
  }

  /// The variants, and what their scores are compared with.
  public struct Comparison: Sendable, Hashable {
    /// The variants that are compared, at least one.
    public var variants: [EvalVariant]
    /// The ID of the variant with which the others are compared; the first one by default.
    public var baseline: String
    /// Groups of transcripts that are graded as written, as a yardstick for the variants' scores.
    public var references: [EvalReference]

    /// The variants that are compared with the baseline, in the suite's order.
    public var challengers: [EvalVariant] { variants.filter { $0.id != baseline } }

    /// The comparison of a suite whose variants could not be read.
    static let none = Comparison(variants: [], baseline: "", references: [])
  }

  /// The graders of single replies and conversations, and the judges of pairs.
  public struct Grading: Sendable {
    /// The graders, in the order of the report; by default all that take no options.
    public var graders: [GraderUse]
    /// Judges that compare the replies of two variants side by side.
    public var pairwise: [PairwiseJudge] = []
    /// The largest share of samples, from 0 to 1, on which a grader may fail; above it, and if it fails on all of them,
    /// the run has an error.
    public var toleratedFailures = defaultToleratedFailures

    /// A tenth of the samples.
    public static let defaultToleratedFailures = 0.1
  }

  /// What the calls of a run may consume.
  ///
  /// ``EvalRunner`` does not enforce it: create the models with ``EvalModels``, which share it.
  public struct Limits: Sendable, Hashable {
    /// The maximum cost, tokens and duration of a run.
    public var budget = SuiteBudget()
    /// The maximum number of concurrent calls, by the name of the provider.
    public var concurrency: [String: Int] = [:]
  }
}

/// One side of a comparison: a prompt, and the settings that differ from the suite's.
public struct EvalVariant: Sendable, Hashable {
  /// The name in reports, unique among the suite's variants and references.
  public var id: String
  /// The prompt from which replies are generated.
  public var prompt: PromptReference
  /// The model; `nil` for the suite's.
  public var model: ModelReference?
  /// Generation parameters that override the suite's.
  public var parameters = ModelParameters()
  /// The ID of the domain; `nil` for the transcript's.
  public var domain: String?
  /// The names of prompt sections that are left out.
  public var leftOut: [String] = []
  /// Prompt inputs that override all others.
  public var inputs: JSONObject = [:]
  /// The ID that the suite gives, if ``EvalSuite/cross(with:)`` has made another; `nil` for ``id``.
  var ownID: String?
}

/// A group of transcripts that are graded as written.
public struct EvalReference: Sendable, Hashable {
  /// The name in reports, unique among the suite's variants and references.
  public var id: String
  /// Which transcripts belong to the group.
  public var filter: TranscriptFilter
}

extension EvalSuite {
  /// Runs what an earlier run did, unless the suite names its pipeline: so that runs from before there was a choice can be
  /// resumed and graded again.
  public mutating func adopt(_ earlier: EvalPipeline) {
    guard !namesPipeline else { return }
    pipeline = earlier
    if pipeline == .prompt {
      grading.graders.removeAll { $0.id == GraderRegistry.guardrails.id }
    }
  }

  /// The variants that name a model of their own, other than the suite's: ``replaceModel(by:)`` does not change them.
  public var variantsWithOtherModels: [EvalVariant] {
    comparison.variants.filter { $0.model != nil && $0.model != generation.model }
  }

  /// Replaces the suite's model everywhere it is used: by variants, graders, pairwise judges and the simulated
  /// person.
  ///
  /// Other models stay; see ``variantsWithOtherModels``.
  public mutating func replaceModel(by other: ModelReference) {
    let own = generation.model
    generation.model = other
    guard let own else { return }
    for index in comparison.variants.indices where comparison.variants[index].model == own {
      comparison.variants[index].model = other
    }
    for index in grading.graders.indices {
      let grader = grading.graders[index].grader
      guard grader.models.contains(own) else { continue }
      grading.graders[index].grader = grader.asking(grader.models.map { $0 == own ? other : $0 })
    }
    for index in grading.pairwise.indices {
      let judge = grading.pairwise[index]
      grading.pairwise[index].models = judge.models.map { $0 == own ? other : $0 }
    }
    if generation.person?.model == own { generation.person?.model = other }
    if generation.person?.checker == own { generation.person?.checker = other }
  }
}

/// What an evaluation runs for each message of a conversation.
public enum EvalPipeline: String, Sendable, Hashable, CaseIterable {
  /// The product's turn: screening, routing, the window of the conversation, what is known of the person, the prompt with
  /// its own parameters, reply tags and guardrails. So what is measured is what a person would get.
  case turn
  /// The prompt alone, with all that was said before. The reply is taken as it is written.
  case prompt
}

/// How the conversation of a transcript is replayed.
public enum ReplayMode: String, Sendable, Hashable, CaseIterable {
  /// Nothing is generated; the coach's messages are graded as they were written.
  case recorded
  /// Each coach message is generated from the recorded history.
  case nextTurn = "next-turn"
  /// The whole conversation is generated: the coach's own replies become the history, and the person says what
  /// was recorded.
  case conversation
  /// The whole conversation is generated, with a model that plays the person.
  case simulated
  /// There is no conversation: one reply is generated from the inputs of a case.
  case task

  /// Whether replies of a conversation are generated.
  public var isOfConversations: Bool { self != .recorded && self != .task }

  /// What counts once in the figures, in the words of reports: `transcript` or `case`.
  public var unit: String { self == .task ? "case" : "transcript" }
}
