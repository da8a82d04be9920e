import CoachModel
import SourceFiles

/// Finds chats without an id that are probably requests of one conversation.
///
/// Each request repeats messages of the one before. Without an id they cannot be put together safely, and each would count as a
/// chat of its own.
enum RepeatedMessages {
  private struct Pair: Hashable {
    let first: String
    let second: String
  }

  /// Shorter messages, such as a greeting, are the same in many conversations.
  private static let minimumLength = 10

  /// Returns a warning with the number of chats in which two successive messages are those of another chat; `nil` for none.
  static func warning(
    on transcripts: [Transcript], in file: SourceFile, at offset: (_ id: String) -> Int
  ) -> Diagnostic? {
    var places: [Pair: [Int]] = [:]
    for (number, transcript) in transcripts.enumerated() {
      let texts = transcript.messages.map(\.text)
      for (first, second) in zip(texts, texts.dropFirst())
      where min(first.utf8.count, second.utf8.count) >= minimumLength {
        places[Pair(first: first, second: second), default: []].append(number)
      }
    }
    let shared = Set(places.values.filter { Set($0).count > 1 }.joined())
    guard let first = shared.min() else { return nil }
    return Diagnostic(
      "import.repeats",
      "\(shared.count) chats without an id repeat messages of others: if they are requests of one"
        + " conversation, they are counted as several",
      severity: .warning, in: file, at: offset(transcripts[first].id),
      hint: "name the field with the conversation's id: --columns conversation=NAME")
  }
}
