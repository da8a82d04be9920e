public import SourceFiles

/// A comparison of two versions of a prompt, rendered with the same data.
public struct PromptComparison: Sendable {
  /// A section of either version.
  public struct Section: Sendable {
    /// The section's name; empty for a prompt without sections.
    public var name: String
    /// The section's cache class, in the second version if both have it; nil for a prompt without sections.
    public var cache: CacheClass?
    /// The section's tokens in the first version; nil if it has no such section.
    public var before: Int?
    /// The section's tokens in the second version; nil if it has no such section.
    public var after: Int?
    /// The difference between the section's texts.
    public var difference: TextDifference
  }

  /// The place where the text that providers cache starts to differ.
  public struct PrefixChange: Sendable, Hashable {
    /// The offset of the first differing byte, from 0, in the text before the last breakpoint.
    public var byte: Int
    /// The number of bytes before the last breakpoint in the second version.
    public var length: Int
    /// The section of that byte in the second version; empty outside of sections.
    public var section: String
    /// The location in the second version's files that wrote that byte.
    public var origin: FileLocation
  }

  /// The sections of both versions, in the order of the second; those that only the first has come last.
  public let sections: [Section]
  /// The tokens of all sections together, before and after.
  public let tokens: (before: Int, after: Int)
  /// The inputs, parameters, tags and output schemas that differ, each as a phrase in English.
  public let settings: [String]
  /// The place where the cacheable prefix starts to differ; nil if it is unchanged.
  public let prefixChange: PrefixChange?
  /// The breakpoints of the second version, each with whether the first has a breakpoint with the same prefix.
  public let breakpoints: [(name: String, isSame: Bool)]

  /// Compares two renderings; the counter measures their sections.
  public init(
    before: RenderedPrompt, after: RenderedPrompt,
    counter: any TokenCounter = TokenEstimator()
  ) {
    let left = Self.texts(of: before)
    let right = Self.texts(of: after)
    let gone = left.filter { old in !right.contains { $0.name == old.name } }
    sections =
      right.map { section in
        let old = left.first { $0.name == section.name }
        return Section(
          name: section.name, cache: section.cache, before: old.map { counter.count($0.text) },
          after: counter.count(section.text),
          difference: TextDifference(from: old?.text ?? "", to: section.text))
      }
      + gone.map { section in
        Section(
          name: section.name, cache: section.cache, before: counter.count(section.text), after: nil,
          difference: TextDifference(from: section.text, to: ""))
      }
    tokens = (
      sections.reduce(0) { $0 + ($1.before ?? 0) }, sections.reduce(0) { $0 + ($1.after ?? 0) }
    )
    settings = SettingsDifference.words(from: before.template, to: after.template)
    prefixChange = Self.prefixChange(from: before, to: after)
    breakpoints = after.sections.compactMap { section in
      guard let name = section.declaration.breakpoint else { return nil }
      let digest = after.prefixDigest(through: section)
      let isSame = before.sections.contains { old in
        old.declaration.breakpoint != nil && before.prefixDigest(through: old) == digest
      }
      return (name, isSame)
    }
  }

  private static func texts(of prompt: RenderedPrompt) -> [(
    name: String, cache: CacheClass?, text: String
  )] {
    guard !prompt.sections.isEmpty else { return [("", nil, prompt.text)] }
    return prompt.sections.map {
      ($0.declaration.name, $0.declaration.cache, prompt.text(of: $0))
    }
  }

  private static func prefixChange(from before: RenderedPrompt, to after: RenderedPrompt)
    -> PrefixChange?
  {
    let (old, new) = (before.cacheablePrefix, after.cacheablePrefix)
    guard old != new else { return nil }
    let byte = zip(old, new).prefix { $0 == $1 }.count
    var end = 0
    for (position, record) in after.records.enumerated() where record.history < 0 {
      end += after.byteRange(of: position..<(position + 1)).count
      guard end > byte || position == after.records.count - 1 else { continue }
      let section = Int(record.section)
      return PrefixChange(
        byte: byte, length: new.count,
        section: after.sections.indices.contains(section)
          ? after.sections[section].declaration.name : "",
        origin: after.files[Int(record.file)].location(at: Int(record.origin)))
    }
    return nil
  }
}

extension RenderedPrompt {
  /// The text before the last cache breakpoint; without breakpoints, the text of all sections that are not volatile.
  var cacheablePrefix: [UInt8] {
    let last =
      sections.last { $0.declaration.breakpoint != nil }
      ?? sections.last { $0.declaration.cache < .volatile }
    guard let last else { return [] }
    return textBytes(of: 0..<last.segments.upperBound)
  }
}
