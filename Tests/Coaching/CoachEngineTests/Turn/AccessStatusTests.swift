import CoachAccess
@testable import CoachEngine
import CoachModel
import CoachSignals
import Documents
import TestKit
import Testing

/// What a person is told of what they have bought: below an answer, instead of one, and when the app starts.
@Suite("Texts and figures about a trial and a subscription")
struct AccessStatusTests {
  private let start = 1_795_262_400.0
  private let day = 86_400.0
  private let prices = AccessPrices(byLanguage: [
    "en": .init(trial: "$2.99/week for 3 days", period: "$19.99/month"),
    "de": .init(period: "19,99 € im Monat"),
  ])

  private func texts(_ language: String = "en") -> AccessTexts {
    AccessTexts(copy: .builtIn, language: language, prices: prices)
  }

  private func trial(cancelled: Bool = false) -> AccessRecord {
    AccessRecord(
      trial: .init(startedAt: start, cancelledAt: cancelled ? start + 1 : nil), updatedAt: start)
  }

  private func scene(_ access: AccessRecord, at time: Double, used: Int) async throws -> TurnScene {
    let scene = try TurnScene(strong: ["Yes."])
    scene.access = access
    scene.time.value = time
    scene.service.configuration.prices = prices
    if let key = scene.allowanceKey {
      try scene.usage.updateLedger(of: "noor") { $0.setUsage(used, in: key) }
    }
    return scene
  }

  private func status(
    _ access: AccessRecord, at time: Double, used: Int, language: String = "en",
    zone: TimeZoneRules = .utc
  ) async throws -> AccessStatus {
    try await scene(access, at: time, used: used).service.usage(
      of: "noor", access: access, language: language, zone: zone)
  }

  @Test("in a trial the status says how many messages are left, and outside of one it does not")
  func detail() async throws {
    try await expect(
      status(trial(), at: start + 9, used: 3).detail, equals: "97 of 100 trial messages remaining")
    try await expect(
      status(trial(), at: start + 9, used: 99).detail, equals: "1 of 100 trial messages remaining")
    try await expect(
      status(AccessRecord(updatedAt: start), at: start + 9, used: 0).detail, equals: nil)
  }

  @Test("a used-up trial that renews names the day on which the subscription begins")
  func usedUp() async throws {
    let scene = try await scene(trial(), at: start + day, used: 100)
    let refusal = try #require(try await scene.say("one more").refusal)
    #expect(refusal.text.contains("your monthly subscription begins on November 24."))
    let json = TurnEvent.refused(refusal).json
    #expect(json["reason"] == "trial_messages_over" && json["call_to_action"] == "subscribe")
    #expect(json["resets_at"]?.number == start + 3 * day)
    let client = try #require(TurnEvent.refused(refusal).forClient)
    #expect(client.json["call_to_action"] == "subscribe")
    #expect(try ClientEvent(json: client.json) == client)
  }

  @Test("one that does not renew names none, and offers the subscription all the same")
  func usedUpAndCancelled() async throws {
    let scene = try await scene(trial(cancelled: true), at: start + day, used: 100)
    let refusal = try #require(try await scene.say("one more").refusal)
    #expect(!refusal.text.contains("subscription begins"))
    #expect(refusal.callToAction == .subscribe)
    #expect(TurnEvent.refused(refusal).json["resets_at"] == nil)
  }

