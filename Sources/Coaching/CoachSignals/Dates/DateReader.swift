import CoachModel
import TextAnalysis

/// Finds the dates that a text names: at each word, the longest expression that begins there.
struct DateReader {
  private let bytes: [UInt8]
  private let tokens: [FoldedWord]
  private let words: DateWords
  private let starters: Set<String>
  private let today: CalendarDay
  private let direction: DateMention.Direction
  /// The word at which an expression is looked for.
  private var start = 0

  init(
    _ text: String, words: DateWords, starters: Set<String>, today: CalendarDay,
    direction: DateMention.Direction
  ) {
    bytes = Array(text.utf8)
    tokens = Array(FoldedWords(text))
    self.words = words
    self.starters = starters
    self.today = today
    self.direction = direction
  }

  /// An expression: how many words it has, and what it means.
  private struct Found {
    var length: Int
    var period: ClosedRange<CalendarDay>
    var isAmbiguous = false

    init(_ length: Int, _ period: ClosedRange<CalendarDay>, isAmbiguous: Bool = false) {
      self.length = length
      self.period = period
      self.isAmbiguous = isAmbiguous
    }

    init(_ length: Int, day: CalendarDay, isAmbiguous: Bool = false) {
      self.init(length, day...day, isAmbiguous: isAmbiguous)
    }
  }

  mutating func mentions() -> [DateMention] {
    var mentions: [DateMention] = []
    while start < tokens.count {
      guard canBegin(tokens[start].text) else {
        start += 1
        continue
      }
      let found = [
        numericDate, dayAndMonth, monthAndDay, namedDay, count, span, qualifiedWeekday, weekday,
        month, dayOfMonth,
      ].compactMap { $0() }.max { $0.length < $1.length }
      guard let found else {
        start += 1
        continue
      }
      let last = tokens[start + found.length - 1]
      mentions.append(
        DateMention(
          range: tokens[start].range.lowerBound..<last.range.upperBound, period: found.period,
          isAmbiguous: found.isAmbiguous))
      start += found.length
    }
    return mentions
  }

  private func canBegin(_ word: String) -> Bool {
    starters.contains(word) || word.utf8.first.map { (0x30...0x39).contains($0) } ?? false
  }

  // MARK: Words

  private func word(_ offset: Int) -> String? {
    tokens.indices.contains(start + offset) ? tokens[start + offset].text : nil
  }

  /// Returns how many words of a phrase stand at an offset: all of them, or 0.
  private func length(of phrase: [String], at offset: Int) -> Int {
    phrase.indices.allSatisfy { word(offset + $0) == phrase[$0] } ? phrase.count : 0
  }

  /// Returns the length of the longest of some phrases at an offset; `nil` if none stands there.
  private func longest(of phrases: [[String]], at offset: Int) -> Int? {
    let length = phrases.map { self.length(of: $0, at: offset) }.max() ?? 0
    return length > 0 ? length : nil
  }

  /// Whether the bytes between two neighbouring words are these.
  private func isBetween(_ offset: Int, _ text: String) -> Bool {
    guard word(offset) != nil, word(offset + 1) != nil else { return false }
    let range =
      tokens[start + offset].range.upperBound..<tokens[start + offset + 1].range.lowerBound
    return bytes[range].elementsEqual(text.utf8)
  }

  private func number(_ offset: Int) -> Int? {
    guard let word = word(offset) else { return nil }
    return words.numbers[word] ?? (word.utf8.count <= 4 ? Int(word) : nil)
  }

  private func year(_ offset: Int) -> Int? {
    guard let word = word(offset), word.utf8.count == 4, let year = Int(word),
      (1900...2199).contains(year)
    else { return nil }
    return year
  }

  /// Returns the day of the month in a word such as `3rd`, and whether it has the form of an ordinal.
  private func day(_ offset: Int) -> (day: Int, isOrdinal: Bool)? {
    guard let word = word(offset) else { return nil }
    let digits = word.prefix { ("0"..."9").contains($0) }
    guard (1...2).contains(digits.count), let day = Int(digits), (1...31).contains(day) else {
      return nil
    }
    let ending = String(word.dropFirst(digits.count))
    if ending.isEmpty {
      let end = tokens[start + offset].range.upperBound
      let hasPoint = end < bytes.count && bytes[end] == UInt8(ascii: ".")
      return (day, words.ordinalEndings.contains("") || words.hasPointOrdinals && hasPoint)
    }
    return words.ordinalEndings.contains(ending) ? (day, true) : nil
  }

