import SourceFiles

/// Finds volatile sections before the conversation: they end the prefix that a provider can cache, so the conversation
/// is processed, and paid, anew with every message.
///
/// The shares in the finding count the template's own text and a conversation of ordinary length, and assume that
/// every request follows the last one within the lifetime of the provider's cache.
struct VolatileBeforeHistory: PromptRule {
  static let name = "volatile-before-history"
  static let summary = "text before the conversation that changes with every message"

  /// Tokens of a person's and of a coach's message, and the coach messages of a conversation.
  private static let (personTokens, coachTokens, coachMessages) = (60, 90, 15)

  func findings(in subject: LintSubject) -> [Diagnostic] {
    let sections = subject.template.frontMatter.sections
    guard let tokens = StaticTokens.beforeHistory(of: subject),
      let volatile = sections[..<tokens.count].firstIndex(where: { $0.cache == .volatile }),
      // A section that only holds the conversation changes nothing before it.
      tokens[volatile...].reduce(0, +) > 0
    else { return [] }
    let whole = StaticTokens.bySection(of: subject).reduce(0, +)
    let before = tokens[..<volatile].reduce(0, +)
    let shares = subject.settings.cacheMinimums.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      .map { model, minimum in
        let now = Self.share(stable: before, whole: whole, growing: false, from: minimum)
        let then = Self.share(stable: before, whole: whole, growing: true, from: minimum)
        return "\(model) \(now) %, then \(then) %"
      }
    return [
      finding(
        "'\(sections[volatile].name)' changes with every message and comes before the conversation",
        about: "coachkit.sections", in: subject.template,
        hint: "put it after {{history}}, in a {{role \"system\"}} of its own; of the input of"
          + " \(Self.coachMessages) messages providers can read from their caches: "
          + shares.joined(separator: "; "))
    ]
  }

  /// Returns the percentage of a conversation's input that can be read from a cache.
  ///
  /// - Parameters:
  ///   - stable: The tokens before everything that changes.
  ///   - whole: The tokens of the template.
  ///   - growing: Whether the conversation follows the stable text directly.
  ///   - minimum: The tokens of the shortest prefix that is cached.
  private static func share(stable: Int, whole: Int, growing: Bool, from minimum: Int) -> Int {
    var (input, read) = (0, 0)
    for number in 0..<coachMessages {
      let history = number * (personTokens + coachTokens) + personTokens
      input += whole + history
      guard number > 0 else { continue }
      let kept = stable + (growing ? history - personTokens - coachTokens : 0)
      if kept >= minimum { read += kept }
    }
    return input == 0 ? 0 : (100 * read + input / 2) / input
  }
}
