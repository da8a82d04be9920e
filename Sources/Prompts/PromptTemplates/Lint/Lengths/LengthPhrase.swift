/// Reads a length at a position of a sentence, such as `20 to 40 words`, `at most two short sentences` or
/// `one sentence or two`.
struct LengthPhrase {
  /// The length; its unit is a guess if ``hasUnit`` is false.
  private(set) var length: ReplyLength
  private(set) var hasUnit = true
  /// The number of the token after the phrase.
  private(set) var end: Int

  init?(_ tokens: [LineTokens.Token], at start: Int) {
    var at = start
    func word(_ index: Int) -> String { index < tokens.count ? tokens[index].text : "" }
    func takes(_ phrases: [[String]]) -> Bool {
      guard
        let found = phrases.first(where: { phrase in
          phrase.enumerated().allSatisfy { word(at + $0.offset) == $0.element }
        })
      else { return false }
      at += found.count
      return true
    }

    func number() -> Int? {
      guard let (value, count) = Self.number(word(at), word(at + 1), word(at + 2)) else {
        return nil
      }
      at += count
      return value
    }

    _ = takes(Self.measures)
    let isBelow = takes(Self.below)
    let isUpper = isBelow || takes(Self.upper)
    let isAbove = !isUpper && takes([["more", "than"]])
    let isLower = isAbove || (!isUpper && takes(Self.lower))
    let isBetween = !isUpper && !isLower && takes([["between"]])
    guard let stated = number() else { return nil }
    let first = isBelow ? stated - 1 : isAbove ? stated + 1 : stated
    var (lower, upper): (Int?, Int?) = (isUpper ? nil : first, isLower ? nil : first)
    let joints = isBetween ? ["and"] : ["to", "-", "or"]
    if !isUpper, !isLower, joints.contains(word(at)) {
      at += 1
      if let second = number() {
        guard second >= first else { return nil }
        upper = second
      } else {
        at -= 1
      }
    }
    let numbersEnd = at
    while Self.adjectives.contains(word(at)) || (word(at) == "," && at > numbersEnd) { at += 1 }
    guard at < tokens.count, tokens[at].isWord, let unit = ReplyLength.Unit(word: word(at)) else {
      length = ReplyLength(lower: lower, upper: upper, unit: .words)
      hasUnit = false
      end = numbersEnd
      return
    }
    at += 1
    if word(at) == "or", let second = Self.numerals[word(at + 1)] ?? Int(word(at + 1)),
      second > first
    {
      // `one sentence or two`, `one sentence or two short ones`
      upper = second
      at += 2
      while Self.adjectives.contains(word(at)) || word(at) == "ones" { at += 1 }
    }
    if takes([["at", "most"], ["or", "fewer"], ["or", "less"], ["maximum"], ["max"]]) {
      lower = nil
    } else if takes([["at", "least"], ["or", "more"]]) {
      upper = nil
    }
    length = ReplyLength(lower: lower, upper: upper, unit: unit)
    end = at
  }

  private static let measures: [[String]] = [
    ["about"], ["around"], ["roughly"], ["approximately"], ["exactly"], ["precisely"], ["only"],
    ["just"],
  ]
  private static let upper: [[String]] = [
    ["at", "most"], ["up", "to"], ["no", "more", "than"], ["not", "more", "than"],
    ["never", "more", "than"], ["a", "maximum", "of"], ["maximum"], ["max"],
  ]
  /// Words before a number that is itself too long.
  private static let below: [[String]] = [
    ["fewer", "than"], ["less", "than"], ["under"], ["below"],
  ]
  private static let lower: [[String]] = [
    ["at", "least"], ["no", "fewer", "than"], ["no", "less", "than"], ["a", "minimum", "of"],
  ]
  private static let adjectives: Set<String> = [
    "short", "plain", "simple", "full", "brief", "whole", "complete", "long",
  ]
  private static let numerals: [String: Int] = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13,
    "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
  ]

  /// Returns the number at the start of three tokens, such as `25` or `twenty-five`, and how many tokens it has.
  private static func number(
    _ word: String, _ next: String, _ third: String
  ) -> (value: Int, count: Int)? {
    if let digits = Int(word) { return (digits, 1) }
    guard let value = numerals[word] else { return nil }
    if value >= 20, next == "-", let ones = numerals[third], ones < 10 { return (value + ones, 3) }
    return (value, 1)
  }
}
