public import CoachModel
public import SafetyRules
import TextAnalysis

/// The deterministic part of a persona's review: phrases by rule, and checks of the text's form.
///
/// It needs no model, gives the same verdict for the same text, and states for each finding where it is and what
/// would have to change. It covers English, Spanish and, with less coverage, German, sentence by sentence. It sees
/// what is said and not what is meant: harm in kind words, or spread over the fields, is for a model and for people
/// to find. That it finds nothing is no proof.
///
/// ```swift
/// let persona = Persona(
///   name: "Marlow", tone: "Warm and direct.",
///   methodology: "Asks one question at a time and sums up what was said.",
///   personality: "A patient listener with dry humour.")
/// let review = PersonaRules.builtIn.review(persona, language: "en")
/// if review.verdict != .approve {
///   for finding in review.findings { print(finding.field, finding.quote, finding.explanation) }
/// }
/// ```
public struct PersonaRules: Sendable {
  /// The number of fields in which one rule has to be broken for the persona to count as built on it.
  static let fieldsOfWhole = 3

  private let phrases: PersonaPhrases
  var book: PersonaRuleBook { phrases.book }
  /// Why the built-in rules could not be loaded, so that every review is unavailable; `nil` if they were loaded.
  public let problem: String?

  /// The rules built into this version of the package.
  public static let builtIn: PersonaRules = {
    do throws(TableDamage) {
      return PersonaRules(try PersonaRuleBook(base64: compiledPersonaRules))
    } catch {
      return PersonaRules(problem: error.description)
    }
  }()

  /// Creates rules from a book, or rules that are unavailable because of a problem.
  init(_ book: PersonaRuleBook = PersonaRuleBook(), problem: String? = nil) {
    phrases = PersonaPhrases(book: book)
    self.problem = problem
  }

  /// Returns the explanation of a rule as a whole, for creators.
  ///
  /// It is in English if it does not exist in the language (BCP 47), and empty for a rule without one.
  public func explanation(of rule: PersonaRule, language: String) -> String {
    book.explanations[rule]?.text(in: language) ?? ""
  }

  /// Reviews a persona.
  ///
  /// Explanations are in the language (BCP 47) if they exist in it, otherwise in English.
  public func review(_ persona: Persona, language: String) -> PersonaReview {
    if let problem {
      return PersonaReview(findings: [], stages: [.init(.rules, .unavailable(problem))])
    }
    let name = PersonaNameWords(persona.name, vocabulary: book.finder.vocabulary)
    var findings: [PersonaFinding] = []
    for field in PersonaField.allCases {
      guard let text = persona[field] else { continue }
      findings += self.findings(
        in: FieldText(field, text), original: text, name: name, language: language)
    }
    findings += findingsOfWholePersona(in: findings, language: language)
    let verdict = findings.map(\.verdict).max() ?? .approve
    return PersonaReview(findings: findings, stages: [.init(.rules, .verdict(verdict))])
  }

  private func findings(
    in text: FieldText, original: String, name: PersonaNameWords, language: String
  ) -> [PersonaFinding] {
    let form =
      FieldForm.found(in: text, original: original) + HiddenCharacters.found(in: text)
      + WordShapes.found(in: text) + EncodedText.found(in: text) + ModelMarks.found(in: text)
      + ContactDetails.found(in: text)
    var findings = Self.first(form).compactMap { finding(for: $0, in: text, language: language) }
    var meant = phrases.found(in: text.text, of: text.field, name: name)
    if let flowing = FlowingReading.text(of: text.scalars) {
      meant.formUnion(phrases.found(in: flowing, of: text.field, name: name))
    }
    // Phrases match despite zero-width characters inside them; such words are disguised.
    for found in meant
    where text.scalars[text.characters(found.range)].contains(where: \.isInvisible) {
      findings += disguise(
        at: found.range, reading: text.plainQuote(found.range), in: text, language: language)
    }
    if let reading = PlainReading(text.scalars, offsets: text.offsets) {
      for found in phrases.found(in: reading.text, of: text.field, name: name) {
        guard let place = reading.place(of: found.range) else { continue }
        let isKnown = meant.contains { $0.rule == found.rule && $0.range.overlaps(place) }
        guard !isKnown else { continue }
        findings += disguise(
          at: place, reading: reading.words(found.range), in: text, language: language)
        meant.insert(.init(rule: found.rule, verdict: found.verdict, range: place))
      }
    }
    findings += Self.joined(meant).map { found in
      PersonaFinding(
        stage: .rules, rule: found.rule, verdict: found.verdict, field: text.field,
        quote: text.quote(found.range), range: found.range,
        explanation: explanation(of: found.rule, language: language))
    }
    return findings.sorted {
      ($0.range.lowerBound, $0.range.upperBound, $0.rule.rawValue)
        < ($1.range.lowerBound, $1.range.upperBound, $1.rule.rawValue)
    }
  }

