public import CoachModel
public import SourceFiles

/// A run of rendered text with one origin.
///
/// Role, section and trust are stored beside the text, never inside it, so no value can forge them.
public struct PromptSegment: Sendable, Hashable {
  /// The text; empty for media.
  public var text: String
  /// The role of the message that the segment belongs to.
  public var role: Role
  /// The location in a template that wrote the segment.
  public var origin: FileLocation
  /// The path of the input that the text came from, such as `memories[2].text`; nil for the template's own text.
  public var input: String?
  /// How far the text is trusted.
  public var trust: Trust
  /// The index of the segment's section in ``RenderedPrompt/sections``; nil outside of declared sections.
  public var section: Int?
  /// The cache class of that section; nil outside of declared sections.
  public var cache: CacheClass?
  /// The index of the message in the conversation history; nil for all other text.
  public var historyIndex: Int?
  /// The file or image; nil for text.
  public var media: PromptMedia?
}
