public import SafetyRules
public import SourceFiles
import Phrases

/// All checks with their phrases.
public struct ReplyChecks: Sendable {
  let rules: ReplyRules

  /// Why nothing is looked for; nil when the rules could be read.
  public let problem: String?

  /// The checks that this version knows.
  public static let builtIn: ReplyChecks = {
    do throws(TableDamage) {
      var table = try TableReader(base64: compiledReplyRules)
      return ReplyChecks(rules: try ReplyRules(from: &table), problem: nil)
    } catch {
      return ReplyChecks(rules: ReplyRules(), problem: error.description)
    }
  }()

  private init(rules: ReplyRules, problem: String?) {
    self.rules = rules
    self.problem = problem
  }

  /// Reads checks from files. Throws ``SourceError`` with the place of what is wrong.
  public init(_ files: ReplyCheckFiles) throws(SourceError) {
    self.init(rules: try ReplyRules(files), problem: nil)
  }

  /// The checks that look for something, by name.
  public var names: [String] { rules.entries.keys.map(\.rawValue).sorted() }

  /// The checks that can find anything in a conversation.
  func applying(isDiscovery: Bool) -> Set<ReplyCheck> {
    Set(rules.entries.filter { $0.value.scope == .always || isDiscovery }.keys)
  }

  /// The words that take the place of a sentence.
  func replacement(for check: ReplyCheck, in language: String) -> String {
    rules.entries[check]?.replacement.text(in: language) ?? ""
  }
}
