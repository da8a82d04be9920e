public import CoachModel
public import Documents
public import SourceFiles

/// A prompt filled with data.
///
/// Text, messages, segments and the annotated view are projections of the same bytes and records. They are computed
/// on every access, so keep a result that is needed more than once.
///
/// ```swift
/// func inspect(_ prompt: RenderedPrompt) {
///   for message in prompt.messages { print("\(message.role): \(message.text)") }
///   for segment in prompt.segments where segment.trust == .untrusted {
///     print("\(segment.origin): '\(segment.text)' comes from \(segment.input ?? "the template")")
///   }
///   for section in prompt.sections {
///     print(section.declaration.name, prompt.prefixDigest(through: section).short)
///   }
/// }
/// ```
public struct RenderedPrompt: Sendable {
  /// A declared section with its rendered content.
  public struct Section: Sendable, Hashable {
    /// The section's declaration in the front matter.
    public var declaration: SectionDeclaration
    /// The section's range in ``RenderedPrompt/segments``.
    public var segments: Range<Int>
  }

  /// The template that was rendered.
  public let template: PromptTemplate
  /// A digest of the template and everything it includes: renderings with the same digest differ only by their data.
  public let templateDigest: ContentDigest
  /// The declared sections, including empty ones.
  public let sections: [Section]
  /// Whether the template placed the conversation history itself; if not, ``detailedMessages`` describes where it is
  /// inserted.
  public let placesHistory: Bool

  /// The data left out to keep within a budget, in the order of the decisions.
  public internal(set) var trims: [PromptTrim] = []
  /// The inputs, and parts of them, that the prompt was not given because its version does not declare them.
  public package(set) var leftOutInputs: [LeftOutInput] = []

  let bytes: [UInt8]
  let records: [SegmentRecord]
  let marks: [SectionMark]
  let media: [PromptMedia]
  let sectionNames: [String]
  let data: PromptData
  let files: [SourceFile]
}

extension RenderedPrompt {
  /// The prompt's reference: `name@version`, or the name alone.
  public var reference: String { template.reference }

  /// The tags that the reply may contain beside text.
  public var contract: ReplyContract { template.frontMatter.contract }

  /// The rendered segments in order.
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

  /// The inputs of the rendering including defaults, with untrusted text neutralised.
  public var inputs: JSONObject { data.json(data.root).object ?? [:] }

  /// The conversation history of the rendering, with the person's messages neutralised.
  public var history: [Message] {
    data.history.map { Message($0.role, data.text(of: $0)) }
  }

  /// All text in order, without the conversation history.
  public var text: String { text(of: records.indices) }

  /// The product's own wording, which a reply should not repeat: what templates and trusted inputs wrote, in pieces
  /// that nobody else's text interrupts. Messages of the assistant are left out, since they are there to be imitated.
  public var instructions: [String] {
    var pieces: [[UInt8]] = []
    var isInterrupted = true
    for (position, record) in records.enumerated() {
      let isOwn = record.trust <= .trusted && record.history < 0 && record.role != .assistant
      if isOwn {
        if isInterrupted { pieces.append([]) }
        pieces[pieces.count - 1] += bytes[byteRange(of: position..<(position + 1))]
      }
      isInterrupted = !isOwn
    }
    return pieces.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the segments of a section, without any conversation history inside it.
  public func segments(of section: Section) -> [PromptSegment] {
    segments[section.segments].filter { $0.historyIndex == nil }
  }

  /// Returns the text of a section, without any conversation history inside it.
  public func text(of section: Section) -> String { text(of: section.segments) }

  /// Returns the digest of everything from the start to the end of a section, including roles, media and history:
  /// while it stays the same, a provider can reuse its cache up to this point.
  public func prefixDigest(through section: Section) -> ContentDigest {
    var prefix: [UInt8] = []
    var message: Int32?
    var nextMedia = 0
    for position in 0..<section.segments.upperBound {
      let record = records[position]
      if record.message != message {
        message = record.message
        // UTF-8 text never contains this byte, so no text can imitate a boundary.
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

  /// Returns the bytes of a range of segments, without the conversation history.
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

  /// Returns the byte range of a range of segments.
  func byteRange(of range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return 0..<0 }
    let start = range.lowerBound == 0 ? 0 : Int(records[range.lowerBound - 1].end)
    return start..<Int(records[range.upperBound - 1].end)
  }
}