  // MARK: Dates

  /// `2026-05-03`, in Spanish and German also `3.5.2026`, `3.5.` and `3/5/2026`.
  private func numericDate() -> Found? {
    let parts = (0..<3).map { word($0).flatMap { Int($0) } }
    if isBetween(0, "-"), isBetween(1, "-"), let year = year(0), let month = parts[1],
      let day = parts[2], let date = CalendarDay(year: year, month: month, day: day)
    {
      return Found(3, day: date)
    }
    guard !words.nextIsOfNextWeek, let day = parts[0], let month = parts[1] else { return nil }
    let isPointed = isBetween(0, ".") && words.hasPointOrdinals
    guard isPointed || isBetween(0, "/") else { return nil }
    if let year = year(2), isBetween(1, isPointed ? "." : "/"),
      let date = CalendarDay(year: year, month: month, day: day)
    {
      return Found(3, day: date)
    }
    let end = tokens[start + 1].range.upperBound
    guard isPointed, end < bytes.count, bytes[end] == UInt8(ascii: "."),
      let date = nearest(month: month, day: day)
    else { return nil }
    return Found(2, day: date, isAmbiguous: true)
  }

  /// "the 3rd of May 2026", "3 de mayo de 2026", "am 3. Mai".
  private func dayAndMonth() -> Found? {
    var offset = longest(of: words.beforeDay, at: 0) ?? 0
    guard let (day, _) = day(offset) else { return nil }
    offset += 1
    while let joint = word(offset), words.joints.contains(joint) { offset += 1 }
    guard let month = word(offset).flatMap({ words.months[$0] }) else { return nil }
    return date(month: month, day: day, after: offset + 1)
  }

  /// "May 3", "May the 3rd, 2026".
  private func monthAndDay() -> Found? {
    guard let month = word(0).flatMap({ words.months[$0] }), words.nextIsOfNextWeek else {
      return nil
    }
    let offset = word(1) == "the" ? 2 : 1
    guard let (day, _) = day(offset) else { return nil }
    return date(month: month, day: day, after: offset + 1)
  }

  private func date(month: Int, day: Int, after offset: Int) -> Found? {
    var offset = offset
    let hasJoint = word(offset).map { words.joints.contains($0) } ?? false
    if let year = year(hasJoint ? offset + 1 : offset) {
      offset += hasJoint ? 2 : 1
      return CalendarDay(year: year, month: month, day: day).map { Found(offset, day: $0) }
    }
    return nearest(month: month, day: day).map { Found(offset, day: $0, isAmbiguous: true) }
  }

  /// Returns the nearest such day in the direction, today included; for 29 February that of a leap year.
  private func nearest(month: Int, day: Int) -> CalendarDay? {
    let step = direction == .past ? -1 : 1
    return (0...8).lazy.compactMap {
      CalendarDay(year: today.year + $0 * step, month: month, day: day)
    }.first { direction == .past ? $0 <= today : $0 >= today }
  }

  // MARK: Days

  /// "tomorrow", "pasado mañana".
  private func namedDay() -> Found? {
    let found = words.days.compactMap { phrase, days -> (Int, Int)? in
      let length = self.length(of: phrase, at: 0)
      return length > 0 ? (length, days) : nil
    }.max { $0.0 < $1.0 }
    guard let (length, days) = found else { return nil }
    if length == 1, let word = word(0), let before = words.otherMeaning[word],
      let previous = self.word(-1), before.contains(previous)
    {
      return nil
    }
    // "The other day" is some day of the week before.
    if days == -3 { return Found(length, today.adding(days: -7).through(today.adding(days: -1))) }
    return Found(length, day: today.adding(days: days))
  }

