public import Conversations
public import SourceFiles

/// How far a piece of a prompt may be believed.
public enum Trust: String, Sendable, Hashable, Comparable {
  /// Written in the template itself.
  case template
  /// Given by the product: a domain's text, a date.
  case trusted
  /// Written by a person, or derived from what one wrote.
  case untrusted

  /// Orders from the most to the least believable.
  public static func < (left: Trust, right: Trust) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .template: 0
    case .trusted: 1
    case .untrusted: 2
    }
  }
}

/// A run of rendered text that has one origin.
///
/// Role, section and trust travel beside the text, never inside it: no value can forge them.
public struct PromptSegment: Sendable, Hashable {
  /// The text.
  public var text: String
  /// Whose message it belongs to.
  public var role: Role
  /// The place in a template that produced it.
  public var origin: SourceLocation
  /// The input it came from, such as `memories[2].text`; nil for the template's own text.
  public var input: String?
  /// How far it may be believed.
  public var trust: Trust
  /// The section it stands in, by position in ``RenderedPrompt/sections``.
  public var section: Int?
  /// Set for messages of the earlier conversation: its position there.
  public var historyIndex: Int?
}
