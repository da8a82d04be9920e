@testable import LanguageModels
@testable import ModelProviders
import Testing

@Suite("Rate limits in a response's headers")
struct ProviderLimitsTests {
  /// 2026-11-21 10:00:00 UTC as seconds since 1970.
  private static let now = 1_795_255_200.0

  private func limits(_ headers: [String: String]) -> ProviderLimits? {
    ProviderLimits(headers: headers, now: Self.now)
  }

  private static let openAI = [
    "x-ratelimit-limit-requests": "60", "x-ratelimit-remaining-requests": "59",
    "x-ratelimit-reset-requests": "1s", "x-ratelimit-limit-tokens": "150000",
    "x-ratelimit-remaining-tokens": "149984", "x-ratelimit-reset-tokens": "6m0s",
  ]

  private static let anthropic = [
    "anthropic-ratelimit-requests-limit": "50", "anthropic-ratelimit-requests-remaining": "0",
    "anthropic-ratelimit-requests-reset": "2026-11-21T10:00:02Z",
    "anthropic-ratelimit-tokens-limit": "80000", "anthropic-ratelimit-tokens-remaining": "79000",
    "anthropic-ratelimit-tokens-reset": "2026-11-21T10:00:30Z",
    "anthropic-ratelimit-input-tokens-limit": "50000",
    "anthropic-ratelimit-input-tokens-remaining": "20000",
    "anthropic-ratelimit-input-tokens-reset": "2026-11-21T10:01:00Z",
    "anthropic-ratelimit-output-tokens-limit": "10000",
    "anthropic-ratelimit-output-tokens-remaining": "5000",
    "anthropic-ratelimit-output-tokens-reset": "2026-11-21T10:02:00Z",
  ]

  private func anthropic(without parts: String...) -> [String: String] {
    Self.anthropic.filter { name, _ in !parts.contains { name.contains("-\($0)-") } }
  }

