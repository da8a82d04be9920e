import SafetyRules
import TextAnalysis

/// The signs of a message.
struct MessageReading: Sendable {
  var signs: [ScreeningReport.Sign]
  /// By subject, the indices of the signs that are added up.
  private var counted: [CrisisSubject: [Int]] = [:]
  /// What the trained part finds; `nil` without one.
  private(set) var scores: DangerEstimator.Scores?
  /// What the writer says about their situation.
  private(set) var circumstances: Set<CrisisCircumstance> = []
  /// The language of a direct statement that only the list of its language has; `nil` if there is none.
  private(set) var language: String?

  init(
    _ text: String, _ lexicon: ScreeningLexicon, _ estimator: DangerEstimator?,
    _ statements: ForeignStatements
  ) {
    let plain = PlainReading(text, words: lexicon.finder.vocabulary.masked)
    let found = Self.mentions(in: text, plain: plain, of: lexicon)
    let mentions = Self.withSubjects(found, of: lexicon).sorted {
      $0.range.lowerBound < $1.range.lowerBound
    }
    signs = mentions.map { mention in
      let concept = lexicon.concepts[mention.concept]
      return ScreeningReport.Sign(
        concept: concept.id, category: concept.category, severity: mention.severity,
        subject: mention.subject, strength: mention.strength, cues: mention.cues,
        evidence: SafetyAssessment.Evidence(
          text: text.quote(mention.range), range: mention.range))
    }
    for subject in CrisisSubject.allCases {
      counted[subject] = Self.counted(among: mentions, subject)
    }
    circumstances = Set(
      mentions.filter { $0.subject == .writer && $0.strength > 0 }
        .compactMap { lexicon.concepts[$0.concept].circumstance })
    scores = estimator?.scores(of: text, signFeatures: signFeatures)
    if let match = statements.gravest(in: text) { append(match, in: text) }
  }

  /// Adds a direct statement in a language that the phrases do not have, which suffices by itself.
  private mutating func append(_ match: ForeignStatements.Match, in text: String) {
    language = match.language
    counted[.writer, default: []].append(signs.count)
    signs.append(
      ScreeningReport.Sign(
        concept: "\(match.kind.rawValue)_in_\(match.language)", category: match.kind.category,
        severity: match.kind.severity, subject: .writer, strength: CrisisScreen.threshold,
        cues: [],
        evidence: SafetyAssessment.Evidence(text: text.quote(match.range), range: match.range)))
  }

  /// Returns the mentions in a text, and those that appear when it is read past a disguise: letters of other scripts,
  /// digits or asterisks for letters, spaced letters, one word a line. Of these readings only what differs is matched.
  private static func mentions(
    in text: String, plain: PlainReading?, of lexicon: ScreeningLexicon
  ) -> [CrisisMention] {
    var mentions = lexicon.mentions(in: text)
    let known = Set(mentions.map(\.concept))
    if let plain {
      let disguised = lexicon.mentions(in: plain.text) { plain.place(of: $0) != nil }
      mentions += disguised.compactMap { mention in
        guard let place = plain.place(of: mention.range) else { return nil }
        var mention = mention
        mention.range = place
        return known.contains(mention.concept) ? nil : mention
      }
    }
    if text.utf8.contains(UInt8(ascii: "\n")),
      let flowing = FlowingReading.text(of: Array(text.unicodeScalars))
    {
      let (written, read) = (Array(text.utf8), Array(flowing.utf8))
      mentions += lexicon.mentions(in: flowing) { written[$0] != read[$0] }
        .filter { !known.contains($0.concept) }
    }
    return mentions
  }

  /// The signs as features of the trained part.
  private var signFeatures: [String: Float] {
    ScreeningReport(
      signs: signs, weight: weight(of: .writer), carriedWeight: 0,
      weightAboutOthers: weight(of: .someoneElse)
    ).signFeatures
  }

  /// The reading without the words of the person, as it is kept.
  var withoutWords: MessageReading {
    var reading = self
    for number in signs.indices { reading.signs[number].evidence.text = "" }
    return reading
  }

