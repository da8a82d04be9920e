import Documents
import SourceFiles

/// A model parameter that `config` in the front matter of a prompt can set; other keys are not sent.
package enum PromptParameter: String, CaseIterable {
  case temperature
  case maximumTokens = "maxOutputTokens"
  case topP
  case serviceTier
  /// Members that only the provider knows.
  case extra

  /// What the parameter's value is, for people.
  var form: String {
    switch self {
    case .temperature: "a number from 0 to 2"
    case .maximumTokens: "a whole number above 0"
    case .topP: "a number from 0 to 1"
    case .serviceTier: "a text, such as flex"
    case .extra: "a mapping"
    }
  }

  /// Whether a value can be sent as this parameter.
  func accepts(_ value: JSONValue) -> Bool {
    switch self {
    case .temperature: value.number.map { (0...2).contains($0) } ?? false
    case .maximumTokens: value.integer.map { $0 > 0 } ?? false
    case .topP: value.number.map { (0...1).contains($0) } ?? false
    case .serviceTier: value.string.map { !$0.isEmpty } ?? false
    case .extra: value.object != nil
    }
  }

  /// Returns the parameter that a key of `config` most likely means: it may be misspelt, or be a provider's name for it.
  static func meant(by key: String) -> PromptParameter? {
    let plain = key.lowercased().filter(\.isLetter)
    if let same = allCases.first(where: { $0.rawValue.lowercased() == plain }) { return same }
    if ["maxtokens", "maximumtokens", "maxcompletiontokens", "numpredict"].contains(plain) {
      return .maximumTokens
    }
    // Another parameter of a provider is not a misspelling.
    guard plain != "topk" else { return nil }
    return allCases.map(\.rawValue).closestMatch(to: key).flatMap { Self(rawValue: $0) }
  }
}
