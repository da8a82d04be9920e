public import CoachModel
import Phrases
public import SafetyRules
public import SourceFiles

/// A local, rule-based screen for messages that signal a crisis.
///
/// It finds what people in danger say, weighs it by the words around it, and adds it up over the session.
///
/// A *concept* is something that is said in many ways (`being_a_burden`); a mention of one has a strength. *Cues*
/// around a mention weaken or change it: negation, the past, another person, quotation, fiction, a joke. The
/// remaining strengths are added up, and a message is flagged from ``threshold`` on. A plain statement is enough by
/// itself; indirect signs, which are how most people begin, have to come together, in one message or over several.
///
/// Concepts, cues, groups and vocabulary are files in `SafetyRules/Screening/`, in English, Spanish and, with less
/// coverage, German. The screen supports no other language, and no list covers every way of saying something: that it
/// finds nothing means little.
///
/// It reads a message once, however many phrases there are, and keeps the result in memory for the next messages of
/// the session: concepts and their positions, under the message's digest, and none of its words. The same message and
/// history always give the same result, and calls may run concurrently.
///
/// ```swift
/// let screen = CrisisScreen.builtIn
/// if let problem = screen.problem { print("The crisis screen is not working: \(problem)") }
///
/// let history = [Message(.user, "Work was hard today."), Message(.assistant, "What made it hard?")]
/// if let assessment = screen.assess(message, history: history) {
///   let resources = ResourceTable.builtIn.resources(
///     for: "US", categories: assessment.categories, language: "en")
///   print(assessment.severity, resources.map(\.name))
/// }
/// ```
public struct CrisisScreen: CrisisScreening {
  /// The weight from which a message is flagged.
  public static let threshold = 0.8
  /// The weight below which a message is calm, whatever was said before.
  static let minimumWeight = 0.15
  /// How many of the person's earlier messages add to the weight.
  static let carriedMessages = 8
  /// The fraction of a message's weight that remains with each message after it.
  static let decay = 0.75

  private let lexicon: ScreeningLexicon
  private let recent = DigestCache<Reading>(capacity: 1000)
  /// The length in UTF-8 bytes beyond which a message's reading is not kept, which bounds the memory in use.
  static let maximumKeptLength = 8192

  /// Why the built-in rules could not be loaded, so that nothing is found; `nil` if they were loaded.
  ///
  /// Check it when the product starts: a screen that finds nothing looks the same as people who are well.
  public let problem: String?

  /// The screen with the rules built into this version of the package.
  public static let builtIn: CrisisScreen = {
    do throws(TableDamage) {
      return CrisisScreen(try ScreeningLexicon(base64: compiledScreeningLexicon), problem: nil)
    } catch {
      return CrisisScreen(ScreeningLexicon(), problem: error.description)
    }
  }()

  private init(_ lexicon: ScreeningLexicon, problem: String?) {
    self.lexicon = lexicon
    self.problem = problem
  }

  /// Creates a screen from rule files.
  ///
  /// Throws ``SourceError`` with the location of the problem.
  public init(_ files: ScreeningFiles) throws(SourceError) {
    self.init(try ScreeningLexicon(files), problem: nil)
  }

  /// The names of the concepts that it looks for, in the order of the files.
  public var concepts: [String] { lexicon.concepts.map(\.id) }

  /// Returns what a message signals by itself, together with the session, or as a follow-up to a recent message.
  ///
  /// Returns `nil` if the message is not flagged.
  public func assess(_ message: String, history: [Message]) -> SafetyAssessment? {
    examine(message, history: history).assessment
  }

  /// Returns all signs in a message and their weights, whether or not it is flagged.
  public func examine(_ message: String, history: [Message]) -> ScreeningReport {
    let own = reading(of: message)
    var report = ScreeningReport(
      signs: own.signs, weight: own.weight(of: .writer), carriedWeight: 0,
      weightAboutOthers: own.weight(of: .someoneElse))
    report.assessment = own.assessment
    guard report.assessment == nil, !history.isEmpty else { return report }
    // For a calm message, only the most recent messages matter.
    let isCalm = report.weight < Self.minimumWeight
    let readings = Array(
      history.reversed().lazy.filter { $0.role == .user }
        .prefix(isCalm ? Self.rememberedMessages : Self.carriedMessages)
        .map { reading(of: $0.text) })
    if !isCalm {
      for (back, reading) in readings.enumerated() {
        report.carriedWeight += reading.weight(of: .writer) * Self.power(back + 1)
      }
      if Self.isEnough(report.weight + report.carriedWeight) {
        report.assessment = own.assessment(of: .writer, severity: .moderate)
      }
    }
    report.assessment = report.assessment ?? followUp(to: readings)
    return report
  }

  private func reading(of message: String) -> Reading {
    guard message.utf8.count <= Self.maximumKeptLength else { return Reading(message, lexicon) }
    // A message is read when it is screened and again with each of the next messages of its session.
    let digest = ContentDigest(of: message)
    if let kept = recent[digest] { return kept.withWords(of: message) }
    let reading = Reading(message, lexicon)
    recent.keep(reading.withoutWords, for: digest)
    return reading
  }

  /// Returns whether a weight reaches the threshold, with a tolerance for the rounding errors of a sum.
  static func isEnough(_ weight: Double) -> Bool { weight >= threshold - 1e-9 }

  private static func power(_ messages: Int) -> Double {
    (0..<messages).reduce(1) { power, _ in power * decay }
  }
}

extension CrisisScreen {
  /// How many of the person's messages before a calm one can make it a follow-up if they have an assessment.
  static let rememberedMessages = 2

  /// Returns the assessment of a message that follows on one with an assessment of its own.
  ///
  /// Its severity is moderate whatever was said before: the message itself asks for nothing, and help is offered
  /// without alarm. Its categories are those of the most recent message that signalled a crisis.
  private func followUp(to readings: [Reading]) -> SafetyAssessment? {
    for (back, reading) in readings.prefix(Self.rememberedMessages).enumerated() {
      guard var assessment = reading.assessment else { continue }
      assessment.severity = .moderate
      assessment.isFollowUp = true
      assessment.evidence.messagesBack = back + 1
      return assessment
    }
    return nil
  }

  /// The signs of a message.
  private struct Reading: Sendable {
    var signs: [ScreeningReport.Sign]
    /// By subject, the indices of the signs that are added up.
    private var counted: [CrisisSubject: [Int]] = [:]

    init(_ text: String, _ lexicon: ScreeningLexicon) {
      let mentions = Self.withSubjects(lexicon.mentions(in: text), of: lexicon).sorted {
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
    }

    /// The reading without the words of the person, as it is kept.
    var withoutWords: Reading {
      var reading = self
      for number in signs.indices { reading.signs[number].evidence.text = "" }
      return reading
    }

    /// Returns a kept reading with the words of its message filled in.
    func withWords(of message: String) -> Reading {
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
}

extension String {
  /// Returns the text of a range of UTF-8 bytes.
  fileprivate func quote(_ range: Range<Int>) -> String {
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return String(self[start..<utf8.index(start, offsetBy: range.count)])
  }
}
