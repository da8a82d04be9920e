public import Conversations
public import LanguageModels
public import PromptTemplates

/// What an evaluation compares, on what, and how it is judged.
public struct EvalSuite: Sendable {
  /// The name in reports.
  public var name: String
  /// What question it answers.
  public var description: String
  /// The folder with the transcripts, as a path that can be opened.
  public var transcriptFolder: String
  /// Which of them take part.
  public var filter: TranscriptFilter
  /// Which coach messages are generated anew.
  public var turns: TurnSelection
  /// The model that is asked when the caller names none.
  public var model: ModelReference?
  /// How it generates.
  public var parameters: ModelParameters
  /// The longest closing message, in tokens, where it may be longer than the others: it carries a
  /// payload.
  public var closingTokens: Int?
  /// What is compared; the first one is the baseline.
  public var variants: [EvalVariant]
  /// Groups of transcripts that are graded as they were written, to read the rates against.
  public var references: [EvalReference]
  /// The graders, in the order of the report.
  public var graders: [any Grader]
  /// What tokens cost, when the suite says so.
  public var price: SuitePrice?
  /// When the evaluation counts as passed; nil when it only informs.
  public var gate: EvalGate?
  /// A digest of the suite's file.
  public var digest: ContentDigest

  /// All parameters of the generation, for reports and recordings.
  public var parametersNote: JSONObject {
    var note = parameters.json
    note["closing_max_tokens"] = closingTokens.map { .integer($0) }
    return note
  }
}

/// One side of a comparison.
public struct EvalVariant: Sendable, Hashable {
  /// Its name in the report.
  public var id: String
  /// The prompt.
  public var prompt: PromptReference
}

/// Transcripts that are graded as they stand.
public struct EvalReference: Sendable, Hashable {
  /// Its name in the report.
  public var id: String
  /// Which transcripts belong to it.
  public var filter: TranscriptFilter
}

/// Chooses transcripts. What is nil or empty does not restrict.
public struct TranscriptFilter: Sendable, Hashable {
  /// Only this kind.
  public var kind: Transcript.Kind?
  /// Only this quality.
  public var quality: Transcript.Quality?
  /// Only those with at least one of these labels.
  public var tags: [String] = []

  /// Whether a transcript is chosen.
  public func includes(_ transcript: Transcript) -> Bool {
    (kind.map { $0 == transcript.kind } ?? true)
      && (quality.map { $0 == transcript.quality } ?? true)
      && (tags.isEmpty || tags.contains { transcript.tags.contains($0) })
  }
}

/// Which coach messages of a transcript are generated anew, each against the recorded history.
public enum TurnSelection: Sendable, Hashable {
  /// All of them.
  case all
  /// These numbers, from 1, and the last one when asked for.
  case chosen([Int], last: Bool)

  /// The numbers for a transcript with so many coach messages.
  public func numbers(of count: Int) -> [Int] {
    switch self {
    case .all: Array(1..<(count + 1))
    case .chosen(let numbers, let last):
      Set(numbers + (last ? [count] : [])).filter { $0 >= 1 && $0 <= count }.sorted()
    }
  }
}

/// The price of tokens, as the suite states it.
public struct SuitePrice: Sendable, Hashable, CustomStringConvertible {
  /// The price.
  public var price: TokenPrice
  /// Whose price it is.
  public var note: String

  /// Whose price it is and what it is.
  public var description: String {
    "\(note): $\(Figures.decimal(price.rates.input, 2)) in and"
      + " $\(Figures.decimal(price.rates.output ?? 0, 2)) out for"
      + " a million tokens"
  }
}

/// What the last variant must reach against the baseline for the evaluation to pass.
public struct EvalGate: Sendable, Hashable, Codable {
  /// The grader that decides.
  public var grader: String
  /// How much worse the variant may be, as a share from 0 to 1.
  public var margin: Double
}
