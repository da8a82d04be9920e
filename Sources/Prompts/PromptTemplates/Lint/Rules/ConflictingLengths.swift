import SourceFiles

/// Finds two lengths for the whole reply that apply at once, in any combination of branches that can be rendered, and
/// of which no text says which one counts: a model keeps one of the two, and not always the same.
///
/// A length for some cases may be narrower than the general one, since it keeps both. An exception under the heading of
/// its rule (`If they write a few words, write two sentences.`) counts in its case. Only English is read.
struct ConflictingLengths: PromptRule {
  static let name = "conflicting-lengths"
  static let summary = "two lengths for one reply, of which nothing says which counts"

  /// The topic under which `coachkit.topics` declares which length counts.
  private static let topic = "length"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    let lengths = subject.lines.instructions.flatMap(StatedLength.all)
    guard lengths.count > 1 else { return [] }
    let ranking = TopicRanking(of: Self.topic, in: subject)
    var seen: Set<[FileLocation]> = []
    var findings: [Diagnostic] = []
    for (number, later) in lengths.enumerated() {
      for earlier in lengths[..<number] where contradict(earlier, later, in: subject) {
        let isDecided = ranking.decides(
          between: (earlier.conditions, earlier.line.position),
          and: (later.conditions, later.line.position))
        guard !isDecided else { continue }
        // The exception is where an author has to say that it is one.
        let (rule, exception) =
          later.isMoreGeneral(than: earlier) ? (later, earlier) : (earlier, later)
        let sentences = [rule, exception].map {
          FileLocation(file: $0.location.file, line: $0.location.line, column: $0.sentence)
        }
        guard seen.insert(sentences).inserted else { continue }
        findings.append(finding(about: exception, against: rule))
      }
    }
    return findings
  }

  private func finding(about exception: StatedLength, against rule: StatedLength) -> Diagnostic {
    let conditions = exception.conditions.description
    let when = conditions.isEmpty ? "" : " when \(conditions)"
    return finding(
      "this sets \(exception.length)\(when), \(rule.location) sets \(rule.length) for the same reply,"
        + " and nothing says which counts",
      at: exception.location, excerpt: exception.line.file.excerpt(at: exception.location),
      hint:
        "say in the prompt which length counts, such as \"If the note gives a length, that length"
        + " counts.\", or keep one")
  }

  private func contradict(_ one: StatedLength, _ other: StatedLength, in subject: LintSubject)
    -> Bool
  {
    guard !one.isInSameSentence(as: other), one.sharesOccasion(with: other),
      subject.canMeet(one.conditions, other.conditions)
    else { return false }
    for (rule, exception) in [(one, other), (other, one)]
    where rule.isMoreGeneral(than: exception) {
      return exception.length.exceeds(rule.length) && !exception.replacesOthers
        && !isException(exception, to: rule)
    }
    let isSameCase =
      one.conditions == other.conditions && one.occasion == other.occasion && !one.hasCondition
      && !other.hasCondition
    return one.length.excludes(other.length)
      || (isSameCase && one.length.differs(from: other.length))
  }

  /// Whether a sentence with a condition follows its rule under the same heading.
  private func isException(_ exception: StatedLength, to rule: StatedLength) -> Bool {
    exception.hasCondition && exception.line.file.path == rule.line.file.path
      && exception.line.position.heading == rule.line.position.heading
      && exception.line.position.section == rule.line.position.section
  }
}
