/// A sentence that says which of several instructions counts: `Where the note gives a length, that one counts.`
struct PrecedenceSentence {
  /// The words of the sentence.
  private let words: Set<String>
  private let conditions: BranchConditions

  /// Returns the sentences of a prompt that say which of several instructions about a topic counts.
  static func all(in lines: [LintLine], about topic: String) -> [PrecedenceSentence] {
    let parts = Set(lines.flatMap { [partName(of: $0.position), $0.position.section] })
    let reader = PrecedenceReader(topic: topic, parts: Set(parts.compactMap { $0 }))
    return lines.flatMap { line in
      LineTokens(line.text).sentences.compactMap { sentence -> PrecedenceSentence? in
        let tokens = sentence.filter { !$0.isQuoted && $0.text != "\"" }
        guard reader.ranks(tokens) else { return nil }
        return PrecedenceSentence(
          words: Set(tokens.filter(\.isWord).map(\.text)), conditions: line.conditions)
      }
    }
  }

  /// Whether the sentence says which of two texts counts: it is there whenever both are, and if it names the app's
  /// note, a section or a partial, not both are in it.
  func decides(
    between one: (conditions: BranchConditions, position: LintPosition),
    and other: (conditions: BranchConditions, position: LintPosition)
  ) -> Bool {
    let positions = [one.position, other.position]
    let holds =
      conditions.isImplied(by: one.conditions) || conditions.isImplied(by: other.conditions)
    guard holds else { return false }
    if words.contains("note") || words.contains("notes") {
      return positions.count { $0.isAfterHistory } == 1
    }
    guard positions.contains(where: names) else { return true }
    return !one.position.isSamePart(as: other.position)
  }

  /// Whether the sentence names the part that a position is in: its partial, or its section outside of partials.
  private func names(_ position: LintPosition) -> Bool {
    (Self.partName(of: position) ?? position.section).map(words.contains) ?? false
  }

  private static func partName(of position: LintPosition) -> String? {
    position.partials.last?.split(separator: ".").first.map(String.init)
  }
}

/// Decides whether a sentence ranks instructions about a topic: by a verb such as `counts`, of which the topic or a part
/// of the prompt is the subject, or by `follow it`.
///
/// `What they tell counts more than the length of their message` has such a verb and the topic, and ranks nothing.
private struct PrecedenceReader {
  let topic: [String]
  /// The words that name parts of the prompt.
  let parts: Set<String>

  private static let verbs: Set<String> = [
    "wins", "win", "counts", "count", "decides", "decide", "overrides", "override", "replaces",
    "replace", "prevails", "prevail",
  ]
  private static let phrases: Set<[String]> = [
    ["takes", "precedence"], ["take", "precedence"], ["has", "priority"], ["have", "priority"],
    ["comes", "first"], ["come", "first"], ["goes", "first"], ["go", "first"],
    ["comes", "before"], ["come", "before"], ["goes", "before"], ["go", "before"],
  ]
  private static let pronouns: Set<[String]> = [
    ["it"], ["that"], ["this"], ["that", "one"], ["this", "one"],
  ]
  private static let determiners: Set<String> = [
    "the", "a", "an", "any", "another", "this", "that", "such", "these", "those",
  ]
  /// People, of whom such a sentence tells something else.
  private static let people: Set<String> = [
    "they", "them", "their", "you", "your", "person", "people", "he", "she", "his", "her",
  ]

  init(topic: String, parts: Set<String>) {
    self.topic = topic.split(separator: "_").map(String.init)
    self.parts = parts.union(["note", "notes", "section", "part"])
  }

  func ranks(_ tokens: [LineTokens.Token]) -> Bool {
    let clauses = tokens.split(whereSeparator: \.isMark).map { $0.map(\.text) }
    var before: [String] = []
    for (number, clause) in clauses.enumerated() {
      let others = clauses[(number + 1)...].flatMap { $0 }
      for (at, word) in clause.enumerated() {
        let rest = Array(clause[(at + 1)...])
        if word == "follow" {
          if isFollowed(rest, after: before, Array(clause[..<at])) { return true }
          continue
        }
        guard Self.verbs.contains(word) || Self.phrases.contains([word] + rest.prefix(1)) else {
          continue
        }
        let subject = clause[..<at].filter { !["then", "always", "still", "and"].contains($0) }
        if isSubject(subject, of: word, after: before, followedBy: rest + others) { return true }
      }
      before += clause
    }
    return false
  }

  private func isSubject(
    _ subject: [String], of verb: String, after before: [String], followedBy rest: [String]
  ) -> Bool {
    if Self.pronouns.contains(subject) { return namesTopic(before) && isOfPrompt(before) }
    guard let first = subject.first, let last = subject.last, isOfPrompt(subject) else {
      return false
    }
    if parts.contains(last), subject.count <= 4 { return namesTopic(before + rest) }
    guard namesTopic(subject) else { return false }
    // `The length counts` may say only that it matters; `that length counts` says which one.
    let namesOne = subject.count > topic.count + 1 || first == "that" || first == "this"
    guard namesOne || !verb.hasPrefix("count") else { return false }
    return first == "what" || namesTopic([first]) || Self.determiners.contains(first)
  }

  /// Whether `follow` is a command about what sets the topic: `if the note sets a length, follow it`.
  private func isFollowed(_ object: [String], after before: [String], _ clause: [String]) -> Bool {
    guard clause.last.map({ ["then", "and", "always"].contains($0) }) ?? true,
      namesTopic(before + clause), isOfPrompt(before + clause)
    else { return false }
    let isPart = object.prefix(4).contains { parts.contains($0) } && isOfPrompt(object)
    return isPart || Self.pronouns.contains(object)
  }

  private func isOfPrompt(_ words: [String]) -> Bool { Self.people.isDisjoint(with: words) }

  /// Whether some words have all words of the topic, in the singular or the plural.
  private func namesTopic(_ words: [String]) -> Bool {
    topic.allSatisfy { part in
      let word = part.hasSuffix("s") ? String(part.dropLast()) : part
      return words.contains(word) || words.contains(word + "s")
    }
  }
}