  @Test("OpenAI's, as durations")
  func openAI() {
    #expect(
      limits(Self.openAI)
        == ProviderLimits(
          requests: .init(limit: 60, remaining: 59, reset: .seconds(1)),
          tokens: .init(limit: 150_000, remaining: 149_984, reset: .seconds(360))))
  }

  @Test("Anthropic's, as dates")
  func anthropic() {
    #expect(
      limits(Self.anthropic)
        == ProviderLimits(
          requests: .init(limit: 50, remaining: 0, reset: .seconds(2)),
          tokens: .init(limit: 80_000, remaining: 79_000, reset: .seconds(30))))
  }

  @Test("of separate token limits, the scarcer one counts")
  func apart() {
    // Two fifths of the input are left and half of the output.
    var headers = anthropic(without: "requests", "ratelimit-tokens")
    #expect(
      limits(headers)
        == ProviderLimits(tokens: .init(limit: 50_000, remaining: 20_000, reset: .seconds(60))))
    headers["anthropic-ratelimit-output-tokens-remaining"] = "3999"
    #expect(
      limits(headers)
        == ProviderLimits(tokens: .init(limit: 10_000, remaining: 3_999, reset: .seconds(120))))
    headers["anthropic-ratelimit-output-tokens-reset"] = nil
    #expect(limits(headers)?.tokens?.limit == 50_000)
    headers["anthropic-ratelimit-input-tokens-limit"] = "0"
    #expect(limits(headers) == nil)
  }

  @Test("a wait may appear alone or next to the limits")
  func retryAfter() {
    #expect(limits(["retry-after": "7"]) == ProviderLimits(retryAfter: .seconds(7)))
    var headers = Self.openAI
    headers["retry-after-ms"] = "1500"
    #expect(limits(headers)?.retryAfter == .milliseconds(1500))
    #expect(limits(headers)?.requests == limits(Self.openAI)?.requests)
    #expect(limits(["retry-after": "soon"]) == nil)
  }

  @Test(
    "headers without limits give none",
    arguments: [
      [:], ["content-type": "text/event-stream", "date": "Sat, 21 Nov 2026 10:00:00 GMT"],
      ["X-RateLimit-Limit-Requests": "60"], ["ratelimit-limit": "60", "ratelimit-reset": "1"],
    ])
  func nothing(headers: [String: String]) {
    #expect(limits(headers) == nil)
  }

  @Test("each part is required", arguments: ["limit", "remaining", "reset"])
  func parts(part: String) {
    var headers = Self.openAI
    headers["x-ratelimit-\(part)-requests"] = nil
    #expect(limits(headers)?.requests == nil)
    #expect(limits(headers)?.tokens == limits(Self.openAI)?.tokens)
    headers = Self.anthropic
    headers["anthropic-ratelimit-requests-\(part)"] = nil
    #expect(limits(headers)?.requests == nil)
    #expect(limits(headers)?.tokens?.limit == 80_000)
  }

  @Test(
    "invalid limits are ignored",
    arguments: [
      ("limit", "-1"), ("limit", "0"), ("limit", ""), ("limit", "many"), ("limit", "6e1"),
      ("limit", "60.5"), ("limit", " 60"), ("limit", "60, 60"), ("limit", "unlimited"),
      ("limit", "99999999999999999999"), ("remaining", "-1"), ("remaining", "-9"),
      ("remaining", ""), ("remaining", "some"), ("remaining", "59.0"), ("reset", ""),
      ("reset", "soon"), ("reset", "-1"), ("reset", "-1s"), ("reset", "24h0m1s"),
      ("reset", "2026-11-22T10:00:01Z"), ("reset", "0.\(String(repeating: "1", count: 400))s"),
      ("reset", "\(String(repeating: "9", count: 400))s"),
      ("reset", "\(String(repeating: "9", count: 400)).\(String(repeating: "9", count: 400))ns"),
      ("reset", "9223372036854775808s"),
    ])
  func noLimit(part: String, value: String) {
    var headers = Self.openAI
    headers["x-ratelimit-\(part)-requests"] = value
    #expect(limits(headers)?.requests == nil)
    #expect(limits(headers)?.tokens?.limit == 150_000)
    headers["x-ratelimit-\(part)-tokens"] = value
    #expect(limits(headers) == nil)
  }

  @Test("limits with nothing left, or with an immediate reset, are accepted")
  func zero() {
    var headers = Self.openAI
    headers["x-ratelimit-remaining-requests"] = "0"
    headers["x-ratelimit-reset-requests"] = "0s"
    #expect(limits(headers)?.requests == .init(limit: 60, remaining: 0, reset: .zero))
    headers["x-ratelimit-reset-requests"] = "2026-11-21T09:00:00Z"
    #expect(limits(headers)?.requests == .init(limit: 60, remaining: 0, reset: .zero))
  }

  @Test("a date is relative to the server's own date")
  func serverDate() {
    var headers = Self.anthropic
    headers["date"] = "Sat, 21 Nov 2026 09:59:50 GMT"
    #expect(limits(headers)?.requests?.reset == .seconds(12))
    #expect(limits(headers)?.tokens?.reset == .seconds(40))
    headers["date"] = "yesterday"
    #expect(limits(headers)?.requests?.reset == .seconds(2))
    headers = Self.openAI
    headers["date"] = "Sat, 21 Nov 2026 09:59:50 GMT"
    #expect(limits(headers) == limits(Self.openAI))
  }

  @Test("the more common protocol takes precedence over Anthropic's")
  func both() {
    let both = Self.anthropic.merging(Self.openAI) { first, _ in first }
    #expect(limits(both) == limits(Self.openAI))
    let openAIRequests = both.filter { !$0.key.hasSuffix("-tokens") }
    #expect(limits(openAIRequests)?.requests?.limit == 60)
    // A response uses one of the two.
    #expect(limits(openAIRequests)?.tokens == nil)
  }
}

@Suite("The time until a limit is restored")
struct LimitResetTests {
  /// 2026-11-21 10:00:00 UTC as seconds since 1970.
  private static let now = 1_795_255_200.0

  /// The wait in seconds, within the precision of the clock.
  private func isNear(_ duration: Duration?, _ seconds: Double?) -> Bool {
    guard let duration, let seconds else { return duration == nil && seconds == nil }
    let parts = duration.components
    let found = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
    return abs(found - seconds) < 1e-9
  }

  @Test(
    "Go durations and plain seconds",
    arguments: [
      ("1s", 1), ("6m0s", 360), ("120ms", 0.12), ("1h2m3.5s", 3723.5), ("0s", 0), ("0", 0),
      ("1.5s", 1.5), ("2m59.56s", 179.56), ("7.66s", 7.66), ("500us", 0.0005), ("500µs", 0.0005),
      ("500000ns", 0.0005), ("20ns", 0.000_000_02), ("1m1ms", 60.001), ("1d", 86_400),
      ("24h", 86_400), ("23h59m60s", 86_400), ("1s1s", 2), ("20", 20), ("0.25", 0.25),
      ("86400", 86_400), ("1m0.5s", 60.5), ("008s", 8), ("5 s", 5), (" 5s", 5), ("1sec", 1),
      ("2 minutes", 120),
    ])
  func durations(text: String, seconds: Double) {
    #expect(isNear(LimitReset.duration(text, now: Self.now, serverDate: nil), seconds))
  }

