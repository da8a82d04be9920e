public import Conversations
public import SourceFiles

/// The first, narrow screen: it knows only what cannot be mistaken.
///
/// It looks for a short list of first-person statements, in English, Spanish and German, that say in plain
/// words that someone wants to die or means to end their life, hurts themselves, is being hurt, may hurt
/// another, or that a child is in danger. Case, accents, the shape of apostrophes and words such as "just"
/// make no difference.
///
/// **It does not see indirect signs**: hopelessness, farewells, being a burden, codes and altered spellings,
/// hints, fear without a name for it. It does not weigh quotations or jokes, and it knows no other language.
/// Lists of this kind have found about half of the people at risk at best. What it finds can be relied on;
/// that it finds nothing means nothing.
///
/// It reads a message once, however many phrases there are, in well under a millisecond. It is pure and may be
/// called from anywhere.
public struct ExplicitPhraseScreen: CrisisScreening {
  private let list: PhraseList

  /// The screen with the phrases that this version knows.
  public static let builtIn: ExplicitPhraseScreen = {
    let file = SourceFile(path: "phrases.yaml", bytes: PackageResources.phrases_yaml)
    // Unreadable data would be found by this module's tests.
    return (try? ExplicitPhraseScreen(file)) ?? ExplicitPhraseScreen(list: PhraseList())
  }()

  private init(list: PhraseList) {
    self.list = list
  }

  /// A screen with the phrases of a file. Throws ``SourceError`` with the place of what is wrong.
  public init(_ file: SourceFile) throws(SourceError) {
    list = try PhraseList(file)
  }

  /// What a message signals by itself or, when it is calm, by what the person said just before.
  public func assess(_ message: String, history: [Message]) -> SafetyAssessment? {
    assess(message) ?? SafetyAssessment.followUp(to: history, screen: assess)
  }

  private func assess(_ message: String) -> SafetyAssessment? {
    let matches = list.matches(in: message)
    // The gravest decides; of those the first, and of those that begin together the longest.
    let graver = { (left: PhraseList.Match, right: PhraseList.Match) in
      let (a, b) = (list.entries[left.entry].severity, list.entries[right.entry].severity)
      if a != b { return a < b }
      if left.range.lowerBound != right.range.lowerBound {
        return left.range.lowerBound > right.range.lowerBound
      }
      return left.range.upperBound < right.range.upperBound
    }
    guard let decisive = matches.max(by: graver) else { return nil }
    let bytes = message.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: decisive.range.lowerBound)
    let end = bytes.index(start, offsetBy: decisive.range.count)
    return SafetyAssessment(
      categories: matches.map { list.entries[$0.entry].category },
      severity: list.entries[decisive.entry].severity,
      evidence: SafetyAssessment.Evidence(
        text: String(message[start..<end]), range: decisive.range),
      stage: .explicitPhrases)
  }
}
