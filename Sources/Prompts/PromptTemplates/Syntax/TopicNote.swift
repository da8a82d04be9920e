import SourceFiles

/// How a part of a prompt treats a topic, such as lists or prices.
enum TopicStance: String, CaseIterable {
  /// It asks for the topic, or lets the model use it.
  case allows
  /// It tells the model to leave the topic out.
  case forbids
  /// It is the part that counts where others differ.
  case decides
}

/// A comment that declares how the text at its position treats topics: `{{! coachkit.topic forbids advice, insight }}`
///
/// A comment renders as nothing, also in dotprompt's other runtimes, and can stand in a partial, which has no front
/// matter there.
struct TopicNote: Sendable {
  var stance: TopicStance
  var topics: [String]
  var offset: Int

  /// The word with which such a comment begins.
  static let keyword = "coachkit.topic"

  /// Reads a comment; nil if it is not about topics.
  init?(_ comment: String, in file: SourceFile, at offset: Int) throws(SourceError) {
    let words = comment.split { $0.isWhitespace || $0 == "," || $0 == ":" }.map(String.init)
    guard let first = words.first, first.hasPrefix("coachkit.") else { return nil }
    func problem(_ message: String) -> SourceError {
      SourceError(
        Diagnostic(
          "template.topic", message, in: file, at: offset,
          hint: "write {{! \(Self.keyword) forbids advice, insight }}, or 'allows', or 'decides'"))
    }
    guard first == Self.keyword else { throw problem("there is no comment '\(first)'") }
    guard words.count > 1, let stance = TopicStance(rawValue: words[1]) else {
      throw problem("this does not say how the text treats the topic")
    }
    topics = Array(words.dropFirst(2))
    guard !topics.isEmpty else { throw problem("this names no topic") }
    if let name = topics.first(where: { !Self.isName($0) }) {
      throw problem("'\(name)' is not a topic's name: lower-case letters, digits and underscores")
    }
    self.stance = stance
    self.offset = offset
  }

  /// Whether a text can be the name of a topic, such as `being_an_ai`.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
      }
  }
}
