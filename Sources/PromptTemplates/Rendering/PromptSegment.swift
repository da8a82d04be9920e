public import CoachModel
public import SourceFiles

/// A run of rendered text that has one origin.
///
/// Role, section and trust travel beside the text, never inside it: no value can forge them.
public struct PromptSegment: Sendable, Hashable {
  /// The text; empty for media.
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
  /// How long it stays the same: its section's class; nil outside of declared sections.
  public var cache: CacheClass?
  /// Set for messages of the earlier conversation: its position there.
  public var historyIndex: Int?
  /// The file or image, where this is no text.
  public var media: PromptMedia?
}
