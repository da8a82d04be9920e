import LanguageModels

/// The secrets of a call, to remove from whatever a server repeats: its messages, and the names it gives to things.
struct SentSecrets: Sendable {
  private let values: [[UInt8]]

  /// Values of fewer than 6 bytes are left out, because they would match ordinary words.
  init(_ values: [String]) {
    self.values = values.map { Array($0.utf8) }.filter { $0.count >= 6 }
  }

  var isEmpty: Bool { values.isEmpty }

  /// How many characters of a secret, from its start, are enough to hide what follows of it: servers shorten keys, and
  /// change their letter case.
  private static let minimumPrefix = 8

  /// Returns a text without the secrets, and without long beginnings of one in any letter case.
  func removed(from text: String) -> String {
    guard !values.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var copied = 0
    var index = 0
    while index < bytes.count {
      let count = values.reduce(0) { max($0, Self.match($1, in: bytes, at: index)) }
      guard count > 0 else {
        index += 1
        continue
      }
      result += bytes[copied..<index]
      result += "•••".utf8
      index += count
      copied = index
    }
    guard copied > 0 else { return text }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  /// Returns how many bytes of a secret stand at a place; 0 if they are too few.
  private static func match(_ secret: [UInt8], in bytes: [UInt8], at index: Int) -> Int {
    var count = 0
    while count < secret.count, index + count < bytes.count,
      folded(secret[count]) == folded(bytes[index + count])
    {
      count += 1
    }
    return count >= min(minimumPrefix, secret.count) ? count : 0
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// The maximum length of an identifier that a server reports, in characters.
  private static let maximumNameLength = 1_000

  /// Returns an event without the secrets in what the server names; the text of the reply is left as it is.
  func removed(from event: ModelEvent) -> ModelEvent {
    guard !values.isEmpty else { return event }
    switch event {
    case .finished(.other(let word)): return .finished(.other(removed(from: word)))
    case .warning(let text): return .warning(removed(from: text))
    case .partStarted(let index, .other(let name)):
      return .partStarted(index: index, kind: .other(removed(from: name)))
    case .partStarted(let index, .toolCall(let id, let name)):
      return .partStarted(
        index: index, kind: .toolCall(id: removed(from: id), name: removed(from: name)))
    default: return event
    }
  }

  /// Returns an identifier without the secrets, shortened if it is longer than any real one.
  func removed(fromName name: String?) -> String? {
    name.map { removed(from: String($0.prefix(Self.maximumNameLength))) }
  }
}

extension SentSecrets: CustomStringConvertible, CustomReflectable {
  /// The number of secrets.
  var description: String { "\(values.count) secrets" }
  /// An empty mirror, so that `dump` reveals none.
  var customMirror: Mirror { Mirror(self, children: []) }
}