  /// The maximum number of findings of one check in a field: more are not read, and the verdict is the same.
  private static let maximumFindingsOfCheck = 10

  /// Returns the first findings of each check; grave ones are counted separately, so that others cannot hide them.
  private static func first(_ found: [FieldText.Found]) -> [FieldText.Found] {
    var counts: [PersonaCheck: (plain: Int, grave: Int)] = [:]
    return found.filter { found in
      var count = counts[found.check] ?? (0, 0)
      if found.isGrave { count.grave += 1 } else { count.plain += 1 }
      counts[found.check] = count
      return (found.isGrave ? count.grave : count.plain) <= maximumFindingsOfCheck
    }
  }

  private func finding(
    for found: FieldText.Found, in text: FieldText, language: String
  ) -> PersonaFinding? {
    guard let entry = book.checks[found.check] else { return nil }
    let range = text.bytes(found.range)
    return PersonaFinding(
      stage: .rules, rule: entry.rule, verdict: found.isGrave ? entry.graveVerdict : entry.verdict,
      check: found.check, field: text.field, quote: text.quote(range), range: range,
      detail: found.detail, explanation: entry.explanation.text(in: language))
  }

  private func disguise(
    at range: Range<Int>, reading words: String, in text: FieldText, language: String
  ) -> [PersonaFinding] {
    let found = FieldText.Found(
      check: .disguisedWords, range: text.characters(range), isGrave: true, detail: words)
    return finding(for: found, in: text, language: language).map { [$0] } ?? []
  }

  /// Merges phrases of a rule over the same words into one finding, with the most severe verdict.
  private static func joined(_ found: Set<PersonaPhrases.Found>) -> [PersonaPhrases.Found] {
    let sorted = found.sorted {
      ($0.rule.rawValue, $0.range.lowerBound, $0.range.upperBound)
        < ($1.rule.rawValue, $1.range.lowerBound, $1.range.upperBound)
    }
    return sorted.reduce(into: []) { joined, next in
      guard let last = joined.last, last.rule == next.rule, last.range.overlaps(next.range) else {
        joined.append(next)
        return
      }
      joined[joined.count - 1].range =
        last.range.lowerBound..<max(last.range.upperBound, next.range.upperBound)
      joined[joined.count - 1].verdict = max(last.verdict, next.verdict)
    }
  }

  /// Returns a finding for each rule of meaning that is broken in most of the fields.
  private func findingsOfWholePersona(
    in findings: [PersonaFinding], language: String
  ) -> [PersonaFinding] {
    guard let entry = book.checks[.wholePersona] else { return [] }
    return PersonaRule.askedOfModel.compactMap { rule in
      let broken = findings.filter { $0.rule == rule && $0.check == nil }
      guard let first = broken.first, Set(broken.map(\.field)).count >= Self.fieldsOfWhole else {
        return nil
      }
      var finding = first
      (finding.verdict, finding.check) = (entry.verdict, .wholePersona)
      finding.explanation = entry.explanation.text(in: language)
      return finding
    }
  }
}

extension FieldText {
  /// Returns the text of a byte range without characters of no width.
  fileprivate func plainQuote(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[characters(range)].filter { !$0.isInvisible }))
  }
}