  @Test("nothing is offered for sale to somebody who may be in danger, or by a limit that resets")
  func noOffer() async throws {
    let scene = try await scene(trial(), at: start + day, used: 100)
    var record = PersonRecord(scene.person, salt: "s", on: CalendarDay(unixTime: start))
    record.crises.note(["suicide"], on: CalendarDay(unixTime: start))
    let request = TurnRequest(
      id: "later", record: record, access: scene.access, conversation: scene.conversation,
      message: "one more", today: CalendarDay(unixTime: start + day))
    let played = try await scene.play(request)
    #expect(played.refusal?.reason.word == "trial_messages_over")
    #expect(played.refusal?.callToAction == nil)
    let calm = scene.service.copy.text(.refusalNearDanger, in: "en")
    #expect(played.refusal?.text.hasPrefix(calm + "\n\n") == true)
    #expect(played.refusal?.text.contains("subscription") == false)
    let status = try await scene.service.usage(
      of: scene.person.id, access: scene.access, isNearDanger: true)
    #expect(status.text?.hasPrefix(calm + "\n\n") == true && status.refusal?.callToAction == nil)
    for (age, line) in [(AgeGroup.adult, "TelefonSeelsorge"), (.minor, "Nummer gegen Kummer")] {
      let local = try await scene.service.usage(
        of: scene.person.id, access: scene.access, region: "DE", age: age)
      let text = try #require(local.text)
      expect(text, contains: line)
      #expect(text.contains("Nummer gegen Kummer") == (age == .minor))
    }
    let running = try await self.scene(trial(), at: start + 2.5 * day, used: 58)
    let quiet = try await running.service.usage(
      of: running.person.id, access: running.access, isNearDanger: true)
    #expect(quiet.text == nil && quiet.limits != nil)
    for refusal in [AccessRefusal.periodLimit(resetsAt: 5), .rateLimited(retryAfter: 5)] {
      #expect(refusal.callToAction == nil)
    }
    for refusal in [AccessRefusal.paywall, .lapsed, .trialEnded(.days), .trialEnded(.cancelled)] {
      #expect(refusal.callToAction == .subscribe)
    }
  }

