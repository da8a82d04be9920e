import Phrases
public import SafetyRules

/// Finds what must not be noted about a person: illnesses, medication, treatment, self-harm.
///
/// It looks for names and phrases in English, Spanish and German, whoever they are about, and rather finds too much: a note
/// that is not made does less harm than one that should not exist. It does not find what is only hinted at.
public struct PrivateMatters: Sendable {
  private let rules: PrivateRules

  /// Why the built-in phrases could not be loaded, so that every text counts as private; `nil` if they were loaded.
  public let problem: String?

  /// The phrases built into this version of the package.
  public static let builtIn: PrivateMatters = {
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

  /// Returns what a text names first; `nil` if it names nothing of the kind.
  public func matter(in text: String) -> PrivateMatter? {
    guard problem == nil else { return .diagnosis }
    let matches = rules.finder.matches(in: rules.finder.vocabulary.tokens(of: text))
    return matches.min { $0.tokens.lowerBound < $1.tokens.lowerBound }.map { rules.owners[$0.rule] }
  }
}
