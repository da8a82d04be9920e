public import CoachModel

/// A message of a rendered prompt, divided into parts.
public struct PromptMessage: Sendable, Hashable {
  /// A part of a message.
  public enum Part: Sendable, Hashable {
    /// A run of text.
    case text(String)
    /// A file or an image.
    case media(PromptMedia)
    /// The start of a section that the front matter does not declare, which dotprompt passes on to tools that read
    /// prompts.
    case section(String)
    /// The end of a section with a cache breakpoint, by the breakpoint's name: the provider may cache everything up
    /// to this point.
    case breakpoint(String)
  }

  /// The author of the message.
  public var role: Role
  /// The content in order.
  public var parts: [Part]
  /// Whether the message belongs to the conversation history.
  public var isHistory: Bool

  /// The text of all parts, concatenated.
  public var text: String {
    parts.reduce(into: "") { text, part in
      if case .text(let more) = part { text += more }
    }
  }
}

extension RenderedPrompt {
  /// The prompt as messages with parts. Each role tag starts a message; whitespace alone makes no part, and a message
  /// without parts is dropped unless it belongs to the conversation history.
  ///
  /// If the template does not place the conversation history, it is inserted before the last message if that has the
  /// role `user`, and otherwise at the end, so that it is never lost silently.
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
    /// Adds the breakpoint at the end of the section that has just ended.
    func leaveSection(for next: Int16) {
      defer { section = next }
      guard section != next, sections.indices.contains(Int(section)),
        let name = sections[Int(section)].declaration.breakpoint
      else { return }
      joiner.addBreakpoint(name)
    }
    for (position, record) in records.enumerated() {
      // A conversation inside a section does not end it.
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

  /// The prompt as plain text messages, without media and breakpoints.
  public var messages: [Message] {
    detailedMessages.map { Message($0.role, $0.text) }
  }
}

/// Joins runs of text into messages.
private struct MessageJoiner {
  private var messages: [PromptMessage] = []
  private var number: Int32?
  private var pending: [UInt8] = []
  /// The breakpoints' offsets in the pending text.
  private var breakpoints: [(name: String, offset: Int)] = []

  mutating func begin(_ number: Int32, role: Role, isHistory: Bool) {
    guard self.number != number else { return }
    flush()
    self.number = number
    messages.append(PromptMessage(role: role, parts: [], isHistory: isHistory))
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) { pending += bytes }

  /// Splits the text at a breakpoint into two parts, which join to the same text.
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
      addBreakpoint(name, upTo: last)
    }
    if hasText, start < pending.count || messages[last].isHistory { append(pending[start...]) }
  }

  /// Adds a breakpoint to the last message that has something to cache.
  private mutating func addBreakpoint(_ name: String, upTo last: Int) {
    guard let index = messages[...last].lastIndex(where: { !$0.parts.isEmpty }) else { return }
    // Two at one place are one: nothing was written between them.
    if case .breakpoint = messages[index].parts.last { return }
    messages[index].parts.append(.breakpoint(name))
  }

  private mutating func append(_ text: ArraySlice<UInt8>) {
    messages[messages.count - 1].parts.append(.text(String(decoding: text, as: UTF8.self)))
  }
}

extension UInt8 {
  /// Whether the byte is ASCII whitespace: a space, a tab or a line break.
  var isASCIIBlank: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}
