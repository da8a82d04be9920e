public import CoachModel
import Documents
import TextAnalysis

/// Something that a person said is coming up.
public struct UpcomingEvent: Sendable, Hashable {
  /// The id, which follows from message and day.
  public var id: String
  /// The person's sentence that names it, verbatim.
  public var text: String
  /// The day.
  public var day: CalendarDay
  /// The id of the conversation in which it was said.
  public var conversation: String
  /// The id of the message.
  public var message: String

  init(text: String, day: CalendarDay, conversation: String, message: String) {
    id = "\(message)/\(day)"
    self.text = text
    self.day = day
    self.conversation = conversation
    self.message = message
  }

  /// The maximum number of bytes of a sentence; a longer one says more than an event.
  private static let maximumLength = 240
  /// The minimum number of content words beside the date.
  private static let minimumWords = 1

  /// Returns the events that a message names after its day: sentences with a date to come, and something that happens on
  /// it.
  ///
  /// A date that could also be past, such as "on Tuesday", counts unless the sentence is about the past.
  static func all(
    in text: String, language: String, on today: CalendarDay, conversation: String, message: String
  ) -> [UpcomingEvent] {
    var reader = SearchTerms()
    var events: [UpcomingEvent] = []
    for sentence in Sentences.split(text) where sentence.utf8.count <= maximumLength {
      guard Sentences.questionCount(sentence) == 0 else { continue }
      let mentions = DateMention.all(
        in: sentence, language: language, today: today, direction: .future)
      let isPast = PastTense.isLikely(in: sentence, language: language)
      guard
        let mention = mentions.first(where: { mention in
          mention.period.lowerBound >= today && mention.day > today
            && !(mention.isAmbiguous && isPast)
        })
      else { continue }
      let rest = DateMention.masked(sentence, language: language)
      guard reader.terms(in: rest, language: language).count >= minimumWords else { continue }
      events.append(
        UpcomingEvent(
          text: sentence, day: mention.day, conversation: conversation, message: message))
    }
    return events
  }
}

/// Whether a sentence is about the past, as far as frequent verb forms show.
private enum PastTense {
  private static let words: [String: Set<String>] = [
    "en": [
      "was", "were", "had", "did", "went", "saw", "got", "said", "told", "came", "took", "felt",
      "made", "met", "left", "gave", "found", "thought", "knew", "spent", "lost", "ago",
      "yesterday", "didn't", "wasn't", "weren't",
    ],
    "es": [
      "fue", "fui", "era", "estaba", "estuve", "tuve", "hice", "dije", "dijo", "vi", "fuimos",
      "había", "hubo", "ayer", "fueron", "hizo", "salió", "llegó", "quedé", "hablé",
    ],
    "de": [
      "war", "waren", "hatte", "hatten", "wurde", "ging", "sagte", "kam", "gestern", "habe",
      "hat", "bin", "wollte", "konnte", "musste",
    ],
  ]

  static func isLikely(in sentence: String, language: String) -> Bool {
    let code = language.languageCode
    guard let known = words[code] else { return false }
    let spoken = SpokenWords(sentence).words
    // "Ich habe am Dienstag ein Gespräch" is no past; "habe … gesprochen" is.
    if code == "de" {
      let auxiliaries: Set<String> = ["habe", "hat", "bin"]
      let isPerfect =
        spoken.contains { auxiliaries.contains($0) }
        && spoken.contains {
          $0.hasPrefix("ge") && ($0.hasSuffix("t") || $0.hasSuffix("en")) && $0.count > 5
        }
      return isPerfect || spoken.contains { known.contains($0) && !auxiliaries.contains($0) }
    }
    if spoken.contains(where: { known.contains($0) }) { return true }
    return code == "en" && spoken.contains { $0.count > 4 && $0.hasSuffix("ed") && $0 != "need" }
  }
}

extension UpcomingEvent {
  static let members = JSONObjectForm<UpcomingEvent>(
    "an event", .required("text", \.text, .text), .required("day", \.day, .day),
    .required("conversation", \.conversation, .filledText),
    .required("message", \.message, .filledText)
  ) {
    UpcomingEvent(text: $0.text, day: $0.day, conversation: $0.conversation, message: $0.message)
  }
}
