public import PromptTemplates
public import SourceFiles

/// What an assembled prompt is made of, section by section: for people who want to know where a
/// sentence comes from and what a provider can cache.
public struct PromptExplanation: Sendable {
  /// One section.
  public struct Section: Sendable {
    /// Its declaration.
    public var declaration: SectionDeclaration
    /// Its tokens.
    public var tokens: Int
    /// The template lines that produced it, such as `Prompts/_tone.prompt:2-8`.
    public var sources: [String]
    /// The inputs that went into it, without positions in lists.
    public var inputs: [String]
    /// Whether any of its text is untrusted.
    public var holdsUntrusted: Bool
    /// The cache breakpoint at its end.
    public var breakpoint: Breakpoint?
  }

  /// A place up to which a provider can reuse what it has read before.
  public struct Breakpoint: Sendable {
    /// Its name.
    public var name: String
    /// All tokens before it.
    public var prefixTokens: Int
    /// The digest of all text before it.
    public var digest: ContentDigest
  }

  /// The prompt, as `name@version`.
  public let reference: String
  /// The digest of the template with its partials.
  public let templateDigest: ContentDigest
  /// The sections in order.
  public let sections: [Section]
  /// The tokens of all sections.
  public let tokens: Int
  /// What was left out to keep within a budget.
  public let trims: [PromptTrim]
  /// How tokens were counted.
  public let tokenMethod: String

  /// Explains a prompt.
  public init(_ prompt: RenderedPrompt, counter: any TokenCounter = TokenEstimator()) {
    reference = prompt.reference
    templateDigest = prompt.templateDigest
    tokenMethod = counter.method
    trims = prompt.trims
    var total = 0
    sections = prompt.sections.map { section in
      let segments = prompt.segments(of: section)
      let tokens = counter.count(prompt.text(of: section))
      total += tokens
      let breakpoint = section.declaration.breakpoint.map { name in
        Breakpoint(
          name: name, prefixTokens: total, digest: prompt.prefixDigest(through: section))
      }
      return Section(
        declaration: section.declaration, tokens: tokens, sources: Self.sources(of: segments),
        inputs: Self.inputs(of: segments),
        holdsUntrusted: segments.contains { $0.trust == .untrusted }, breakpoint: breakpoint)
    }
    tokens = total
  }

  /// The lines of each file, from the first to the last that produced text.
  private static func sources(of segments: [PromptSegment]) -> [String] {
    var files: [(file: String, lines: ClosedRange<Int>)] = []
    for segment in segments {
      let newlines = segment.trust == .template ? segment.text.count { $0 == "\n" } : 0
      let line = segment.origin.line
      let last = max(line, line + newlines - (segment.text.hasSuffix("\n") ? 1 : 0))
      if let at = files.firstIndex(where: { $0.file == segment.origin.file }) {
        let known = files[at].lines
        files[at].lines = min(known.lowerBound, line)...max(known.upperBound, last)
      } else {
        files.append((segment.origin.file, line...last))
      }
    }
    return files.map { file, lines in
      let end = lines.count == 1 ? "" : "-\(lines.upperBound)"
      return "\(file):\(lines.lowerBound)\(end)"
    }
  }

  private static func inputs(of segments: [PromptSegment]) -> [String] {
    var inputs: [String] = []
    for input in segments.compactMap(\.input) {
      let name = input.split(separator: "[").enumerated().map { position, part in
        position == 0 ? part : part.drop { $0 != "]" }.dropFirst()
      }.joined()
      if !inputs.contains(name) { inputs.append(name) }
    }
    return inputs
  }
}
