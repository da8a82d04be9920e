public import Conversations

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
    for (position, record) in records.enumerated() {
      addMarks(before: position)
      joiner.begin(record.message, role: record.role, isHistory: record.history >= 0)
      if record.isMedia {
        joiner.add(.media(media[nextMedia]))
        nextMedia += 1
      }
      joiner.add(bytes[byteRange(of: position..<(position + 1))])
    }
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

  mutating func begin(_ number: Int32, role: Role, isHistory: Bool) {
    guard self.number != number else { return }
    flush()
    self.number = number
    messages.append(PromptMessage(role: role, parts: [], isHistory: isHistory))
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) { pending += bytes }

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
    if messages[messages.count - 1].isHistory || pending.contains(where: { !$0.isASCIIBlank }) {
      messages[messages.count - 1].parts.append(.text(String(decoding: pending, as: UTF8.self)))
    }
    pending.removeAll(keepingCapacity: true)
  }
}

extension UInt8 {
  /// Whether this is a blank, a tab or a line end.
  var isASCIIBlank: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}
