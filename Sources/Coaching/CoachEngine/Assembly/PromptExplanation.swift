public import PromptTemplates
public import SourceFiles

/// The composition of an assembled prompt, section by section.
///
/// It shows where each sentence comes from and what a provider can cache.
public struct PromptExplanation: Sendable {
  /// A section of the prompt.
  public struct Section: Sendable {
    /// The section's declaration in the front matter.
    public var declaration: SectionDeclaration
    /// The number of tokens in the section.
    public var tokens: Int
    /// The template lines that produced it, such as `Prompts/_tone.prompt:2-8`.
    public var sources: [String]
    /// The names of the inputs used in the section, without list positions.
    public var inputs: [String]
    /// Whether any of the section's text is untrusted.
    public var holdsUntrusted: Bool
    /// The cache breakpoint at the end of the section; `nil` if there is none.
    public var breakpoint: Breakpoint?
  }

  /// A position up to which a provider can reuse what it has cached.
  public struct Breakpoint: Sendable {
    /// The name given in the section's declaration.
    public var name: String
    /// The number of tokens before the breakpoint.
    public var prefixTokens: Int
    /// The digest of all text before the breakpoint.
    public var digest: ContentDigest
  }

  /// The prompt's reference in the form `name@version`.
  public let reference: String
  /// The digest of the template and its partials.
  public let templateDigest: ContentDigest
  /// The sections in the order of the prompt.
  public let sections: [Section]
  /// The number of tokens of the prompt.
  public let tokens: Int
  /// The content that was removed to keep within the budget.
  public let trims: [PromptTrim]
  /// The inputs, and parts of them, that this version of the prompt does not declare and so was not given.
  public let leftOutInputs: [LeftOutInput]
  /// The name of the method by which tokens were counted.
  public let tokenMethod: String

  /// Creates the explanation of a prompt. By default tokens are estimated.
  public init(_ prompt: RenderedPrompt, counter: any TokenCounter = TokenEstimator()) {
    reference = prompt.reference
    templateDigest = prompt.templateDigest
    tokenMethod = counter.method
    trims = prompt.trims
    leftOutInputs = prompt.leftOutInputs
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
    tokens = sections.isEmpty ? counter.count(prompt.text) : total
  }

  /// Returns for each file the range of lines that produced text.
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
