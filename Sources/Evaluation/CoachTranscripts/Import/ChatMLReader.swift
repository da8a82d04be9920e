import Documents
import SourceFiles

/// Reads ChatML: messages between `<|im_start|>` and `<|im_end|>`, with the speaker on the first line.
///
/// The format is that of github.com/openai/openai-python, chatml.md, and of the chat templates of many open models.
enum ChatMLReader {
  private static let start = Array("<|im_start|>".utf8)
  private static let end = Array("<|im_end|>".utf8)
  private static let endOfText = Array("<|endoftext|>".utf8)

  /// Whether a text begins as ChatML does.
  static func isChatML(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.drop(while: \.isJSONSpace).starts(with: start)
  }

  /// Returns the text of a chat in a JSON value; `nil` if there is none.
  static func text(in value: JSONValue) -> String? {
    let members = [value, value["text"], value["prompt"], value["chatml"], value["content"]]
    return members.lazy.compactMap { $0?.string }.first { isChatML($0.utf8) }
  }

  /// Adds the messages of a text that stands in a JSON value.
  static func add(
    _ text: String, at place: SourcePlace, in file: SourceFile, to chat: inout ImportedChat
  ) {
    for part in parts(of: Array(text.utf8)[...]) {
      switch part {
      case .message(let speaker, let text, _):
        chat.messages.append(ImportedMessage(speaker: speaker, text: text, place: place))
      case .stray:
        chat.problems.append(stray(in: file, at: place))
      case .separator: break
      }
    }
  }

  /// Reads a file of one chat or several: one ends with `<|endoftext|>`, or where the next one has a system message.
  static func read(_ file: SourceFile, from start: Int) -> ReadChats {
    var read = ReadChats(format: "ChatML", seen: "ChatML")
    var chat = ImportedChat(place: SourcePlace(range: start..<file.bytes.count))
    func close(_ read: inout ReadChats, at offset: Int) {
      if !chat.messages.isEmpty || !chat.problems.isEmpty { read.chats.append(chat) }
      chat = ImportedChat(place: SourcePlace(range: offset..<file.bytes.count))
    }
    for part in parts(of: file.bytes[start...]) {
      switch part {
      case .message(let speaker, let text, let offset):
        let isSystem = SpeakerWords().speaker(speaker) == .system
        let hasSpeakers = chat.messages.contains { SpeakerWords().speaker($0.speaker) != .system }
        if isSystem, hasSpeakers { close(&read, at: offset) }
        chat.messages.append(
          ImportedMessage(
            speaker: speaker, text: text, place: SourcePlace(range: offset..<file.bytes.count)))
      case .stray(let offset):
        chat.problems.append(
          stray(in: file, at: SourcePlace(range: offset..<file.bytes.count)))
      case .separator(let offset): close(&read, at: offset)
      }
    }
    close(&read, at: file.bytes.count)
    read.seen = "ChatML, \(read.chats.count) chat\(read.chats.count == 1 ? "" : "s")"
    return read
  }

  private static func stray(in file: SourceFile, at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      "import.chatml", "there is text outside of <|im_start|> and <|im_end|>", in: file, at: place,
      hint: "put it into a message, or leave the chat out with --skip-broken")
  }

  private enum Part {
    case message(speaker: String, text: String, offset: Int)
    /// The end of a chat.
    case separator(offset: Int)
    /// Text that nobody says.
    case stray(offset: Int)
  }

  private static func parts(of bytes: ArraySlice<UInt8>) -> [Part] {
    var parts: [Part] = []
    var rest = bytes
    while true {
      rest = rest.drop(while: \.isJSONSpace)
      guard !rest.isEmpty else { return parts }
      if rest.starts(with: endOfText) {
        parts.append(.separator(offset: rest.startIndex))
        rest = rest.dropFirst(endOfText.count)
      } else if rest.starts(with: start) {
        let offset = rest.startIndex
        let body = rest.dropFirst(start.count)
        let line = body.prefix { $0 != UInt8(ascii: "\n") }
        // A message that the next one interrupts was not closed; the last one may be where a model goes on.
        let next = body.firstRange(of: start)
        let close = body[..<(next?.lowerBound ?? body.endIndex)].firstRange(of: end)
        let stop = close?.lowerBound ?? next?.lowerBound ?? body.endIndex
        let isClosed = close != nil
        let head = line.endIndex <= stop ? line : body[..<stop]
        let text = String(decoding: body[min(head.endIndex + 1, stop)..<stop], as: UTF8.self)
        let words = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        // After the role there may be a name: "system name=example_user".
        let isOpen = !isClosed && next == nil && text.allSatisfy(\.isWhitespace)
        if let speaker = words.first, !isOpen {
          parts.append(.message(speaker: String(speaker), text: text, offset: offset))
        } else if !isOpen {
          parts.append(.stray(offset: offset))
        }
        rest = isClosed ? body[(close?.upperBound ?? stop)...] : body[stop...]
      } else {
        parts.append(.stray(offset: rest.startIndex))
        // Only as far as the next separator, so that many of them do not make the search long.
        let separator = rest.firstRange(of: endOfText)?.lowerBound ?? rest.endIndex
        let next = rest[..<separator].firstRange(of: start)?.lowerBound
        rest = rest[(next ?? separator)...]
      }
    }
  }
}
