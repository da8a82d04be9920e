@testable import CoachSafety
import SafetyRules
import SourceFiles

/// The output of a guard, with adjacent text joined.
struct GuardedReply: Hashable {
  /// All pieces, in order.
  private(set) var pieces: [GuardedPiece] = []

  /// Appends pieces and joins adjacent text.
  mutating func add(_ more: [GuardedPiece]) {
    for piece in more {
      if case .text(let text) = piece, case .text(let before)? = pieces.last {
        pieces[pieces.count - 1] = .text(before + text)
      } else {
        pieces.append(piece)
      }
    }
  }

  /// The text that is shown.
  var text: String {
    pieces.reduce(into: "") { text, piece in if case .text(let more) = piece { text += more } }
  }

  /// The findings in the order of their pieces.
  var findings: [ReplyFinding] {
    pieces.compactMap { piece in if case .finding(let finding) = piece { finding } else { nil } }
  }

  /// The checks of the findings.
  var checks: [ReplyCheck] { findings.map(\.check) }
}

extension ReplyGuard {
  /// The output of a guard for a reply in these parts.
  static func reply(
    _ parts: [String], _ policy: GuardrailPolicy = .standard, isDiscovery: Bool = false,
    language: String = "en", instructions: [String] = [], checks: ReplyChecks = .builtIn
  ) -> GuardedReply {
    var reply = GuardedReply()
    var keeper = ReplyGuard(
      policy: policy, isDiscovery: isDiscovery, language: language, instructions: instructions,
      checks: checks)
    for part in parts { reply.add(keeper.feed(part)) }
    reply.add(keeper.finish())
    return reply
  }

  /// The output of a guard for a reply in one part.
  static func reply(
    _ text: String, _ policy: GuardrailPolicy = .standard, isDiscovery: Bool = false,
    language: String = "en", checks: ReplyChecks = .builtIn
  ) -> GuardedReply {
    reply([text], policy, isDiscovery: isDiscovery, language: language, checks: checks)
  }
}

extension GuardrailPolicy {
  /// Every check with the same action.
  static func all(_ action: GuardrailAction) -> GuardrailPolicy {
    GuardrailPolicy(Dictionary(uniqueKeysWithValues: ReplyCheck.builtIn.map { ($0, action) }))
  }
}

/// Checks about fruit: they test how sentences are treated, not what they say.
enum FruitChecks {
  static let vocabulary = """
    fillers: {en: [just, really], de: [nur]}
    spellings: {en: {im: I am, "i'll": I will, dont: do not, cant: can not}}
    """

  static let groups = """
    groups:
      fruit: [apples, green pears]
      start: [sentencestart]
    stops_at: {en: [but]}
    announcements: {en: [you said, she says]}
    """

  static let diagnosis = """
    check: diagnosis
    about: Apples.
    applies: always
    phrases:
      en:
        - you have <fruit>
        - <start> take <fruit>
        - {phrase: eat anynumber <fruit>, unless_with: [questionend]}
      de: [du hast Äpfel]
    exceptions: {en: [I can not say, nobody knows]}
    replacement: {en: Fruit is not for me to name., es: No hablo de fruta., de: Obst nenne ich nicht.}
    """

  static let prescription = """
    check: prescription
    about: Plums.
    applies: always
    phrases: {en: [take plums, no plums]}
    replacement: {en: Plums are for others., es: Ciruelas no., de: Pflaumen nicht.}
    """

  static let advice = """
    check: discovery_advice
    about: Advice.
    applies: discovery
    phrases: {en: [you should]}
    replacement: {en: I would like to listen., es: Quiero escuchar., de: Ich höre zu.}
    """

  /// Groups with two lists of denials, the first of which ``denying`` names.
  static let groupsWithDenials =
    groups + """

      denials_stop_at: {en: [and, not]}
      denials:
        refused:
          en:
            - (I will|I would) not say (that|)
            - {phrase: I do not think, unless_next: [anyone]}
        unwanted: {en: [I do not want to hear that]}
      """

  static let denying = diagnosis.replacing("exceptions:", with: "denials: [refused]\nexceptions:")

  /// The files, with one text replaced if a test needs an invalid one.
  static func files(
    vocabulary: String = vocabulary, groups: String = groups,
    checks: [String: String] = [
      "diagnosis": diagnosis, "prescription": prescription, "discovery_advice": advice,
    ]
  ) -> ReplyCheckFiles {
    ReplyCheckFiles(
      vocabulary: SourceFile(path: "vocabulary.yaml", text: vocabulary),
      groups: SourceFile(path: "reply_groups.yaml", text: groups),
      checks: checks.sorted { $0.key < $1.key }.map {
        SourceFile(path: "Checks/\($0.key).yaml", text: $0.value)
      })
  }

  /// The checks of the files.
  static func checks() throws -> ReplyChecks { try ReplyChecks(files()) }
}
