import CoachKit

extension OwnReplyCheck {
  /// A guardrail: a coach states no prices, which change without it.
  public static let noPrices = OwnReplyCheck("states_price") { sentence in
    sentence.firstMatch(of: /[$€£]\s?\d+/).map { String($0.output) }
  } replacement: { language in
    language.hasPrefix("de") ? "Preise stehen in der App." : "The app shows what things cost."
  }
}

extension TurnConfiguration {
  /// Adds the guardrails of this package.
  public mutating func addExtensions() {
    checks = checks.adding(.noPrices)
    guardrails[OwnReplyCheck.noPrices.check] = .replace
  }
}
