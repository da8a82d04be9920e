public import EvalGraders
public import JSON
public import LanguageModels
public import PromptTemplates
public import SourceFiles
public import Transcripts

/// What an evaluation compares, on what, and how it is judged.
public struct EvalSuite: Sendable {
  /// The name in reports.
  public var name: String
  /// What question it answers.
  public var description: String
  /// Where the conversations come from, as paths that can be opened: folders, files or patterns.
  public var transcriptPaths: [String]
  /// Which of them take part.
  public var filter: TranscriptFilter
  /// How they are gone through again.
  public var replay: ReplayMode
  /// Which coach messages are generated anew.
  public var turns: TurnSelection
  /// The model that is asked when a variant and the caller name none.
  public var model: ModelReference?
  /// How it generates.
  public var parameters: ModelParameters
  /// The longest closing message, in tokens, where it may be longer than the others: it carries a
  /// payload.
  public var closingTokens: Int?
  /// How often each case is generated.
  public var samples: SampleCounts
  /// The seed of everything that is drawn here: the order of the cases, resampling. Models have their own
  /// in ``parameters``.
  public var seed: UInt64
  /// What is compared.
  public var variants: [EvalVariant]
  /// The variant that the others are compared with.
  public var baseline: String
  /// Groups of transcripts that are graded as they were written, to read the rates against.
  public var references: [EvalReference]
  /// The graders, in the order of the report.
  public var graders: [GraderUse]
  /// Judges that see two variants' replies side by side.
  public var pairwise: [PairwiseJudge]
  /// Who talks with the coach, where nobody's recorded words are used.
  public var person: SimulatedPersonUse?
  /// What it may spend.
  public var budget: SuiteBudget
  /// How many calls may be under way at a provider, by its name; the others find their own measure.
  public var concurrency: [String: Int]
  /// What tokens cost, when the suite says so.
  public var price: SuitePrice?
  /// When the evaluation counts as passed; nil when it only informs.
  public var gate: EvalGate?
  /// A digest of the suite's file and of all that it includes.
  public var digest: ContentDigest

  /// All parameters of the generation, for reports and recordings.
  public var parametersNote: JSONObject {
    var note = parameters.json
    note["closing_max_tokens"] = closingTokens.map { .integer($0) }
    return note
  }

  /// The variants that are compared with the baseline, in order.
  public var challengers: [EvalVariant] { variants.filter { $0.id != baseline } }
}

/// One side of a comparison. What is nil is as the suite says.
public struct EvalVariant: Sendable, Hashable {
  /// Its name in the report.
  public var id: String
  /// The prompt.
  public var prompt: PromptReference
  /// The model, where it is not the suite's.
  public var model: ModelReference?
  /// What it generates with, over the suite's parameters.
  public var parameters = ModelParameters()
  /// The domain, where it is not the transcript's.
  public var domain: String?
  /// Sections of the prompt that are left out, by name.
  public var leftOut: [String] = []
  /// Inputs that are set, over everything that is known.
  public var inputs: JSONObject = [:]
}

/// Transcripts that are graded as they stand.
public struct EvalReference: Sendable, Hashable {
  /// Its name in the report.
  public var id: String
  /// Which transcripts belong to it.
  public var filter: TranscriptFilter
}

extension EvalSuite {
  /// Puts a model in the place of the suite's own, also where it judges or plays the person.
  public mutating func replaceModel(by other: ModelReference) {
    let own = model
    model = other
    guard let own else { return }
    for place in variants.indices where variants[place].model == own {
      variants[place].model = other
    }
    for place in graders.indices where graders[place].grader.models.contains(own) {
      let grader = graders[place].grader
      graders[place].grader = grader.asking(grader.models.map { $0 == own ? other : $0 })
    }
    for place in pairwise.indices {
      pairwise[place].models = pairwise[place].models.map { $0 == own ? other : $0 }
    }
    if person?.model == own { person?.model = other }
    if person?.checker == own { person?.checker = other }
  }
}
