import LanguageModels
import ModelLayers
@testable import ModelProviders
import ModelTestKit
import Testing
import TestKit

@Suite("The wait that a server demands")
struct RetryAfterTests {
  private func error(_ headers: [String: String], body: String, status: Int) async -> ModelError? {
    let transport = FixedTransport(status: status, headers: headers, chunks: [Array(body.utf8)])
    // 2026-11-21 10:00:00 UTC
    let clock = CallClock(now: { .now }, unixTime: { 1_795_255_200 })
    let model = ProviderModel(
      "m", at: Endpoint(.compatible, baseURL: "http://h"), over: transport, knowing: .empty,
      clock: clock)
    return await outcome(model.stream(greeting)).error
  }

  private func wait(_ headers: [String: String], body: String = "{}", status: Int = 429) async
    -> Duration?
  {
    await error(headers, body: body, status: status)?.retryAfter
  }

  @Test(
    "in each form of a header",
    arguments: [
      ("20", Duration.seconds(20)), ("0.5", .milliseconds(500)), (" 7 ", .seconds(7)),
      ("-1", .zero), ("1e1", .seconds(10)), ("4s", .seconds(4)), ("250ms", .milliseconds(250)),
      ("1m15s", .seconds(75)), ("2 seconds", .seconds(2)), ("1 hour and 5 min", .seconds(3900)),
      ("PT45S", .seconds(45)), ("6, 6", .seconds(6)), ("1795255230", .seconds(30)),
      ("1795255230000", .seconds(30)), ("1795255100", .zero),
      ("Sat, 21 Nov 2026 10:00:30 GMT", .seconds(30)), ("Sat, 21 Nov 2026 09:00:00 GMT", .zero),
      ("Saturday, 21-Nov-26 10:00:30 GMT", .seconds(30)),
      ("Sat Nov 21 10:01:00 2026", .seconds(60)), ("Wed Dec  2 10:00:00 2026", .seconds(950_400)),
      ("sat, 21 nov 2026 10:00:05 gmt", .seconds(5)), ("2026-11-21T10:00:12Z", .seconds(12)),
      ("2026-11-21T12:00:12+02:00", .seconds(12)), ("2026-11-21T10:00:12", .seconds(12)),
      ("2026-11-20T10:00:12Z", .zero),
    ])
  func forms(text: String, expected: Duration) async {
    await expect(wait(["retry-after": text]), equals: expected)
  }

  @Test("milliseconds come first, under both names, and a date is relative to the server's clock")
  func names() async {
    await expect(
      wait(["retry-after-ms": "1500", "retry-after": "9"]), equals: .milliseconds(1500))
    await expect(wait(["x-ms-retry-after-ms": "20"]), equals: .milliseconds(20))
    await expect(wait(["retry-after-ms": "1.5s"]), equals: .milliseconds(1500))
    await expect(wait(["retry-after-ms": "soon", "retry-after": "9"]), equals: .seconds(9))
    let dates = [
      "retry-after": "Sun, 01 Mar 2026 00:00:10 GMT", "date": "Sat, 28 Feb 2026 23:59:55 GMT",
    ]
    await expect(wait(dates), equals: .seconds(15))
  }

  @Test(
    "what is no wait is ignored",
    arguments: [
      "", "soon", "nan", "inf", "-inf", "infinity", "0x10", "1 fortnight", "12 12", "5 s 6", "s",
      "Sat, 21 Nov 2026", "Sat, 32 Nov 2026 10:00:00 GMT", "Sat, 21 Nov 2026 10:00:aa:00 GMT",
      "Sat, 21 Now 2026 10:00:00 GMT", "Sat, 21 Nov 2026 10:00:00 CET", "2026-11-21",
    ])
  func unreadable(value: String) async {
    await expect(wait(["retry-after": value]), equals: nil)
  }

  @Test(
    "a long wait is kept, up to a year, and ends the retries",
    arguments: [
      ("61", Duration.seconds(61)), ("100000", .seconds(100_000)),
      ("31536000", .seconds(31_536_000)),
      ("999999999", .seconds(31_536_000)), ("1e400", .seconds(31_536_000)),
      (String(repeating: "9", count: 400) + "s", .seconds(31_536_000)),
      ("9999-12-31T23:59:59Z", .seconds(31_536_000)), ("72h", .seconds(259_200)),
    ])
  func long(text: String, expected: Duration) async throws {
    let found = await error(["retry-after": text], body: "{}", status: 429)
    let refusal = try #require(found)
    #expect(refusal.retryAfter == expected && refusal.isRetryable)
    #expect(RetryPolicy().wait(after: 1, refusal, random: 1) == nil)
  }

