public import CoachModel

/// A message of a rendered prompt, in parts.
public struct PromptMessage: Sendable, Hashable {
  /// A part of a message.
  public enum Part: Sendable, Hashable {
    /// Text.
    case text(String)
    /// A file or an image.
    case media(PromptMedia)
    /// The place at which a section begins that the front matter does not declare, as dotprompt
    /// hands it on to tools that read prompts.
    case section(String)
    /// The end of a section that declares a cache breakpoint, with the breakpoint's name: everything
    /// up to here may be kept by the provider.
    case breakpoint(String)
  }

  /// Who says it.
  public var role: Role
  /// What is said.
  public var parts: [Part]
  /// Whether it is a message of the earlier conversation.
  public var isHistory: Bool

  /// All text of the message.
  public var text: String {
    parts.reduce(into: "") { text, part in
      if case .text(let more) = part { text += more }
    }
  }
}

extension RenderedPrompt {
  /// The prompt as messages in parts: each role begins one, blanks alone make no part, and a
  /// message without parts is dropped, but for those of the earlier conversation.
  ///
  /// Where the template does not place the earlier conversation, it comes before the last message
  /// if a person says that one, and otherwise at the end: no conversation is lost in silence.
  public var detailedMessages: [PromptMessage] {
    var joiner = MessageJoiner()
    var section: Int16 = -1
    var nextMedia = 0
    var marks = self.marks[...]
    func addMarks(before segment: Int) {
      while let mark = marks.first, Int(mark.segment) <= segment {
        marks.removeFirst()
        guard Int(mark.section) >= sections.count else { continue }
        joiner.begin(mark.message, role: mark.role, isHistory: false)
        joiner.add(.section(sectionNames[Int(mark.section)]))
      }
    }
    /// The breakpoint at the end of the section that has just been left.
    func leaveSection(for next: Int16) {
      defer { section = next }
      guard section != next, sections.indices.contains(Int(section)),
        let name = sections[Int(section)].declaration.breakpoint
      else { return }
      joiner.addBreakpoint(name)
    }
    for (position, record) in records.enumerated() {
      // The conversation may stand inside a section, and does not end it.
      if record.history < 0 { leaveSection(for: record.section) }
      addMarks(before: position)
      joiner.begin(record.message, role: record.role, isHistory: record.history >= 0)
      if record.isMedia {
        joiner.add(.media(media[nextMedia]))
        nextMedia += 1
      }
      joiner.add(bytes[byteRange(of: position..<(position + 1))])
    }
    leaveSection(for: -1)
    addMarks(before: records.count)
    let messages = joiner.finish()
    return placesHistory ? messages : inserting(history: data.history, into: messages)
  }

  private func inserting(history: [PromptData.HistoryEntry], into messages: [PromptMessage])
    -> [PromptMessage]
  {
    guard !history.isEmpty else { return messages }
    let earlier = history.map { entry in
      PromptMessage(role: entry.role, parts: [.text(data.text(of: entry))], isHistory: true)
    }
    guard let last = messages.last, last.role == .user else { return messages + earlier }
    return messages.dropLast() + earlier + [last]
  }

  /// The prompt as messages of text.
  public var messages: [Message] {
    detailedMessages.map { Message($0.role, $0.text) }
  }
}

/// Joins runs of text to messages.
private struct MessageJoiner {
  private var messages: [PromptMessage] = []
  private var number: Int32?
  private var pending: [UInt8] = []
  /// Where in the pending text the breakpoints stand.
  private var breakpoints: [(name: String, offset: Int)] = []

  mutating func begin(_ number: Int32, role: Role, isHistory: Bool) {
    guard self.number != number else { return }
    flush()
    self.number = number
    messages.append(PromptMessage(role: role, parts: [], isHistory: isHistory))
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) { pending += bytes }

  /// A text with a breakpoint in it becomes two parts, which join to the same text.
  mutating func addBreakpoint(_ name: String) {
    guard !messages.isEmpty else { return }
    breakpoints.append((name, pending.count))
  }

  mutating func add(_ part: PromptMessage.Part) {
    flush()
    messages[messages.count - 1].parts.append(part)
  }

  mutating func finish() -> [PromptMessage] {
    flush()
    return messages.filter { !$0.parts.isEmpty }
  }

  private mutating func flush() {
    guard !messages.isEmpty else { return }
    defer {
      pending.removeAll(keepingCapacity: true)
      breakpoints.removeAll()
    }
    let last = messages.count - 1
    let hasText = messages[last].isHistory || pending.contains { !$0.isASCIIBlank }
    var start = 0
    for (name, offset) in breakpoints {
      if hasText, offset > start { append(pending[start..<offset]) }
      start = offset
      // One at the very beginning of a message has nothing of it to keep.
      if !messages[last].parts.isEmpty { messages[last].parts.append(.breakpoint(name)) }
    }
    if hasText, start < pending.count || messages[last].isHistory { append(pending[start...]) }
  }

  private mutating func append(_ text: ArraySlice<UInt8>) {
    messages[messages.count - 1].parts.append(.text(String(decoding: text, as: UTF8.self)))
  }
}

extension UInt8 {
  /// Whether this is a blank, a tab or a line end.
  var isASCIIBlank: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}
