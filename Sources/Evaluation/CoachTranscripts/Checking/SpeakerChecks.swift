import CoachModel
import SourceFiles
import TextAnalysis

/// Checks who speaks when.
enum SpeakerChecks {
  static func findings(in transcript: LocatedTranscript) -> [Diagnostic] {
    sides(transcript) + alternation(transcript) + repetitions(transcript) + swap(transcript)
  }

  private static func sides(_ transcript: LocatedTranscript) -> [Diagnostic] {
    let roles = Set(transcript.transcript.messages.map(\.role))
    let silent = [(Role.assistant, "coach"), (.user, "person")].filter { !roles.contains($0.0) }
    return silent.map { _, name in
      transcript.diagnostic(
        "transcript.one-sided", "nothing of the \(name) is here", at: transcript.id,
        hint: "a chat needs both to be replayed")
    }
  }

  /// Returns consecutive messages by one speaker.
  private static func alternation(_ transcript: LocatedTranscript) -> [Diagnostic] {
    let messages = transcript.transcript.messages
    return messages.indices.dropFirst().filter { messages[$0].role == messages[$0 - 1].role }.map {
      let name = messages[$0].role == .assistant ? "coach" : "person"
      return transcript.diagnostic(
        "transcript.alternation", "the \(name) speaks twice in a row", at: transcript.messages[$0],
        hint: "join the two, or put back what is missing between them")
    }
  }

  /// Returns messages that the coach sends twice, without short ones, which may well be repeated.
  private static func repetitions(_ transcript: LocatedTranscript) -> [Diagnostic] {
    var first: [String: Int] = [:]
    return transcript.transcript.coachPositions.compactMap { position in
      let text = transcript.transcript.messages[position].text.trimmingWhitespace
      guard text.count >= 40 else { return nil }
      guard let known = first[text] else {
        first[text] = position
        return nil
      }
      return transcript.diagnostic(
        "transcript.repetition", "the coach has already sent the same message",
        at: transcript.messages[position],
        hint: "see line \(transcript.messages[known].line); a retry may have been logged twice")
    }
  }

  /// Returns signs that messages of the coach are attributed to the person.
  private static func swap(_ transcript: LocatedTranscript) -> [Diagnostic] {
    let messages = transcript.transcript.messages
    let phrases = ["as an ai", "as a language model", "as your coach", "i'm your coach"]
    for (number, message) in messages.enumerated() where message.role == .user {
      let text = message.text.lowercased().replacing("’", with: "'")
      if let phrase = phrases.first(where: text.contains) {
        return [
          transcript.diagnostic(
            "transcript.speaker", "the person says '\(phrase)', which sounds like the coach",
            at: transcript.messages[number], hint: "check who speaks")
        ]
      }
    }
    func share(_ role: Role) -> Double? {
      let texts = messages.filter { $0.role == role }
      let asking = texts.count { Sentences.questionCount($0.text) > 0 }
      return texts.count < 3 ? nil : Double(asking) / Double(texts.count)
    }
    guard let person = share(.user), let coach = share(.assistant), person >= 0.8, coach <= 0.2
    else { return [] }
    return [
      transcript.diagnostic(
        "transcript.speaker", "the person almost always asks questions and the coach hardly ever",
        at: transcript.id, hint: "check whether the two are mixed up")
    ]
  }
}
