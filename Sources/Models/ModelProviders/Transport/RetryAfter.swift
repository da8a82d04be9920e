import Documents
import SourceFiles

/// Parses how long a server asks the caller to wait.
enum RetryAfter {
  /// The longest wait in seconds: a year, which is beyond what any caller waits for. A longer one is not ignored but
  /// shortened to this: taken for none, it would be followed by a retry at once.
  private static let maximumSeconds = 365 * 86_400.0

  /// Returns the wait that headers request: `retry-after-ms` (also with Azure's `x-ms-`), then `retry-after`.
  ///
  /// A date is relative to the server's own `date` header if it sends one, so that a wrong clock on either side does no
  /// harm.
  static func duration(headers: [String: String], now unixTime: Double) -> Duration? {
    let milliseconds = headers["retry-after-ms"] ?? headers["x-ms-retry-after-ms"]
    let text = headers["retry-after"]
    guard milliseconds != nil || text != nil else { return nil }
    let now = serverTime(headers, now: unixTime)
    return milliseconds.flatMap { duration($0, unit: 0.001, now: now) }
      ?? text.flatMap { duration($0, now: now) }
  }

  /// Returns the longest reset among the limits of which nothing remains; if no header tells what remains, the longest
  /// of all.
  ///
  /// For the rejection of a call by a limit, in the absence of a wait that is meant for it: the names
  /// `x-ratelimit-reset-requests`, `anthropic-ratelimit-tokens-reset`, `ratelimit-reset` and their kind.
  static func duration(ofResetsIn headers: [String: String], now unixTime: Double) -> Duration? {
    var spent: Duration?
    var unknown: Duration?
    for (name, text) in headers where name.contains("ratelimit") || name.contains("rate-limit") {
      let words = name.split(separator: "-")
      guard words.contains("reset"),
        let reset = duration(text, now: serverTime(headers, now: unixTime))
      else { continue }
      let other = words.map { $0 == "reset" ? "remaining" : $0 }.joined(separator: "-")
      if let remaining = headers[other].flatMap({ Double($0) }) {
        if remaining <= 0 { spent = max(spent ?? .zero, reset) }
      } else {
        unknown = max(unknown ?? .zero, reset)
      }
    }
    return spent ?? unknown
  }

  private static func serverTime(_ headers: [String: String], now unixTime: Double) -> Double {
    headers["date"].flatMap { HTTPDate.unixTime($0, near: unixTime) } ?? unixTime
  }

  /// Parses a wait in any of its forms: a number, a length of time with units (`3s`, `1m30s`, `2 seconds`), or a time
  /// (HTTP's or RFC 3339's date, or seconds or milliseconds since 1970). A negative wait, and a time in the past, is
  /// zero.
  ///
  /// - Parameters:
  ///   - unit: The seconds of a number without a unit.
  ///   - now: The seconds since 1970; nil if times are not understood.
  static func duration(_ text: String, unit: Double = 1, now: Double? = nil) -> Duration? {
    let text = text.trimmingWhitespace
    if let seconds = seconds(text, unit: unit, now: now) { return duration(seconds: seconds) }
    // A proxy joins what two servers said: `5, 5`.
    guard let comma = text.firstIndex(of: ","), comma > text.startIndex else { return nil }
    return seconds(String(text[..<comma]), unit: unit, now: now).flatMap { duration(seconds: $0) }
  }

  private static func seconds(_ text: String, unit: Double, now: Double?) -> Double? {
    let isPlain = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0)
    }
    if isPlain, let number = Double(text) { return seconds(number, unit: unit, now: now) }
    if let seconds = TimeSpan.seconds(text) { return seconds }
    guard let now else { return nil }
    let time =
      HTTPDate.unixTime(text, near: now) ?? InternetDate.unixTime(text)
      ?? InternetDate.unixTime(text + "Z")
    return time.map { $0 - now }
  }

  private static func seconds(_ number: Double, unit: Double, now: Double?) -> Double? {
    // No wait is thirty years long, and no time in milliseconds was before 2001.
    guard number * unit >= 1e9 else { return number * unit }
    return now.map { (number >= 1e12 ? number / 1000 : number) - $0 }
  }

  /// Returns a duration from 0 to a year; nil if the number is not one, since a `Duration` of it cannot be created.
  private static func duration(seconds: Double) -> Duration? {
    seconds.isNaN ? nil : .seconds(min(max(0, seconds), maximumSeconds))
  }
}

extension RetryAfter {
  /// Returns the wait that the body of an error states in a member: `retry_after`, `retry_after_ms`,
  /// `retry_after_seconds` and other spellings, and Google's `retryDelay`.
  ///
  /// - Parameter parts: The values that may have such a member.
  static func duration(in parts: [JSONValue?]) -> Duration? {
    for part in parts {
      for (name, value) in part?.object ?? [:] {
        let word = String(decoding: name.utf8.filter { $0 != 0x5f && $0 != 0x2d }, as: UTF8.self)
        let unit: Double
        switch word.lowercased() {
        case "retryafter", "retryafterseconds", "retryaftersecs", "retryafters", "retrydelay",
          "retrydelayseconds":
          unit = 1
        case "retryafterms", "retryaftermillis", "retryaftermilliseconds", "retrydelayms":
          unit = 0.001
        default: continue
        }
        if let wait = duration(value, unit: unit) { return wait }
      }
    }
    return nil
  }

  private static func duration(_ value: JSONValue, unit: Double) -> Duration? {
    if let text = value.string { return duration(text, unit: unit) }
    if let number = value.number {
      return seconds(number, unit: unit, now: nil).flatMap { duration(seconds: $0) }
    }
    // The form of a duration in JSON that was not written by Google's own library, which writes numbers of 64 bits as
    // strings.
    func member(_ name: String) -> Double? {
      value[name].flatMap { $0.number ?? $0.string.flatMap { Double($0) } }
    }
    let (whole, fraction) = (member("seconds"), member("nanos"))
    guard whole != nil || fraction != nil else { return nil }
    return duration(seconds: (whole ?? 0) + (fraction ?? 0) / 1e9)
  }

  /// How much of a message is read, in characters.
  private static let maximumMessage = 2000
  /// How many bytes may be between "retry" and the number, as in "retry your request after 20 seconds".
  private static let maximumGap = 40

  /// Returns the wait that a message states in words: "Please try again in 6.2s", "retry after 30 seconds", "wait 1
  /// minute". A number without a unit is none, since it may count anything.
  static func duration(inWords message: String) -> Duration? {
    let text = String(message.prefix(maximumMessage)).lowercased()
    var rest = text.utf8[...]
    while !rest.isEmpty {
      guard let word = ["retry", "again", "wait"].first(where: { rest.starts(with: $0.utf8) })
      else {
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(word.utf8.count)
      let gap = rest.prefix(maximumGap).prefix { isBetween($0) }
      var following = rest[gap.endIndex...]
      // Not a number that belongs to a name.
      if let last = gap.last, !isLetter(last),
        let seconds = TimeSpan.seconds(atStartOf: &following)
      {
        return duration(seconds: seconds)
      }
    }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte) }

  private static func isBetween(_ byte: UInt8) -> Bool {
    isLetter(byte) || " \n:=-_~(\"'`".utf8.contains(byte)
  }
}
