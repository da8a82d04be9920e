/// The words of evaluations, each with one meaning.
///
/// `coachkit eval --help` shows them, and so does the documentation.
enum EvalGlossary {
  static let terms: [(word: String, meaning: String)] = [
    ("version", "one file of a prompt, such as discovery@v2"),
    ("variant", "a version with the model, parameters and inputs with which a suite asks"),
    ("baseline", "the variant that the others, the challengers, are compared with"),
    ("reference", "transcripts that are graded as they were written, as a yardstick"),
    ("side", "a column of the results: a variant or a reference"),
    ("transcript", "one recorded conversation; it counts once, however many messages it has"),
    ("case", "in place of a transcript: the inputs of a task, with what is expected of the reply"),
    ("cluster", "the transcripts of one person; only clusters are independent of each other"),
    ("sample", "one attempt at one transcript with one variant"),
    ("grader", "judges one thing about messages, and scores it from 0 to 1"),
    ("judge", "a grader that asks a model"),
    ("assertion", "a grader that every sample must pass: one that does not fails the run"),
    ("required", "the key that makes an assertion of a grader; always set under 'assertions'"),
    ("threshold", "the score from which on a sample passes a grader; 1 by default"),
    ("gate", "what a suite demands of the figures: a margin to the baseline, or a level"),
    ("outcome", "what a run ends with: error, failed, inconclusive, passed or informed"),
  ]

  /// The terms as lines for a terminal.
  static var text: String {
    let width = terms.map(\.word.count).max() ?? 0
    return terms.map { term in
      term.word + String(repeating: " ", count: width + 2 - term.word.count) + term.meaning
    }.joined(separator: "\n")
  }
}
