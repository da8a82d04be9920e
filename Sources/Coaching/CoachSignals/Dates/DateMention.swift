public import CoachModel

/// A date that a text names, such as "next Tuesday", "vor zwei Wochen" or "el 3 de mayo".
///
/// ```swift
/// let mentions = DateMention.all(
///   in: "My interview is on the 3rd.", language: "en", today: today, direction: .future)
/// ```
public struct DateMention: Sendable, Hashable {
  /// Where an expression is looked for that fits both the past and the future, such as "on Tuesday".
  public enum Direction: Sendable, Hashable, CaseIterable {
    case past
    case future
  }

  /// The place of the expression in the text, in UTF-8 bytes.
  public var range: Range<Int>
  /// The days that are meant: one for "tomorrow", seven for "next week". What is approximate, such as "three months
  /// ago", has some days around it.
  public var period: ClosedRange<CalendarDay>
  /// Whether the expression alone does not say if it is about the past or the future.
  public var isAmbiguous: Bool

  /// The day in the middle of the period.
  public var day: CalendarDay {
    CalendarDay(number: (period.lowerBound.number + period.upperBound.number) / 2)
  }

  /// Returns the dates that a text names in English, Spanish or German, in their order; none in other languages.
  ///
  /// `today` is the person's day on which it was written. "Next Tuesday" is the Tuesday of the next week in English, and
  /// the next one that comes in Spanish and German. Weeks begin on Monday. What recurs, such as "every Sunday", is not a
  /// date.
  public static func all(
    in text: String, language: String, today: CalendarDay, direction: Direction
  ) -> [DateMention] {
    guard let (words, starters) = DateWords.of(language) else { return [] }
    var reader = DateReader(
      text, words: words, starters: starters, today: today, direction: direction)
    return reader.mentions()
  }

  /// Returns the first period of the past that a text names, such as "last week"; `nil` if it names none.
  public static func past(in text: String, language: String, today: CalendarDay)
    -> ClosedRange<CalendarDay>?
  {
    all(in: text, language: language, today: today, direction: .past)
      .first { $0.period.lowerBound < today }?.period
  }

  /// Returns a text with a space for each byte of the dates that it names.
  static func masked(_ text: String, language: String) -> String {
    // Which days are meant does not matter.
    let mentions = all(
      in: text, language: language, today: CalendarDay(number: 0), direction: .future)
    guard !mentions.isEmpty else { return text }
    var bytes = Array(text.utf8)
    for mention in mentions {
      for index in mention.range { bytes[index] = UInt8(ascii: " ") }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