  /// "in two weeks", "two weeks ago".
  private func count() -> Found? {
    if let before = longest(of: words.agoBefore, at: 0),
      let (length, count, unit) = quantity(at: before)
    {
      return span(of: -count, unit, length: before + length)
    }
    if let before = longest(of: words.within, at: 0),
      let (length, count, unit) = quantity(at: before)
    {
      // "in two weeks ago" is not said, but "en dos semanas atrás" may be.
      return span(of: count, unit, length: before + length)
    }
    guard let (length, count, unit) = quantity(at: 0) else { return nil }
    if let after = longest(of: words.agoAfter, at: length) {
      return span(of: -count, unit, length: length + after)
    }
    return longest(of: words.withinAfter, at: length).flatMap {
      span(of: count, unit, length: length + $0)
    }
  }

  private func quantity(at offset: Int) -> (length: Int, count: Int, unit: DateWords.Unit)? {
    var index = offset
    // "a few weeks", "un par de semanas".
    if let first = number(index), word(index + 1).map({ words.numbers[$0] != nil }) ?? false,
      first == 1
    {
      index += 1
    }
    guard let count = number(index), (1...400).contains(count) else { return nil }
    index += 1
    if let joint = word(index), words.joints.contains(joint) { index += 1 }
    guard let word = word(index), let unit = words.units[word], unit != .weekend else {
      return nil
    }
    return (index + 1 - offset, word == "fortnight" ? count * 2 : count, unit)
  }

  /// Returns the days around the one that is a number of units away.
  private func span(of count: Int, _ unit: DateWords.Unit, length: Int) -> Found? {
    let (day, around): (CalendarDay, Int) =
      switch unit {
      case .day, .weekend: (today.adding(days: count), 0)
      case .week: (today.adding(days: 7 * count), 3)
      case .month: (today.adding(months: count), 15)
      case .year: (today.adding(months: 12 * count), 90)
      }
    // What is in the future does not begin before tomorrow.
    let low =
      count > 0 ? max(day.adding(days: -around), today.adding(days: 1)) : day.adding(days: -around)
    let high = count > 0 ? day.adding(days: around) : min(day.adding(days: around), today)
    return Found(length, low.through(high))
  }

  /// "next week", "la semana pasada", "dieses Wochenende".
  private func span() -> Found? {
    if let step = step(0), let unit = word(1).flatMap({ words.units[$0] }), unit != .day {
      return Found(2, whole(unit, step: step))
    }
    // "el fin de semana", which has no unit of its own.
    let isWeekendPhrase = length(of: ["fin", "de", "semana"], at: 0) == 3
    guard let unit = isWeekendPhrase ? .weekend : word(0).flatMap({ words.units[$0] }),
      unit != .day
    else { return nil }
    let length = isWeekendPhrase ? 3 : 1
    if let after = longest(of: words.nextAfter, at: length) {
      return Found(length + after, whole(unit, step: 1))
    }
    if let after = longest(of: words.lastAfter, at: length) {
      return Found(length + after, whole(unit, step: -1))
    }
    guard unit == .weekend, word(0) != "weekends",
      !(word(-1).map { words.every.contains($0) } ?? false)
    else { return nil }
    let weekend = whole(.weekend, step: 0)
    let isOver = direction == .past && today < weekend.lowerBound
    return Found(length, isOver ? whole(.weekend, step: -1) : weekend, isAmbiguous: true)
  }

  private func step(_ offset: Int) -> Int? {
    guard let word = word(offset) else { return nil }
    return words.next.contains(word)
      ? 1 : words.last.contains(word) ? -1 : words.this.contains(word) ? 0 : nil
  }

  private func whole(_ unit: DateWords.Unit, step: Int) -> ClosedRange<CalendarDay> {
    let monday = today.adding(days: 1 - today.weekday + 7 * step)
    switch unit {
    case .day:
      let day = today.adding(days: step)
      return day...day
    case .week: return monday.through(monday.adding(days: 6))
    case .weekend: return monday.adding(days: 5).through(monday.adding(days: 6))
    case .month: return today.adding(months: step).wholeMonth
    case .year: return today.adding(months: 12 * step).wholeYear
    }
  }

  // MARK: Weekdays

