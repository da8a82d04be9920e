import CoachModel
import TextAnalysis

extension MemoryIndex {
  /// The maximum number of bytes of what is quoted of a message, and of the question that it answers.
  private static let maximumLength = 280
  private static let maximumQuestionLength = 140
  /// The number of words up to which an answer needs its question to be understood.
  private static let shortAnswer = 8

  /// Returns a message that was found as a memory for a prompt: its first sentences, and for a short answer the coach's
  /// question.
  func memory(_ hit: MemoryHit) -> Memory {
    var text = hit.text.beginning(maximumLength: Self.maximumLength)
    if hit.role == .user, SpokenWords(hit.text).count <= Self.shortAnswer,
      let question = question(before: hit)
    {
      text = "\(question) – \(text)"
    }
    return Memory(
      text: text, date: hit.day.description, domain: hit.domain, session: hit.session,
      message: hit.message)
  }

  /// Returns the last question of the coach's message before one.
  private func question(before hit: MemoryHit) -> String? {
    guard let session = sessions.first(where: { $0.id == hit.session }),
      let index = session.messages.firstIndex(where: { $0.id == hit.message }), index > 0,
      session.messages[index - 1].role == .assistant
    else { return nil }
    let asked = Sentences.split(session.messages[index - 1].text).last {
      Sentences.questionCount($0) > 0
    }
    return asked?.beginning(maximumLength: Self.maximumQuestionLength)
  }
}

extension String {
  /// The sentences at the beginning that fit a length in bytes, at least one of them in part.
  fileprivate func beginning(maximumLength: Int) -> String {
    guard utf8.count > maximumLength else {
      return split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    var text = ""
    for sentence in Sentences.split(self) {
      guard text.utf8.count + sentence.utf8.count < maximumLength else { break }
      text += text.isEmpty ? sentence : " " + sentence
    }
    guard text.isEmpty else { return text }
    var words = ""
    for word in split(whereSeparator: \.isWhitespace) {
      guard words.utf8.count + word.utf8.count < maximumLength else { break }
      words += words.isEmpty ? "\(word)" : " \(word)"
    }
    return words.isEmpty ? String(prefix(maximumLength / 4)) + "…" : words + "…"
  }
}