  @Test(
    "a member of the body states it",
    arguments: [
      (#"{"error":{"code":429,"details":[{"@type":"x","retryDelay":"12.5s"}]}}"#, 12.5),
      (#"{"error":{"details":[{"a":1},{"retryDelay":{"seconds":"3","nanos":500000000}}]}}"#, 3.5),
      (#"{"error":{"details":[{"retryDelay":{"seconds":4}}]}}"#, 4),
      (#"{"error":{"message":"slow","retry_after":2}}"#, 2),
      (#"{"error":{"message":"slow"},"retry_after":"2.5"}"#, 2.5),
      (#"{"error":{"message":"slow","retry_after_ms":750}}"#, 0.75),
      (#"{"error":{"message":"slow","retryAfterSeconds":8}}"#, 8),
      (#"{"error":{"message":"slow","metadata":{"retry_after_seconds":9}}}"#, 9),
      (#"{"error":{"message":"slow","details":{"Retry-After":"1m"}}}"#, 60),
      (#"{"error":{"message":"slow","retry_after":-4}}"#, 0),
      (#"{"error":{"message":"slow","retry_after":1e30}}"#, nil),
      (#"{"error":{"message":"slow","retry_after":null}}"#, nil),
      (#"{"error":{"message":"slow","retryDelay":{"seconds":"NaN"}}}"#, nil),
    ] as [(String, Double?)])
  func body(text: String, seconds: Double?) async {
    await expect(wait([:], body: text), equals: seconds.map { .seconds($0) })
  }

  @Test(
    "words of the message state it",
    arguments: [
      ("Limit 9000, used 8800. Please try again in 6.2s.", 6.2),
      ("Try again in 1m12.5s", 72.5), ("please RETRY after 30 seconds", 30),
      ("You may retry your request after 20 seconds.", 20), ("Please retry in 850ms", 0.85),
      ("Too fast: wait 1 minute and 30 seconds.", 90), ("Please wait for 3 s", 3),
      ("retry-after: 4s", 4), ("Try again in about 2 minutes", 120),
      ("Please try again in 8h3m", 28_980), ("Please try again in 7m12.288s. Or pay.", 432.288),
      ("Please try again later", nil), ("You retried 3 times in 20 s", nil),
      ("Retry limit is 5 requests in 60 s", nil), ("try again. The limit is 30s", nil),
      ("Try gpt4s again with llama3s", nil), ("Try again in 5", nil), ("wait", nil), ("", nil),
    ] as [(String, Double?)])
  func words(message: String, seconds: Double?) {
    let found = RetryAfter.duration(inWords: message)
    #expect(found == seconds.map { .seconds($0) })
  }

  @Test("a header precedes the body, a member its words, and all of them a reset")
  func order() async {
    let body = #"{"error":{"message":"try again in 3s","retry_after":2}}"#
    let limit = ["x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "50s"]
    await expect(wait(["retry-after": "1"], body: body), equals: .seconds(1))
    await expect(wait(limit, body: body), equals: .seconds(2))
    await expect(
      wait(limit, body: #"{"error":{"message":"try again in 3s"}}"#), equals: .seconds(3))
    await expect(wait(limit), equals: .seconds(50))
    await expect(wait(limit, status: 503), equals: nil)
  }

  @Test(
    "of the limits' resets, the longest of those that are used up counts",
    arguments: [
      (
        [
          "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "2s",
          "x-ratelimit-remaining-tokens": "17", "x-ratelimit-reset-tokens": "6m0s",
        ], 2
      ),
      (
        [
          "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "2s",
          "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "1m",
        ], 60
      ),
      (
        [
          "anthropic-ratelimit-requests-remaining": "0",
          "anthropic-ratelimit-requests-reset": "2026-11-21T10:00:09Z",
        ], 9
      ),
      (["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1795255204000"], 4),
      (["ratelimit-remaining": "0", "ratelimit-reset": "11"], 11),
      (["x-ratelimit-reset": "12"], 12),
      (["x-ratelimit-remaining": "5", "x-ratelimit-reset": "12"], nil),
      (["x-ratelimit-remaining": "0", "x-ratelimit-reset": "soon"], nil),
      (["x-ratelimit-remaining": "0"], nil),
    ] as [([String: String], Double?)])
  func resets(headers: [String: String], seconds: Double?) async {
    await expect(wait(headers), equals: seconds.map { .seconds($0) })
  }
}

@Suite("Dates of HTTP headers")
struct HTTPDateTests {
  @Test("a year of two digits is at most 50 years in the future")
  func centuries() {
    let now = 1_795_255_200.0
    for (text, full) in [
      ("Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT"),
      ("Friday, 01-Jan-76 00:00:00 GMT", "Wed, 01 Jan 2076 00:00:00 GMT"),
      ("Saturday, 01-Jan-77 00:00:00 GMT", "Sat, 01 Jan 1977 00:00:00 GMT"),
      ("Monday, 30-Nov-26 12:00:00 GMT", "Mon, 30 Nov 2026 12:00:00 GMT"),
    ] {
      let found = HTTPDate.unixTime(text, near: now)
      #expect(found != nil && found == HTTPDate.unixTime(full, near: now), "\(text)")
    }
    #expect(HTTPDate.unixTime("Sun Nov  6 08:49:37 1994", near: now) == 784_111_777)
  }
}
