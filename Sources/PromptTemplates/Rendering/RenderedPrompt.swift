public import CoachModel
public import JSON
public import SourceFiles

/// A prompt with its data filled in.
///
/// The segments are the truth; text, messages, JSON and the annotated view are projections of them.
/// They are worked out when they are asked for: keep the result rather than asking twice.
public struct RenderedPrompt: Sendable {
  /// A section with what was rendered into it.
  public struct Section: Sendable, Hashable {
    /// Its declaration in the front matter.
    public var declaration: SectionDeclaration
    /// Where in ``RenderedPrompt/segments`` it lies.
    public var segments: Range<Int>
  }

  /// The template it was rendered from.
  public let template: PromptTemplate
  /// A digest of the template and everything it includes: two renderings with the same digest
  /// differ only by their data.
  public let templateDigest: ContentDigest
  /// The declared sections, also those that came out empty.
  public let sections: [Section]
  /// Whether the template placed the earlier conversation itself; if not, ``detailedMessages`` says
  /// where it comes.
  public let placesHistory: Bool

  /// What was left out to keep within a budget, in the order in which it was decided.
  public internal(set) var trims: [PromptTrim] = []

  let bytes: [UInt8]
  let records: [SegmentRecord]
  let marks: [SectionMark]
  let media: [PromptMedia]
  let sectionNames: [String]
  let data: PromptData
  let files: [SourceFile]
}

extension RenderedPrompt {
  /// Which prompt this is, as `name@version`.
  public var reference: String { template.reference }

  /// What the reply may hold beside text.
  public var contract: ReplyContract { template.frontMatter.contract }

  /// The rendered pieces in order.
  public var segments: [PromptSegment] {
    var start = 0
    var nextMedia = 0
    return records.map { record in
      defer { start = Int(record.end) }
      var segment = PromptSegment(
        text: String(decoding: bytes[start..<Int(record.end)], as: UTF8.self),
        role: record.role,
        origin: files[Int(record.file)].location(at: Int(record.origin)),
        input: nil, trust: record.trust, section: nil, historyIndex: nil)
      if record.history >= 0 {
        segment.historyIndex = Int(record.history)
        segment.input = "history[\(record.history)]"
      } else if record.value >= 0 {
        segment.input = data.path(to: record.value)
      }
      if record.section >= 0, Int(record.section) < sections.count {
        segment.section = Int(record.section)
        segment.cache = sections[Int(record.section)].declaration.cache
      }
      if record.isMedia {
        segment.media = media[nextMedia]
        nextMedia += 1
      }
      return segment
    }
  }

  /// The inputs it was rendered with, defaults included; untrusted text as it was made inert.
  public var inputs: JSONObject { data.json(data.root).object ?? [:] }

  /// The earlier conversation it was rendered with; the person's messages as they were made inert.
  public var history: [Message] {
    data.history.map { Message($0.role, data.text(of: $0)) }
  }

  /// All text in order, without the earlier conversation.
  public var text: String { text(of: records.indices) }

  /// The pieces of one section, without the earlier conversation that may stand inside it.
  public func segments(of section: Section) -> [PromptSegment] {
    segments[section.segments].filter { $0.historyIndex == nil }
  }

  /// The text of one section.
  public func text(of section: Section) -> String { text(of: section.segments) }

  /// The digest of everything from the start to the end of a section, with the roles, the media and
  /// the conversation in it: while it stays the same, a provider can reuse its cache up to there.
  public func prefixDigest(through section: Section) -> ContentDigest {
    var prefix: [UInt8] = []
    var message: Int32?
    var nextMedia = 0
    for position in 0..<section.segments.upperBound {
      let record = records[position]
      if record.message != message {
        message = record.message
        // No text holds this byte, so no text can pass for a boundary.
        prefix += [0xff] + Array(record.role.rawValue.utf8) + [0xff]
      }
      if record.isMedia {
        prefix += Array(media[nextMedia].url.utf8)
        nextMedia += 1
      }
      prefix += bytes[byteRange(of: position..<(position + 1))]
    }
    return ContentDigest(of: prefix)
  }

  /// The bytes of a run of segments, without the earlier conversation.
  func textBytes(of range: Range<Int>) -> [UInt8] {
    let isWhole = records[range].allSatisfy { $0.history < 0 }
    if isWhole { return Array(bytes[byteRange(of: range)]) }
    var result: [UInt8] = []
    for at in range where records[at].history < 0 {
      result.append(contentsOf: bytes[byteRange(of: at..<(at + 1))])
    }
    return result
  }

  func text(of range: Range<Int>) -> String {
    String(decoding: textBytes(of: range), as: UTF8.self)
  }

  /// Where the text of a run of segments lies.
  func byteRange(of range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return 0..<0 }
    let start = range.lowerBound == 0 ? 0 : Int(records[range.lowerBound - 1].end)
    return start..<Int(records[range.upperBound - 1].end)
  }
}
