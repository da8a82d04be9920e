public import CoachModel
public import SafetyRules
public import SourceFiles
import Phrases

/// The local screen: finds what people in danger say, weighs it by the words around it, and adds it up over the
/// session.
///
/// A *concept* is something that is said in many ways (`being_a_burden`); a mention of one has a strength. *Cues*
/// around a mention weaken it or turn it: negation, the past, another person, quotation, fiction, a joke. What is
/// left over is added up; from ``threshold`` on the message is flagged. A plain statement is enough by itself;
/// indirect signs, which are how most people begin, have to come together, in one message or over several.
///
/// Concepts, cues, groups and vocabulary are files in `SafetyRules/Screening/`, in English, Spanish and, less widely, German.
/// It knows no other language, and no list knows every way of saying it: that it finds nothing means little.
///
/// It reads a message once, however many phrases there are, and keeps what it found for the next messages of the session:
/// which concepts at which places, under the message's digest, and none of its words.
/// The same message and history always give the same, and it may be called from anywhere.
public struct CrisisScreen: CrisisScreening {
  /// From this weight on a message is flagged.
  public static let threshold = 0.8
  /// A message that adds less than this is calm, whatever was said before.
  static let minimumWeight = 0.15
  /// How many messages of the person before the screened one still add to it.
  static let carriedMessages = 8
  /// What is left of a message's weight with each message after it.
  static let decay = 0.75

  private let lexicon: ScreeningLexicon
  private let recent = RecentReadings<Reading>(capacity: 1000)
  /// A longer message is read anew each time, so that what is kept stays small.
  static let maximumKeptLength = 8192

  /// Why nothing can be found; nil when the data could be read.
  ///
  /// A product asks at its start: a screen that finds nothing looks like people who are well.
  public let problem: String?

  /// The screen with what this version knows.
  public static let builtIn: CrisisScreen = {
    do throws(TableDamage) {
      var table = try TableReader(base64: compiledScreeningLexicon)
      return CrisisScreen(try ScreeningLexicon(from: &table), problem: nil)
    } catch {
      return CrisisScreen(ScreeningLexicon(), problem: error.description)
    }
  }()

  private init(_ lexicon: ScreeningLexicon, problem: String?) {
    self.lexicon = lexicon
    self.problem = problem
  }

  /// A screen of files. Throws ``SourceError`` with the place of what is wrong.
  public init(_ files: ScreeningFiles) throws(SourceError) {
    self.init(try ScreeningLexicon(files), problem: nil)
  }

  /// The names of what it looks for, in the order of the files.
  public var concepts: [String] { lexicon.concepts.map(\.id) }

  /// What a message signals by itself, together with the session, or by what was said just before.
  public func assess(_ message: String, history: [Message]) -> SafetyAssessment? {
    examine(message, history: history).assessment
  }

  /// Everything that is seen, also where nothing is flagged.
  public func examine(_ message: String, history: [Message]) -> ScreeningReport {
    let own = reading(of: message)
    var report = ScreeningReport(
      signs: own.signs, weight: own.weight(of: .writer), carriedWeight: 0,
      weightAboutOthers: own.weight(of: .someoneElse))
    report.assessment = own.assessment
    guard report.assessment == nil, !history.isEmpty else { return report }
    // A calm message asks only what was said just before.
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
    let kept = recent.reading(of: ContentDigest(of: message)) {
      Reading(message, lexicon).withoutWords
    }
    return kept.withWords(of: message)
  }

  /// Whether a weight reaches the threshold; sums of tenths come out a little less than they are.
  static func isEnough(_ weight: Double) -> Bool { weight >= threshold - 1e-9 }

  private static func power(_ messages: Int) -> Double {
    (0..<messages).reduce(1) { power, _ in power * decay }
  }
}

extension CrisisScreen {
  /// How many messages of the person before a calm one make it a follow-up when they were grave by themselves.
  static let rememberedMessages = 2

  /// The assessment of a calm message that follows on one that was not.
  ///
  /// Its severity is moderate whatever was said before: the message itself asks for nothing, and help is
  /// offered without alarm. The nearest message that signalled decides what it is about.
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

  /// A message and its signs.
  private struct Reading: Sendable {
    var signs: [ScreeningReport.Sign]
    /// By subject, the mentions that are added up.
    private var counted: [CrisisSubject: [Int]] = [:]

    init(_ text: String, _ lexicon: ScreeningLexicon) {
      let mentions = Self.withSubjects(lexicon.mentions(in: text), lexicon).sorted {
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

    /// The reading as it is kept.
    var withoutWords: Reading {
      var reading = self
      for number in signs.indices { reading.signs[number].evidence.text = "" }
      return reading
    }

    /// What was kept of a message, together with it.
    func withWords(of message: String) -> Reading {
      var reading = self
      for number in signs.indices {
        reading.signs[number].evidence.text = message.quote(signs[number].evidence.range)
      }
      return reading
    }

    /// The mentions, where words that say of somebody else that they are in danger say nothing about the writer.
    private static func withSubjects(
      _ mentions: [CrisisMention], _ lexicon: ScreeningLexicon
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

    /// What is added up: of each concept one mention, and one of those that rest on the same words, since words that
    /// say two things are still said once.
    private static func counted(
      among mentions: [CrisisMention], _ subject: CrisisSubject
    ) -> [Int] {
      let order = mentions.indices.filter {
        mentions[$0].subject == subject && mentions[$0].strength > 0
      }.sorted { left, right in
        let (first, second) = (mentions[left], mentions[right])
        // Of those that are enough by themselves the gravest, so that no word for now is lost behind a stronger one.
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

    /// The signs that are added up, in the order of the text.
    private func counted(_ subject: CrisisSubject) -> [ScreeningReport.Sign] {
      (counted[subject] ?? []).map { signs[$0] }
    }

    func weight(of subject: CrisisSubject) -> Double {
      counted(subject).reduce(0) { $0 + $1.strength }
    }

    /// What the message signals by itself: about its writer, else about somebody else.
    var assessment: SafetyAssessment? {
      for subject in CrisisSubject.allCases where CrisisScreen.isEnough(weight(of: subject)) {
        return assessment(of: subject, severity: nil)
      }
      return nil
    }

    /// Signs that are enough by themselves say how near the danger is; together they are moderate.
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
  /// The text of a range of its bytes.
  fileprivate func quote(_ range: Range<Int>) -> String {
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return String(self[start..<utf8.index(start, offsetBy: range.count)])
  }
}
