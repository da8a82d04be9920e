package import SafetyRules
import TextAnalysis

/// Finds what must not be noted about a person: illnesses, medication, treatment, self-harm; and, before strangers, what
/// belongs to somebody's private life.
///
/// It looks for names and phrases in English, Spanish, German, French, Dutch, Portuguese and Italian, whoever they are
/// about, and prefers to find too much: a note that is not made does less harm than one that should not exist. It does
/// not find what is only hinted at, nor anything in other languages.
package struct PrivateMatters: Sendable {
  private let rules: PrivateRules

  /// Why the built-in phrases could not be loaded, so that every text counts as private; `nil` if they were loaded.
  package let problem: String?

  /// The phrases built into this version of the package.
  package static let builtIn: PrivateMatters = {
    do throws(TableDamage) {
      return PrivateMatters(rules: try PrivateRules(base64: compiledPrivateRules), problem: nil)
    } catch {
      return PrivateMatters(rules: PrivateRules(), problem: error.description)
    }
  }()

  private init(rules: PrivateRules, problem: String?) {
    self.rules = rules
    self.problem = problem
  }

  /// Returns what a text for a reader names first; `nil` if it names nothing of the kind.
  package func matter(in text: String, before reader: PrivateMatter.Reader = .coach)
    -> PrivateMatter?
  {
    guard problem == nil else { return .diagnosis }
    let finder = rules.finder
    for reading in [text, Self.withoutElisions(text)].compactMap(\.self) {
      let matches = finder.matches(in: finder.vocabulary.tokens(of: reading))
        .filter { rules.owners[$0.rule].isPrivate(before: reader) }
      if let first = matches.min(by: { $0.tokens.lowerBound < $1.tokens.lowerBound }) {
        return rules.owners[first.rule]
      }
    }
    return nil
  }

  /// Returns a text whose elided articles are words of their own, `l alcoolisme` for `l'alcoolisme`; `nil` if it has none.
  ///
  /// Phrases join a word to what follows its apostrophe, as English writes `don't`. French and Italian elide before vowels
  /// and `h`, where English has no apostrophes.
  private static func withoutElisions(_ text: String) -> String? {
    guard text.contains(where: apostrophes.contains) else { return nil }
    var result = ""
    var apostrophe: Character?
    for character in text {
      if let apostrophe { result.append(vowels.contains(character) ? " " : apostrophe) }
      apostrophe = apostrophes.contains(character) ? character : nil
      if apostrophe == nil { result.append(character) }
    }
    return result
  }

  private static let apostrophes: Set<Character> = [
    "'", "’", "‘", "‛", "`", "´", "ʼ", "′", "＇",
  ]
  private static let vowels = Set("aàâáeéèêëiîïíoôóuûùúyhAÀÂÁEÉÈÊËIÎÏÍOÔÓUÛÙÚYH")
}
