import Documents
package import SourceFiles
package import TextAnalysis

/// The rules for personas: phrases by rule, outcomes of the checks, and explanations for creators.
package struct PersonaRuleBook: Sendable {
  /// What a phrase of the finder belongs to.
  package enum Owner: Sendable, Hashable {
    case phrase(Phrase)
    /// Cancels the rule's phrases in the same sentence: "never diagnoses".
    case exception(PersonaRule)
    /// Negates what follows it: "never", "without".
    case negation
    /// Two negations that cancel each other: "never seen without".
    case doubleNegation
    /// Negates what precedes it: "niemanden", "nobody".
    case negationBehind
    /// Ends the effect of what precedes it: "but".
    case contrast
    /// Continues a list under one negation: "never diagnoses, treats or prescribes".
    case alternative
  }

  /// A phrase of a rule.
  package struct Phrase: Sendable, Hashable {
    package var rule: PersonaRule
    package var verdict: PersonaVerdict
    /// The fields in which it is looked for; all fields if empty.
    package var fields: Set<PersonaField> = []
    /// Whether it counts despite an exception; a negation still cancels it.
    package var isCertain = false
  }

  /// The outcome of a check.
  package struct CheckEntry: Sendable {
    package var rule: PersonaRule
    package var verdict: PersonaVerdict
    /// The verdict if the finding has no innocent explanation.
    package var graveVerdict: PersonaVerdict
    package var explanation: LocalizedText
  }

  /// The word that stands for the persona's own name in phrases.
  package static let nameWord = "coachname"

  package internal(set) var finder = PhraseFinder.none
  /// What phrases belong to, by rule number of the finder.
  package internal(set) var owners: [Owner] = []
  /// The explanation of each rule as a whole, for creators.
  package internal(set) var explanations: [PersonaRule: LocalizedText] = [:]
  /// The outcome of each check.
  package internal(set) var checks: [PersonaCheck: CheckEntry] = [:]

  /// Creates a book without rules.
  package init() {}

  /// Reads rules from files.
  ///
  /// Throws ``SourceError`` with the location of the problem.
  package init(_ files: PersonaRuleFiles, vocabulary: PhraseVocabulary) throws(SourceError) {
    var reading = Reading(vocabulary)
    try reading.readGroups(files.groups)
    for file in files.rules { try reading.readRule(file) }
    let checks = try Self.checks(files.checks)
    let missing = PersonaRule.askedOfModel.filter { reading.explanations[$0] == nil }
    guard missing.isEmpty else {
      let names = missing.map(\.rawValue).joined(separator: ", ")
      throw SourceError(
        Diagnostic("persona.missing-rule", "no file for \(names)", hint: "write one for each rule"))
    }
    finder = try reading.builder.finder()
    (owners, explanations, self.checks) = (reading.owners, reading.explanations, checks)
  }

  private static func checks(
    _ file: SourceFile
  ) throws(SourceError) -> [PersonaCheck: CheckEntry] {
    var map = try MappingReader(try DocumentNode.parse(file), "a file of checks")
    let list = try map.required("checks")
    try map.finish()
    var checks: [PersonaCheck: CheckEntry] = [:]
    for node in try list.list("'checks'") {
      var map = try MappingReader(node, "a check")
      let check: PersonaCheck = try map.required("check").choice("'check'")
      guard checks[check] == nil else {
        throw node.error("persona.duplicate", "'\(check.rawValue)' is listed twice")
      }
      let verdict = try map.required("verdict").breakingVerdict()
      checks[check] = CheckEntry(
        rule: try map.required("rule").choice("'rule'"), verdict: verdict,
        graveVerdict: try map.optional("grave_verdict")?.breakingVerdict() ?? verdict,
        explanation: try map.explanation())
      try map.finish()
    }
    let missing = PersonaCheck.allCases.filter { checks[$0] == nil }
    guard missing.isEmpty else {
      throw list.error(
        "persona.missing-check",
        "nothing is said of \(missing.map(\.rawValue).joined(separator: ", "))",
        hint: "list every check")
    }
    return checks
  }

  /// The state while files are read.
  private struct Reading {
    let vocabulary: PhraseVocabulary
    var groups: [String: [String]] = [:]
    var builder: PhraseFinder.Builder
    var owners: [Owner] = []
    var explanations: [PersonaRule: LocalizedText] = [:]

    init(_ vocabulary: PhraseVocabulary) {
      self.vocabulary = vocabulary
      builder = PhraseFinder.Builder(vocabulary: vocabulary)
    }

    private var reader: PhraseReader { PhraseReader(groups: groups, vocabulary: vocabulary) }

    mutating func readGroups(_ file: SourceFile) throws(SourceError) {
      var map = try MappingReader(try DocumentNode.parse(file), "a file of groups")
      groups = try map.phraseGroups()
      try insert(try map.required("negations"), what: "'negations'", as: .negation)
      try insert(
        try map.required("double_negations"), what: "'double_negations'", as: .doubleNegation)
      try insert(
        try map.required("negations_behind"), what: "'negations_behind'", as: .negationBehind)
      try insert(try map.required("contrasts"), what: "'contrasts'", as: .contrast)
      try insert(try map.required("alternatives"), what: "'alternatives'", as: .alternative)
      try map.finish()
    }

    mutating func readRule(_ file: SourceFile) throws(SourceError) {
      var map = try MappingReader(try DocumentNode.parse(file), "a rule")
      let ruleNode = try map.required("rule")
      let rule: PersonaRule = try ruleNode.choice("'rule'")
      guard file.path.fileName == "persona_\(rule.rawValue).yaml" else {
        throw ruleNode.error(
          "persona.rule",
          "the rule '\(rule.rawValue)' does not match the file name '\(file.path.fileName)'",
          hint: "name the file 'persona_\(rule.rawValue).yaml'")
      }
      guard explanations[rule] == nil else {
        throw ruleNode.error("persona.duplicate", "'\(rule.rawValue)' has two files")
      }
      _ = try map.string("about")
      let verdict = try map.required("verdict").breakingVerdict()
      let rules = try reader.rules(try map.required("phrases"), "'phrases'") {
        (map: inout MappingReader?) throws(SourceError) in
        Phrase(
          rule: rule, verdict: try map?.optional("verdict")?.breakingVerdict() ?? verdict,
          fields: try Self.fields(map?.optional("fields")),
          isCertain: try map?.optional("certain")?.choice("'certain'", of: Answer.self) == .yes)
      }
      for (phrase, pattern, extra) in rules {
        _ = builder.insert(phrase, pattern)
        owners.append(.phrase(extra))
      }
      if let exceptions = map.optional("exceptions") {
        try insert(exceptions, what: "'exceptions'", as: .exception(rule))
      }
      explanations[rule] = try map.explanation()
      try map.finish()
    }

    private enum Answer: String, CaseIterable { case yes, no }

    private mutating func insert(
      _ node: DocumentNode, what: String, as owner: Owner
    ) throws(SourceError) {
      let rules = try reader.rules(node, what) { (_: inout MappingReader?) throws(SourceError) in }
      for (rule, pattern, _) in rules {
        _ = builder.insert(rule, pattern)
        owners.append(owner)
      }
    }

    private static func fields(_ node: DocumentNode?) throws(SourceError) -> Set<PersonaField> {
      var fields: Set<PersonaField> = []
      for item in try node?.list("'fields'") ?? [] {
        fields.insert(try item.choice("each item of 'fields'"))
      }
      return fields
    }
  }
}

extension DocumentNode {
  /// Reads the verdict on a broken rule, which cannot be `approve`.
  fileprivate func breakingVerdict() throws(SourceError) -> PersonaVerdict {
    let verdict: PersonaVerdict = try choice("a verdict")
    guard verdict != .approve else {
      throw error("persona.verdict", "a break is not approved", hint: "write revise or reject")
    }
    return verdict
  }
}

extension MappingReader {
  /// Reads the explanation for creators, in all languages.
  fileprivate mutating func explanation() throws(SourceError) -> LocalizedText {
    var map = try MappingReader(try required("explanation"), "'explanation'")
    var texts: [String: String] = [:]
    for language in PhraseReader.languages { texts[language] = try map.string(language) }
    try map.finish()
    return LocalizedText(texts)
  }
}