  @Test("the last day says that the subscription continues, when, and for how much")
  func lastDay() async throws {
    let renewing = try await status(trial(), at: start + 2.5 * day, used: 58)
    #expect(
      renewing.text
        == "Last day of your trial — want to keep going? Your subscription continues automatically. It begins on November 24. From then on it's $19.99/month. If you don't want it, you can cancel today. You have 42 conversations left."
    )
    let german = try await status(trial(), at: start + 2.5 * day, used: 99, language: "de-CH")
    #expect(german.text?.contains("am 24. November") == true)
    #expect(german.text?.contains("19,99 € im Monat") == true)
    // Without a price in the language nothing is said of one.
    let spanish = try await status(trial(), at: start + 2.5 * day, used: 1, language: "es")
    #expect(spanish.text?.contains("automáticamente") == true)
    #expect(spanish.text?.contains("cuesta") == false && spanish.text?.contains("$") == false)
    let ending = try await status(trial(cancelled: true), at: start + 2.5 * day, used: 58)
    #expect(ending.text?.contains("automatically") == false)
    #expect(ending.limits?.willRenew == false && ending.limits?.endsAt == start + 3 * day)
  }

  @Test("the figures of a trial when the app starts")
  func trialStatus() async throws {
    let status = try await status(trial(), at: start + day, used: 7)
    let limits = try #require(status.limits)
    #expect(status.stage == .trialActive && status.refusal == nil)
    #expect(limits.used == 7 && limits.remaining == 93 && limits.limit == 100)
    #expect(limits.trialDay?.day == 2 && limits.trialDay?.days == 3 && limits.showsCount)
    #expect(limits.resetsAt == start + 3 * day && limits.endsAt == start + 3 * day)
    #expect(status.text?.contains("93") == true)
  }

  @Test("of a subscription, silent and gentle, with days of the person's time zone")
  func paidStatus() async throws {
    let end = start + 30 * day + 43_000  // 23:56 in UTC
    let period = try #require(BillingPeriod(start: start, end: end))
    let record = try AccessRecord(updatedAt: 0).after(.subscribed(period), at: start)
    let silent = try await status(record, at: start + day, used: 639)
    #expect(silent.text == nil && silent.limits?.tier == .silent)
    #expect(silent.limits?.showsCount == false && silent.limits?.resetsAt == end)
    let gentle = try await status(record, at: start + day, used: 640)
    #expect(gentle.text?.contains("160") == true && gentle.limits?.tier == .gentle)
    let berlin = try TimeZoneRules(named: "Europe/Berlin")
    let prominent = try await status(record, at: start + day, used: 760, zone: berlin)
    #expect(prominent.text?.contains("December 22") == true)
    let used = try await status(record, at: start + day, used: 800)
    #expect(used.refusal?.reason == .access(.periodLimit(resetsAt: end)))
    #expect(used.text == used.refusal?.text && used.limits?.tier == .exhausted)
  }

  @Test("a refusal names one line of the country, or one list of lines where no country is known")
  func help() async throws {
    let waiting = AccessRecord(discoveryCompletedAt: start, updatedAt: start)
    let scene = try await scene(waiting, at: start, used: 0)
    for (region, words, lines) in [("GB", "116 123", 3), (nil, "findahelpline.com", 3)] {
      let status = try await scene.service.usage(
        of: "noor", access: waiting, region: region)
      let text = try #require(status.refusal?.text)
      #expect(text.ranges(of: words).count == 1, "\(text)")
      #expect(text.split(separator: "\n").count == lines, "\(text)")
      // Also where the coach was to speak first, so that nobody has written anything.
      scene.person.region = region
      for message in ["hello", nil] {
        try await expect(scene.say(message).refusal?.text, equals: text)
      }
    }
    let german = try await scene.service.usage(
      of: "noor", access: waiting, language: "de", region: "AT")
    #expect(german.refusal?.text.contains("wähle die 112") == true)
  }

  @Test("who may not write learns why, and who is in discovery has no count")
  func withoutAllowance() async throws {
    let new = try await status(AccessRecord(updatedAt: 0), at: start, used: 0)
    #expect(new == AccessStatus(stage: .discovery))
    let waiting = AccessRecord(discoveryCompletedAt: start, updatedAt: start)
    let paywall = try await status(waiting, at: start, used: 0)
    #expect(paywall.refusal?.reason == .access(.paywall) && paywall.limits == nil)
    let over = try await status(trial(cancelled: true), at: start + 3 * day, used: 0)
    #expect(over.stage == .trialExpired)
    #expect(over.refusal?.reason == .access(.trialEnded(.cancelled)))
  }

  @Test("what the store alone knows: the counts of trial and periods, the newest first")
  func counts() async throws {
    let scene = try await scene(trial(), at: start + day, used: 7)
    try scene.usage.updateLedger(of: "noor") {
      $0.setUsage(3, in: "paid:2026-11-24")
      $0.setUsage(2, in: "openings:trial:2026-11-21")
    }
    let counts = try await scene.service.counts(of: "noor")
    #expect(counts.map(\.key) == ["paid:2026-11-24", "trial:2026-11-21"])
    #expect(counts.map(\.remaining) == [797, 93] && counts.map(\.isTrial) == [false, true])
    #expect(counts.last?.beganOn == CalendarDay("2026-11-21"))
    try await #expect(scene.service.counts(of: "nobody").isEmpty)
  }

  @Test("the line of prices, with the trial's only where one can start")
  func priceLine() async throws {
    #expect(texts().priceLine(offersTrial: true) == "$2.99/week for 3 days, then $19.99/month")
    #expect(texts().priceLine(offersTrial: false) == "$19.99/month")
    #expect(texts("de").priceLine(offersTrial: true) == "19,99 € im Monat")
    #expect(texts("fr").priceLine(offersTrial: true) == nil)
    let same = AccessPrices(.init(trial: "3 days free", period: "$5"))
    #expect(same.words(in: "fr").period == "$5")
    let scene = try await scene(trial(), at: start, used: 0)
    let record = PersonRecord(scene.person, salt: "s", on: CalendarDay(unixTime: start))
    let first = await scene.service.paywall(for: record, presentation: .first)
    #expect(first.copy.priceLine == "$2.99/week for 3 days, then $19.99/month")
    let back = await scene.service.paywall(for: record, presentation: .lapsed)
    #expect(back.copy.priceLine == "$19.99/month" && back.copy.line == "Ready to come back?")
  }

  @Test("an app gets the same figures with the event as when it starts")
  func clientLimits() async throws {
    let scene = try await scene(trial(), at: start + day, used: 7)
    let played = try await scene.say("hello")
    let event = try #require(
      played.events.compactMap(\.forClient).first {
        if case .limits = $0 { true } else { false }
      })
    let json = event.json
    #expect(json["used"] == 8 && json["remaining"] == 92 && json["limit"] == 100)
    #expect(json["trial_day"]?["day"] == 2 && json["trial_day"]?["days"] == 3)
    #expect(json["ends_at"]?.number == start + 3 * day && json["will_renew"] == true)
    #expect(json["shows_count"] == true && json["resets_at"] == json["ends_at"])
    #expect(try ClientEvent(json: json) == event)
  }
}
