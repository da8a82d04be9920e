public import Conversations
import JSONSchemas
import SourceFiles

/// A prompt with its data filled in.
///
/// The segments are the truth; text and messages are projections of them.
public struct RenderedPrompt: Sendable {
  /// A section with what was rendered into it.
  public struct Section: Sendable, Hashable {
    /// Its declaration in the front matter.
    public var declaration: SectionDeclaration
    /// Where in ``RenderedPrompt/segments`` it lies.
    public var segments: Range<Int>
  }

  /// Which prompt this is, as `name@version`.
  public let reference: String
  /// A digest of the template and everything it includes: two renderings with the same digest
  /// differ only by their data.
  public let templateDigest: ContentDigest
  /// What the reply may hold beside text.
  public let contract: ReplyContract
  /// The rendered pieces in order.
  public let segments: [PromptSegment]
  /// The declared sections, also those that came out empty.
  public let sections: [Section]

  /// All text in order, without the earlier conversation.
  public var text: String {
    segments.lazy.filter { $0.historyIndex == nil }.map(\.text).joined()
  }

  /// The pieces of one section, without the earlier conversation that may stand inside it.
  public func segments(of section: Section) -> [PromptSegment] {
    segments[section.segments].filter { $0.historyIndex == nil }
  }

  /// The text of one section.
  public func text(of section: Section) -> String {
    segments(of: section).map(\.text).joined()
  }

  /// The prompt as messages: neighbouring segments of one role join; a message of blanks is dropped.
  public var messages: [Message] {
    var messages: [Message] = []
    var last: (role: Role, history: Int?)?
    for segment in segments {
      if let last, last == (segment.role, segment.historyIndex) {
        messages[messages.count - 1].text += segment.text
      } else {
        messages.append(Message(segment.role, segment.text))
      }
      last = (segment.role, segment.historyIndex)
    }
    return messages.filter { $0.text.contains { !$0.isWhitespace } }
  }

  /// The digest of all text from the start to the end of a section: while it stays the same, a
  /// provider can reuse its cache up to there.
  public func prefixDigest(through section: Section) -> ContentDigest {
    let prefix = segments[..<section.segments.upperBound].filter { $0.historyIndex == nil }
    return ContentDigest(of: prefix.map(\.text).joined())
  }
}

extension PromptTemplate {
  /// Renders the template with data. Throws ``SourceError``: every problem of the inputs at once,
  /// or the first place at which the template cannot go on.
  func render(
    _ inputs: PromptInputs, partials: [String: PromptTemplate],
    helpers: [String: TemplateHelper], containers: Set<String>, digest: ContentDigest
  ) throws(SourceError) -> RenderedPrompt {
    var values = inputs.values
    for (name, value) in frontMatter.inputDefaults where values[name] == nil {
      values[name] = value
    }
    try check(values)
    var renderer = TemplateRenderer(
      self, partials: partials, helpers: helpers, containers: containers, inputs: inputs)
    try renderer.render(self, values: values)
    let segments = renderer.segments
    try checkSectionCover(segments)
    return RenderedPrompt(
      reference: reference, templateDigest: digest, contract: frontMatter.contract,
      segments: segments, sections: sections(of: segments))
  }

  private func check(_ values: JSONObject) throws(SourceError) {
    guard let inputSchema = frontMatter.inputSchema else { return }
    let known = inputSchema.source["properties"]?.object?.keys ?? []
    let diagnostics = inputSchema.violations(of: .object(values)).map { violation in
      if violation.keyword == .additionalProperties, !violation.path.contains(".") {
        return Diagnostic(
          "prompt.unknown-input", "\(reference) has no input '\(violation.path)'",
          hint: known.hint(for: violation.path))
      }
      return Diagnostic(
        "prompt.input", "the input \(violation), for \(reference)",
        hint: "see 'input.schema' in \(file.path)")
    }
    if let error = SourceError(diagnostics) { throw error }
  }

  /// With sections declared, every word must belong to one, or its place in the cache is unknown.
  private func checkSectionCover(_ segments: [PromptSegment]) throws(SourceError) {
    guard !frontMatter.sections.isEmpty else { return }
    let stray = segments.first { segment in
      segment.section == nil && segment.historyIndex == nil
        && segment.text.contains { !$0.isWhitespace }
    }
    guard let stray else { return }
    throw SourceError(
      Diagnostic(
        "template.outside-section", "this text stands before the first section",
        at: stray.origin,
        excerpt: file.path == stray.origin.file
          ? file.line(stray.origin.line) : nil,
        hint: "begin a section before it with {{section \"…\"}}"))
  }

  private func sections(of segments: [PromptSegment]) -> [RenderedPrompt.Section] {
    var end = segments.firstIndex { $0.section != nil } ?? 0
    return frontMatter.sections.enumerated().map { position, declaration in
      let start = segments.firstIndex { $0.section == position } ?? end
      end = segments.lastIndex { $0.section == position }.map { $0 + 1 } ?? start
      return RenderedPrompt.Section(declaration: declaration, segments: start..<end)
    }
  }
}
