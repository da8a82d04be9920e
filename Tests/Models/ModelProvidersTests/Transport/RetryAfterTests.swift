import LanguageModels
import ModelProviders
import ModelTestKit
import Testing
import TestKit

@Suite("The wait that a server demands")
struct RetryAfterTests {
  private func wait(_ headers: [String: String], body: String = "{}") async -> Duration? {
    let transport = FixedTransport(status: 429, headers: headers, chunks: [Array(body.utf8)])
    // 2026-11-21 10:00:00 UTC
    let clock = CallClock(now: { .now }, unixTime: { 1_795_255_200 })
    let model = ProviderModel(
      "m", at: Endpoint(.compatible, baseURL: "http://h"), over: transport, knowing: .empty,
      clock: clock)
    return await outcome(model.stream(greeting)).error?.retryAfter
  }

  @Test(
    "in each form",
    arguments: [
      (["retry-after": "20"], Duration.seconds(20)), (["retry-after": "0.5"], .milliseconds(500)),
      (["retry-after-ms": "1500", "retry-after": "9"], .milliseconds(1500)),
      (["retry-after": "Sat, 21 Nov 2026 10:00:30 GMT"], .seconds(30)),
      (["retry-after": "Sat, 21 Nov 2026 09:00:00 GMT"], .zero),
      (
        [
          "retry-after": "Sun, 01 Mar 2026 00:00:10 GMT", "date": "Sat, 28 Feb 2026 23:59:55 GMT",
        ], .seconds(15)
      ),
    ])
  func forms(headers: [String: String], expected: Duration) async {
    await expect(wait(headers), equals: expected)
  }

  @Test(
    "invalid, negative and waits longer than a day are ignored",
    arguments: ["soon", "-1", "100000", "nan", "Sat, 21 Nov 2026", "Sat, 32 Nov 2026 10:00:00 GMT"])
  func unbelievable(value: String) async {
    await expect(wait(["retry-after": value]), equals: nil)
  }

  @Test("Gemini states it in the body")
  func body() async {
    let body = #"{"error":{"code":429,"details":[{"@type":"x","retryDelay":"12.5s"}]}}"#
    await expect(wait([:], body: body), equals: .seconds(12.5))
  }
}