  @Test(
    "invalid durations, and durations longer than a day",
    arguments: [
      "", " ", "soon", "-1", "-0.5", "-1s", "1m-1s", "nan", "inf", "infinity", "-inf", "6m0",
      "5s ", "s", "m", "ms", "1x", "1.2.3s", ".", ".s", "1s!", "1,5s", "９s",
      "1s\u{301}", "86400.5", "86401", "24h1ms", "25h", "2d", "1e99", "1e10s",
      String(repeating: "9", count: 400), String(repeating: "9", count: 400) + "s",
      String(repeating: "1h", count: 1000), String(repeating: "s", count: 10_000),
      "Sat, 21 Nov 2026 10:00:30 GMT", "2026-11-21", "10:01:00",
    ])
  func noDurations(text: String) {
    #expect(LimitReset.duration(text, now: Self.now, serverDate: nil) == nil)
  }

  @Test(
    "dates, relative to the local clock or the server's",
    arguments: [
      ("2026-11-21T10:01:00Z", nil, 60), ("2026-11-21t10:01:00z", nil, 60),
      ("2026-11-21T10:00:00.25Z", nil, 0.25), ("2026-11-21T12:01:00+02:00", nil, 60),
      ("2026-11-21T05:30:30-04:30", nil, 30), ("2026-11-20T23:00:10-11:00", nil, 10),
      ("2026-11-21T10:00:00Z", nil, 0), ("2026-11-21T09:59:59Z", nil, 0),
      ("1970-01-01T00:00:00Z", nil, 0), ("2026-11-22T10:00:00Z", nil, 86_400),
      ("2026-11-22T10:00:01Z", nil, nil), ("9999-12-31T23:59:59Z", nil, nil),
      ("2026-11-21T10:01:00Z", "Sat, 21 Nov 2026 10:00:50 GMT", 10),
      ("2026-11-21T10:01:00Z", "Sat, 21 Nov 2026 10:02:00 GMT", 0),
      ("2026-11-21T10:01:00Z", "Fri, 20 Nov 2026 10:00:59 GMT", nil),
      ("2026-11-21T10:01:00Z", "2026-11-21T10:00:50Z", 60), ("2026-11-21T10:01:00Z", "", 60),
      ("12s", "Sat, 21 Nov 2026 10:00:50 GMT", 12),
    ] as [(String, String?, Double?)])
  func dates(text: String, serverDate: String?, seconds: Double?) {
    #expect(isNear(LimitReset.duration(text, now: Self.now, serverDate: serverDate), seconds))
  }
}

@Suite("Dates of RFC 3339")
struct InternetDateTests {
  @Test(
    "with time zones and fractions",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1), ("1970-01-01T01:00:00+01:00", 0),
      ("2026-11-21T12:30:05Z", 1_795_264_205), ("2026-11-21T12:30:05.5+01:00", 1_795_260_605.5),
      ("2026-11-21T00:30:00+01:00", 1_795_217_400), ("2026-11-21T23:30:00-01:00", 1_795_307_400),
      ("2024-02-29T00:00:00-00:00", 1_709_164_800), ("2016-12-31T23:59:60Z", 1_483_228_800),
      ("2026-11-21t12:30:05z", 1_795_264_205),
      ("2026-11-21T12:30:05.123456789Z", 1_795_264_205.123456789),
      ("2026-11-21T12:30:05+05:45", 1_795_243_505),
    ])
  func dates(text: String, unixTime: Double) {
    #expect(InternetDate.unixTime(text) == unixTime)
  }

  @Test(
    "invalid dates are nil",
    arguments: [
      "", "T", "Z", "TZ", "2026-11-21", "2026-11-21T", "2026-11-21TZ", "2026-11-21T12:30:05",
      "2026-11-21 12:30:05Z", "2026-11-21T12:30Z", "2026-11-21T12Z", "2026-11-21T24:00:00Z",
      "2026-11-21T12:60:00Z", "2026-11-21T12:30:61Z", "2026-02-29T12:30:05Z",
      "2026-11-31T12:30:05Z", "26-11-21T12:30:05Z", "2026-11-21T12:30:05+0100",
      "2026-11-21T12:30:05+01", "2026-11-21T12:30:05+", "2026-11-21T12:30:05+01:00:00",
      "2026-11-21T12:30:05+aa:bb", "2026-11-21T12:30:05ZZ", "2026-11-21T12:30:-5Z",
      "2026-11-21T-1:30:05Z", "2026-11-21T12:30:nanZ", "2026-11-21T1a:30:05Z",
      "2026-11-21T12:30:05 Z", "2026-11-21T12:30:05:06Z", "Sat, 21 Nov 2026 10:00:30 GMT",
      "2026-11-21T12:30:05z\u{301}", "２026-11-21T12:30:05Z",
    ])
  func noDates(text: String) {
    #expect(InternetDate.unixTime(text) == nil)
  }
}
