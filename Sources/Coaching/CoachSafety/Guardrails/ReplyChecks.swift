public import SafetyRules
public import SourceFiles
import TextAnalysis

/// The checks of a coach's replies, with their phrases and replacement wording.
public struct ReplyChecks: Sendable {
  let rules: ReplyRules
  /// What finds sentences without a phrase, and decides about hints; without it they count for nothing.
  private let model: ReplyModel?
  /// The checks that a product adds.
  private(set) var own: [OwnReplyCheck] = []

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

  /// Returns these checks with one of a product's own. It runs under every policy that has an action for its name.
  ///
  /// ```swift
  /// var configuration = TurnConfiguration()
  /// configuration.checks = ReplyChecks.builtIn.adding(noPrices)
  /// configuration.guardrails[noPrices.check] = .replace
  /// ```
  public func adding(_ check: OwnReplyCheck) -> ReplyChecks {
    var checks = self
    checks.own.append(check)
    return checks
  }

  /// Returns the same checks with a trained part.
  package func with(_ model: ReplyModel) -> ReplyChecks {
    ReplyChecks(rules: rules, model: model, problem: problem)
  }

  /// Returns what the trained part makes of a sentence; `nil` without one.
  func judgement(on sentence: String) -> ReplyModel.Judgement? { model?.judgement(on: sentence) }

  /// The names of the checks that have rules, sorted.
  public var names: [String] {
    (rules.entries.keys.map(\.rawValue) + own.map(\.check.rawValue)).sorted()
  }

  /// Returns the checks that apply to a conversation.
  func applying(isDiscovery: Bool) -> Set<ReplyCheck> {
    Set(rules.entries.filter { $0.value.scope == .always || isDiscovery }.keys)
      .union(own.map(\.check))
  }

  /// Returns the wording that replaces a sentence, or an empty string if the check has none.
  func replacement(for check: ReplyCheck, in language: String) -> String {
    own.first { $0.check == check }?.replacement(language)
      ?? rules.entries[check]?.replacement.text(in: language) ?? ""
  }
}

/// A check of replies that a product adds, such as that a coach states no prices.
///
/// ```swift
/// let noPrices = OwnReplyCheck("states_price") { sentence in
///   sentence.firstMatch(of: /[$€]\d+/).map { String($0.output) }
/// } replacement: { _ in "I don't know what anything costs; the app does." }
/// ```
public struct OwnReplyCheck: Sendable {
  /// The name in policies and findings.
  public let check: ReplyCheck
  /// Returns the words of a sentence that the coach must not say; `nil` if there are none. It runs for every sentence of
  /// every reply, so it must be fast, and the result must depend on the sentence alone.
  public var find: @Sendable (_ sentence: String) -> String?
  /// Returns the wording that replaces a sentence for a language (BCP 47), or an empty string to leave it out.
  public var replacement: @Sendable (_ language: String) -> String

  /// Creates a check. With the name of a built-in check it finds more under that name, and words its replacements.
  public init(
    _ check: ReplyCheck, find: @escaping @Sendable (_ sentence: String) -> String?,
    replacement: @escaping @Sendable (_ language: String) -> String
  ) {
    self.check = check
    self.find = find
    self.replacement = replacement
  }
}
