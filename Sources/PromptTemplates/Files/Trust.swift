/// How far a piece of a prompt may be believed.
public enum Trust: UInt8, Sendable, Hashable, CaseIterable, Comparable {
  /// Written in the template itself.
  case template
  /// Given by the product: a domain's text, a date.
  case trusted
  /// Written by a third party, such as the creator of a persona: it may shape the voice, never the
  /// rules, and is made inert like a person's text.
  case limited
  /// Written by a person, or derived from what one wrote.
  case untrusted

  /// Orders from the most to the least believable.
  public static func < (left: Trust, right: Trust) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The word for people and files: `template`, `trusted`, `limited` or `untrusted`.
  public var name: String {
    switch self {
    case .template: "template"
    case .trusted: "trusted"
    case .limited: "limited"
    case .untrusted: "untrusted"
    }
  }
}
