package import CoachModel
package import Documents

/// Anonymised transcripts, with the mapping back to the originals, which must stay secret.
package struct AnonymisedTranscripts: Sendable {
  /// A text that was replaced wherever it occurred in the chats of one person.
  package struct Replacement: Sendable, Hashable {
    /// The ids of the person's new transcripts.
    package let transcripts: [String]
    /// The kind of personal data.
    package let kind: PersonalDataKind
    /// The original text, as written where it first occurred.
    package let original: String
    /// The text that replaces the original.
    package let standIn: String
    /// The number of occurrences that were replaced.
    package let count: Int
  }

  /// The anonymised transcripts, in the order of the originals.
  package internal(set) var transcripts: [Transcript]
  /// The replacements, person by person.
  package internal(set) var replacements: [Replacement]
  /// Capitalised words that remain inside sentences, the most frequent first.
  ///
  /// Names that the options do not list may be among them.
  package internal(set) var capitalisedWords: [(word: String, count: Int)] = []

  /// Returns how many different texts of a kind were replaced and how often, or `nil` if none was.
  package func count(of kind: PersonalDataKind) -> (different: Int, replaced: Int)? {
    let found = replacements.filter { $0.kind == kind }
    return found.isEmpty ? nil : (found.count, found.reduce(0) { $0 + $1.count })
  }

  /// The mapping from originals to stand-ins as JSON, for a file that nobody else may read.
  package var map: JSONValue {
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

  /// What the anonymiser does not look for, for the person who has to read the result.
  package static let limits = [
    "names that --names does not list, and misspelt ones: see the words above",
    "what points to somebody without naming them: a job, a firm, a town, a school, an illness, the news",
    "streets and postcodes, dates of birth, numbers of fewer than seven digits",
    "addresses and numbers in words (\"sarah dot jones at work\")",
  ]
}
