/// How far a piece of a prompt is trusted.
///
/// In strict mode, text with the levels ``limited`` and ``untrusted`` is neutralised before it is rendered: markup
/// that could pass for a reply tag, a container, a role, a control token of a chat template or a heading loses its
/// effect, and a value that the template writes within a line stays on it.
public enum Trust: UInt8, Sendable, Hashable, CaseIterable, Comparable {
  /// Written in the template itself.
  case template
  /// Provided by the product: a domain's text, a date.
  case trusted
  /// Written by a third party, such as the creator of a persona. It may shape the voice but never the rules.
  case limited
  /// Written by a person, or derived from what a person wrote.
  case untrusted

  /// Returns whether the first level is more trusted than the second.
  public static func < (left: Trust, right: Trust) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The level's name in files and output: `template`, `trusted`, `limited` or `untrusted`.
  public var name: String {
    switch self {
    case .template: "template"
    case .trusted: "trusted"
    case .limited: "limited"
    case .untrusted: "untrusted"
    }
  }
}
