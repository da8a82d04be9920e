package import CoachModel
package import SourceFiles

/// A rendered prompt split into lines, each with its origin, for showing people where a text comes from.
package struct AnnotatedPrompt: Sendable {
  /// A part of a line with one origin.
  package struct Span: Sendable, Hashable {
    /// The text without a line ending.
    package var text: String
    /// The path of the input that the text came from; nil for the template's own text.
    package var input: String?
    /// How far the text is trusted.
    package var trust: Trust
  }

  /// A line of the prompt.
  package struct Line: Sendable, Hashable {
    /// The line's parts in order.
    package var spans: [Span]
    /// The location in a template that wrote the start of the line.
    package var origin: FileLocation
    /// The role of the message that the line belongs to.
    package var role: Role
    /// The name of the section that the line belongs to; nil outside of declared sections.
    package var section: String?
    /// The cache class of that section; nil outside of declared sections.
    package var cache: CacheClass?
    /// Whether the line belongs to the conversation history.
    package var isHistory: Bool
  }

  /// The lines in order.
  package let lines: [Line]

  /// Splits a rendered prompt into lines.
  package init(_ prompt: RenderedPrompt) {
    var lines: [Line] = []
    var isOpen = false
    var lastMessage: (Role, Int?)?
    for segment in prompt.segments {
      // A message starts on a line of its own.
      if lastMessage.map({ $0 != (segment.role, segment.historyIndex) }) ?? true { isOpen = false }
      lastMessage = (segment.role, segment.historyIndex)
      var line = segment.origin.line
      let parts = segment.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (position, part) in parts.enumerated() {
        if position > 0 { isOpen = false }
        // Text after a segment's last line end belongs to the next segment's line.
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
