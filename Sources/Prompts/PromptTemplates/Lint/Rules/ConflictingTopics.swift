import SourceFiles

/// Finds a topic that one part of the prompt allows and another forbids, as their authors declared it in comments or in
/// the front matter, where both can be in one rendering and nothing says which of the two counts.
struct ConflictingTopics: PromptRule {
  static let name = "conflicting-topics"
  static let summary = "a topic that one part allows and another forbids ('coachkit.topics')"

  /// What a part of the prompt declares about a topic.
  private struct Declared {
    var topic: String
    var stance: TopicStance
    /// The comment, or the lines of the part: branches can render some of them and not others.
    var texts: [Text]
  }

  /// A text that a declaration is about.
  private struct Text {
    var location: FileLocation
    var file: SourceFile
    var conditions: BranchConditions
    var position: LintPosition
  }

  func findings(in subject: LintSubject) -> [Diagnostic] {
    let declared = notes(in: subject) + frontMatter(in: subject)
    var findings = unknownParts(in: subject)
    for topic in Set(declared.map(\.topic)).sorted() {
      let ranking = TopicRanking(of: topic, in: subject)
      let all = declared.filter { $0.topic == topic }
      let allowing = all.filter { $0.stance == .allows }.flatMap(\.texts)
      for declaration in all where declaration.stance == .forbids {
        guard
          let (forbidding, contradicting) = contradiction(
            of: declaration.texts, to: allowing, ranking, in: subject)
        else { continue }
        findings.append(
          finding(
            "this forbids '\(topic)', \(contradicting.location) allows it, and nothing says which"
              + " counts",
            at: forbidding.location, excerpt: forbidding.file.excerpt(at: forbidding.location),
            hint: "say in the prompt which of the two counts and declare it as"
              + " 'coachkit.topics: {\(topic): {decides: …}}', or leave one out"))
      }
    }
    return findings
  }

  /// Returns the first text that forbids what another one allows in the same rendering, with that one.
  private func contradiction(
    of forbidding: [Text], to allowing: [Text], _ ranking: TopicRanking, in subject: LintSubject
  ) -> (forbidding: Text, allowing: Text)? {
    for one in forbidding {
      let other = allowing.first { other in
        !other.position.isSamePart(as: one.position)
          && subject.canMeet(other.conditions, one.conditions)
          && !ranking.decides(
            between: (other.conditions, other.position), and: (one.conditions, one.position))
      }
      if let other { return (one, other) }
    }
    return nil
  }

  private func notes(in subject: LintSubject) -> [Declared] {
    subject.topics.flatMap { topic in
      topic.note.topics.map { name in
        Declared(
          topic: name, stance: topic.note.stance,
          texts: [
            Text(
              location: topic.file.location(at: topic.note.offset), file: topic.file,
              conditions: topic.conditions, position: topic.position)
          ])
      }
    }
  }

  /// Returns what the front matter says of sections and partials.
  private func frontMatter(in subject: LintSubject) -> [Declared] {
    subject.template.frontMatter.topics.flatMap { declaration in
      let stances =
        declaration.allowing.map { ($0, TopicStance.allows) }
        + declaration.forbidding.map { ($0, TopicStance.forbids) }
      return stances.map { part, stance in
        Declared(
          topic: declaration.topic, stance: stance,
          texts: lines(of: part.name, in: subject).map {
            Text(
              location: $0.location, file: $0.file, conditions: $0.conditions,
              position: $0.position)
          })
      }
    }
  }

  /// Returns the lines of a section or partial; those of the partials in it only if it has no others.
  private func lines(of part: String, in subject: LintSubject) -> [LintLine] {
    let own = subject.lines.filter { $0.position.isDirectlyIn(part) }
    return own.isEmpty ? subject.lines.filter { $0.position.isIn(part) } : own
  }

  /// Finds parts in the front matter that the prompt does not have.
  private func unknownParts(in subject: LintSubject) -> [Diagnostic] {
    let positions = Set(subject.lines.map(\.position))
    let known = Set(positions.flatMap { $0.partials + [$0.section].compactMap { $0 } }).sorted()
    return subject.template.frontMatter.topics.flatMap { declaration in
      let parts =
        declaration.allowing + declaration.forbidding + [declaration.deciding].compactMap { $0 }
      return parts.filter { !known.contains($0.name) }.map { part in
        finding(
          "the prompt has no section and no partial '\(part.name)' with text", at: part.location,
          excerpt: subject.template.file.excerpt(at: part.location),
          hint: known.hint(for: part.name) ?? "name a section or a partial")
      }
    }
  }
}
