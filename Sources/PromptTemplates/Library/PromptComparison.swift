public import SourceFiles

/// Two versions of a prompt, rendered with the same data, beside each other.
public struct PromptComparison: Sendable {
  /// One section in both.
  public struct Section: Sendable {
    /// Its name; empty for a prompt without sections.
    public var name: String
    /// How often it changes, in the second version where both have it.
    public var cache: CacheClass?
    /// Its tokens in the first version; nil where it has no such section.
    public var before: Int?
    /// Its tokens in the second.
    public var after: Int?
    /// What differs.
    public var difference: TextDifference
  }

  /// Where the part that providers cache begins to differ.
  public struct PrefixChange: Sendable, Hashable {
    /// The first byte that differs, from 0, in the text before the last breakpoint.
    public var byte: Int
    /// How many bytes the second version has before its last breakpoint.
    public var length: Int
    /// The section it lies in, in the second version.
    public var section: String
    /// The place in the second version's files that wrote it.
    public var origin: SourceLocation
  }

  /// The sections of both, in the order of the second.
  public let sections: [Section]
  /// The tokens of the whole prompt before and after.
  public let tokens: (before: Int, after: Int)
  /// Inputs, parameters and tags that only one of the two has, or has otherwise, in words.
  public let settings: [String]
  /// Where the cacheable prefix begins to differ; nil when it is the same.
  public let prefixChange: PrefixChange?
  /// The breakpoints of the second version, each with whether its prefix is the same in the first.
  public let breakpoints: [(name: String, isSame: Bool)]

  /// Compares two renderings.
  public init(
    _ before: RenderedPrompt, _ after: RenderedPrompt,
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
    settings = SettingsDifference.words(before.template, after.template)
    prefixChange = Self.prefixChange(before, after)
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

  private static func prefixChange(_ before: RenderedPrompt, _ after: RenderedPrompt)
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
  /// The text before the last cache breakpoint; without breakpoints, that of the sections that are not
  /// volatile.
  var cacheablePrefix: [UInt8] {
    let last =
      sections.last { $0.declaration.breakpoint != nil }
      ?? sections.last { $0.declaration.cache < .volatile }
    guard let last else { return [] }
    return textBytes(of: 0..<last.segments.upperBound)
  }
}
