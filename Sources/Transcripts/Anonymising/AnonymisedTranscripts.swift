public import CoachModel
public import JSON

/// What became of transcripts, with the way back, which is a secret.
public struct AnonymisedTranscripts: Sendable {
  /// A text that was replaced wherever it stood in the chats of one person.
  public struct Replacement: Sendable, Hashable {
    /// The ids of the person's new transcripts.
    public let transcripts: [String]
    /// What it was.
    public let kind: PersonalDataKind
    /// As it was written when it was first met.
    public let original: String
    /// What is there now.
    public let standIn: String
    /// How often.
    public let count: Int
  }

  /// The transcripts, in the order in which they came.
  public internal(set) var transcripts: [Transcript]
  /// What was replaced.
  public internal(set) var replacements: [Replacement]
  /// Words that are capitalised inside of sentences and were left, the most frequent first: among them may
  /// be names that nothing introduced.
  public internal(set) var capitalisedWords: [(word: String, count: Int)] = []

  /// How many different texts of a kind were replaced, and how often; nil when none was.
  public func count(of kind: PersonalDataKind) -> (different: Int, replaced: Int)? {
    let found = replacements.filter { $0.kind == kind }
    return found.isEmpty ? nil : (found.count, found.reduce(0) { $0 + $1.count })
  }

  /// The mapping from what was to what is, for a file that nobody else may read.
  public var map: JSONValue {
    [
      "replacements": .array(
        replacements.map { replacement in
          [
            "transcripts": .array(replacement.transcripts.map { .string($0) }),
            "kind": .string(replacement.kind.rawValue),
            "original": .string(replacement.original), "stand_in": .string(replacement.standIn),
            "count": .integer(replacement.count),
          ]
        })
    ]
  }

  /// What is not looked for, for whoever must read the result.
  public static let limits = [
    "names that --names does not list, and misspelt ones: see the words above",
    "what points to somebody without naming them: a job, a firm, a town, a school, an illness, the news",
    "streets and postcodes, dates of birth, numbers of fewer than seven digits",
    "addresses and numbers in words (\"sarah dot jones at work\")",
  ]
}
