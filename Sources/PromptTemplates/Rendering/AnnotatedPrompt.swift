public import CoachModel
public import SourceFiles

/// A prompt line by line, each with where it comes from: for people who ask "who wrote this?".
public struct AnnotatedPrompt: Sendable {
  /// A run of a line that has one origin.
  public struct Span: Sendable, Hashable {
    /// The text, without line end.
    public var text: String
    /// The input it came from; nil for the template's own text.
    public var input: String?
    /// How far it may be believed.
    public var trust: Trust
  }

  /// A line.
  public struct Line: Sendable, Hashable {
    /// Its pieces in order.
    public var spans: [Span]
    /// The place in a template that wrote its beginning.
    public var origin: SourceLocation
    /// Whose message it belongs to.
    public var role: Role
    /// The section it stands in.
    public var section: String?
    /// How long that section stays the same.
    public var cache: CacheClass?
    /// Whether it is of the earlier conversation.
    public var isHistory: Bool
  }

  /// The lines in order.
  public let lines: [Line]

  /// Cuts a prompt into lines.
  public init(_ prompt: RenderedPrompt) {
    var lines: [Line] = []
    var isOpen = false
    var lastMessage: (Role, Int?)?
    for segment in prompt.segments {
      // A message begins a line of its own.
      if lastMessage.map({ $0 != (segment.role, segment.historyIndex) }) ?? true { isOpen = false }
      lastMessage = (segment.role, segment.historyIndex)
      var line = segment.origin.line
      let parts = segment.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (position, part) in parts.enumerated() {
        if position > 0 { isOpen = false }
        // The text after a segment's last line end is the beginning of the next segment's line.
        if part.isEmpty, position == parts.count - 1, position > 0 { continue }
        if !isOpen {
          var origin = segment.origin
          if segment.trust == .template, position > 0 {
            line += 1
            (origin.line, origin.column) = (line, 1)
          }
          let section = segment.section.map { prompt.sections[$0].declaration }
          lines.append(
            Line(
              spans: [], origin: origin, role: segment.role, section: section?.name,
              cache: section?.cache, isHistory: segment.historyIndex != nil))
          isOpen = true
        }
        lines[lines.count - 1].spans.append(
          Span(text: String(part), input: segment.input, trust: segment.trust))
      }
    }
    self.lines = lines
  }
}
