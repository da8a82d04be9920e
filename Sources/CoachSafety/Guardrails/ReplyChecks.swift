import Phrases
public import SafetyRules
public import SourceFiles

/// The checks of a coach's replies, with their phrases and replacement wording.
public struct ReplyChecks: Sendable {
  let rules: ReplyRules
  /// What finds sentences without a phrase, and decides about hints; without it they count for nothing.
  private let model: ReplyModel?

  /// Why the built-in rules could not be loaded, so that no check finds anything; `nil` if they were loaded.
  public let problem: String?

  /// The checks built into this version of the package.
  public static let builtIn: ReplyChecks = {
    do throws(TableDamage) {
      return ReplyChecks(
        rules: try ReplyRules(base64: compiledReplyRules),
        model: try ReplyModel(base64: compiledReplyModel), problem: nil)
    } catch {
      return ReplyChecks(rules: ReplyRules(), model: nil, problem: error.description)
    }
  }()

  private init(rules: ReplyRules, model: ReplyModel?, problem: String?) {
    self.rules = rules
    self.model = model
    self.problem = problem
  }

  /// Reads checks from files. They have no trained part: only phrases count, and no hints.
  ///
  /// Throws ``SourceError`` with the location of the problem.
  public init(_ files: ReplyCheckFiles) throws(SourceError) {
    self.init(rules: try ReplyRules(files), model: nil, problem: nil)
  }

  /// Returns the same checks with a trained part.
  package func with(_ model: ReplyModel) -> ReplyChecks {
    ReplyChecks(rules: rules, model: model, problem: problem)
  }

  /// Returns what the trained part makes of a sentence; `nil` without one.
  func judgement(on sentence: String) -> ReplyModel.Judgement? { model?.judgement(on: sentence) }

  /// The names of the checks that have rules, sorted.
  public var names: [String] { rules.entries.keys.map(\.rawValue).sorted() }

  /// Returns the checks that apply to a conversation.
  func applying(isDiscovery: Bool) -> Set<ReplyCheck> {
    Set(rules.entries.filter { $0.value.scope == .always || isDiscovery }.keys)
  }

  /// Returns the wording that replaces a sentence, or an empty string if the check has none.
  func replacement(for check: ReplyCheck, in language: String) -> String {
    rules.entries[check]?.replacement.text(in: language) ?? ""
  }
}