  /// Returns a kept reading with the words of its message filled in.
  func withWords(of message: String) -> MessageReading {
    var reading = self
    for number in signs.indices {
      reading.signs[number].evidence.text = message.quote(signs[number].evidence.range)
    }
    return reading
  }

  /// Returns the mentions with corrected subjects.
  ///
  /// Words that state somebody else's danger say nothing about the writer. So a mention that shares words with a
  /// mention of somebody else's danger, if that is at least as strong, is about somebody else, too.
  private static func withSubjects(
    _ mentions: [CrisisMention], of lexicon: ScreeningLexicon
  ) -> [CrisisMention] {
    let others = Dictionary(
      grouping: mentions.filter {
        lexicon.concepts[$0.concept].subject == .someoneElse && $0.subject == .someoneElse
      }, by: \.sentence)
    guard !others.isEmpty else { return mentions }
    return mentions.map { mention in
      var mention = mention
      let isOthers = (others[mention.sentence] ?? []).contains {
        $0.strength >= mention.strength && $0.sharesWords(with: mention)
      }
      if isOthers { mention.subject = .someoneElse }
      return mention
    }
  }

  /// Returns the indices of the mentions that are added up: one per concept, and one of those that rest on the same
  /// words, since words that express two concepts were still said once.
  private static func counted(
    among mentions: [CrisisMention], _ subject: CrisisSubject
  ) -> [Int] {
    let order = mentions.indices.filter {
      mentions[$0].subject == subject && mentions[$0].strength > 0
    }.sorted { left, right in
      let (first, second) = (mentions[left], mentions[right])
      // Of those that suffice by themselves the most severe, so that a stronger one does not mask imminent danger.
      let enough = (
        first: min(first.strength, CrisisScreen.threshold),
        second: min(second.strength, CrisisScreen.threshold)
      )
      if enough.first != enough.second { return enough.first > enough.second }
      if first.severity != second.severity { return first.severity > second.severity }
      return first.strength != second.strength ? first.strength > second.strength : left < right
    }
    var counted: [Int] = []
    for position in order {
      let isNew = !counted.contains {
        mentions[$0].concept == mentions[position].concept
          || mentions[$0].sharesWords(with: mentions[position])
      }
      if isNew { counted.append(position) }
    }
    return counted.sorted()
  }

  /// Returns the signs that are added up, in the order of the text.
  private func counted(_ subject: CrisisSubject) -> [ScreeningReport.Sign] {
    (counted[subject] ?? []).map { signs[$0] }
  }

  func weight(of subject: CrisisSubject) -> Double {
    counted(subject).reduce(0) { $0 + $1.strength }
  }

  /// What the message signals by itself: about its writer, otherwise about somebody else.
  var assessment: SafetyAssessment? {
    for subject in CrisisSubject.allCases where CrisisScreen.isEnough(weight(of: subject)) {
      return assessment(of: subject, severity: nil)
    }
    return nil
  }

  /// Returns the assessment of the signs about a subject.
  ///
  /// Signs that suffice by themselves determine the severity; signs that suffice only together are moderate.
  func assessment(of subject: CrisisSubject, severity: CrisisSeverity?) -> SafetyAssessment? {
    let counted = counted(subject)
    let grave = counted.filter { CrisisScreen.isEnough($0.strength) }
    let weightier = { (left: ScreeningReport.Sign, right: ScreeningReport.Sign) in
      left.severity == right.severity || grave.isEmpty
        ? left.strength < right.strength : left.severity < right.severity
    }
    guard let decisive = (grave.isEmpty ? counted : grave).max(by: weightier) else { return nil }
    return SafetyAssessment(
      categories: (grave.isEmpty ? counted : grave).map(\.category),
      severity: severity ?? (grave.isEmpty ? .moderate : decisive.severity),
      subject: subject, evidence: decisive.evidence, stage: .linguisticScreen)
  }
}

extension String {
  /// Returns the text of a range of UTF-8 bytes.
  func quote(_ range: Range<Int>) -> String {
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return String(self[start..<utf8.index(start, offsetBy: range.count)])
  }
}
