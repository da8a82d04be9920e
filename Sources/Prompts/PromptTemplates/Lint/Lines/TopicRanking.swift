import SourceFiles

/// What a prompt says of which text about a topic counts: sentences, comments and the front matter.
struct TopicRanking {
  private let sentences: [PrecedenceSentence]
  /// The sections and partials that the front matter lets decide.
  private let places: [String]
  /// The parts of the prompt in which a comment says that they decide.
  private let parts: [LintPosition]

  init(of topic: String, in subject: LintSubject) {
    sentences = PrecedenceSentence.all(in: subject.lines.instructions, about: topic)
    places = subject.template.frontMatter.topics.filter { $0.topic == topic }
      .compactMap(\.deciding?.name)
    parts = subject.topics.filter { $0.note.stance == .decides && $0.note.topics.contains(topic) }
      .map(\.position)
  }

  /// Returns how closely a position belongs to what decides: 2 for a deciding part's own text, 1 for what it includes.
  private func rank(_ position: LintPosition) -> Int {
    if parts.contains(where: position.isSamePart) { return 2 }
    return places.map { position.isDirectlyIn($0) ? 2 : position.isIn($0) ? 1 : 0 }.max() ?? 0
  }

  /// Whether the prompt says which of two texts counts. A declared part counts over all others and over the partials in
  /// it, but does not decide between two texts of its own.
  func decides(
    between one: (conditions: BranchConditions, position: LintPosition),
    and other: (conditions: BranchConditions, position: LintPosition)
  ) -> Bool {
    rank(one.position) != rank(other.position)
      || sentences.contains { $0.decides(between: one, and: other) }
  }
}