  /// "next Tuesday", "el martes que viene".
  private func qualifiedWeekday() -> Found? {
    if let step = step(0), let weekday = word(1).flatMap({ words.weekdays[$0] }) {
      return Found(2, day: self.weekday(weekday, step: step))
    }
    guard let weekday = word(0).flatMap({ words.weekdays[$0] }) else { return nil }
    if let after = longest(of: words.nextAfter, at: 1) {
      return Found(1 + after, day: self.weekday(weekday, step: 1))
    }
    return longest(of: words.lastAfter, at: 1).map {
      Found(1 + $0, day: self.weekday(weekday, step: -1))
    }
  }

  private func weekday(_ weekday: Int, step: Int) -> CalendarDay {
    let ahead = (weekday - today.weekday + 7) % 7
    switch step {
    case 1 where words.nextIsOfNextWeek: return today.adding(days: weekday - today.weekday + 7)
    case 1: return today.adding(days: ahead == 0 ? 7 : ahead)
    case 0: return today.adding(days: weekday - today.weekday)
    default: return today.adding(days: ahead == 0 ? -7 : ahead - 7)
    }
  }

  /// "on Tuesday", but not "every Tuesday".
  private func weekday() -> Found? {
    guard let weekday = word(0).flatMap({ words.weekdays[$0] }),
      !(word(-1).map { words.every.contains($0) } ?? false)
    else { return nil }
    let ahead = (weekday - today.weekday + 7) % 7
    let day = today.adding(days: direction == .future ? ahead : ahead == 0 ? 0 : ahead - 7)
    return Found(1, day: day, isAmbiguous: true)
  }

  // MARK: Months

  /// "in May", "May 2026", "nächsten Mai".
  private func month() -> Found? {
    if let step = step(0), let month = word(1).flatMap({ words.months[$0] }) {
      let first = nearestMonth(month, direction: step < 0 ? .past : .future)
      return Found(2, first.wholeMonth)
    }
    guard let month = word(0).flatMap({ words.months[$0] }) else { return nil }
    let hasJoint = word(1).map { words.joints.contains($0) } ?? false
    if let year = year(hasJoint ? 2 : 1), let first = CalendarDay(year: year, month: month, day: 1)
    {
      return Found(hasJoint ? 3 : 2, first.wholeMonth)
    }
    guard let before = word(-1), words.beforeMonth.contains(before) else { return nil }
    let first = nearestMonth(month, direction: direction)
    return Found(1, first.wholeMonth, isAmbiguous: true)
  }

  /// Returns the first day of the nearest such month, the present one included.
  private func nearestMonth(_ month: Int, direction: DateMention.Direction) -> CalendarDay {
    let present = today.adding(days: 1 - today.dayOfMonth)
    let ahead = (month - today.month + 12) % 12
    return present.adding(months: direction == .future || ahead == 0 ? ahead : ahead - 12)
  }

  /// "on the 3rd", "am 3.", "el 3".
  private func dayOfMonth() -> Found? {
    guard let before = longest(of: words.beforeDay, at: 0), let (day, isOrdinal) = day(before),
      isOrdinal, !isCounted(before + 1), !isNumeric(before)
    else { return nil }
    let step = direction == .past ? -1 : 1
    let present = today.adding(days: 1 - today.dayOfMonth)
    let date = (0...12).lazy.compactMap { months -> CalendarDay? in
      let first = present.adding(months: months * step)
      return CalendarDay(year: first.year, month: first.month, day: day)
    }.first { direction == .past ? $0 <= today : $0 >= today }
    return date.map { Found(before + 1, day: $0, isAmbiguous: true) }
  }

  /// Whether the number at an offset begins a date such as `3.5.`
  private func isNumeric(_ offset: Int) -> Bool {
    (isBetween(offset, ".") || isBetween(offset, "/")) && number(offset + 1) != nil
  }

  /// Whether the word at an offset continues a count rather than a sentence: "the 3rd time", "el 3 por ciento".
  private func isCounted(_ offset: Int) -> Bool {
    guard let next = word(offset), tokens[start + offset].isAttached else { return false }
    return [
      "time", "floor", "place", "grade", "year", "mal", "stock", "platz", "por", "veces", "anos",
    ]
    .contains(next)
  }
}
