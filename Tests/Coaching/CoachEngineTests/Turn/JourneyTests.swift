import CoachAccess
import CoachEngine
import CoachModel
import Documents
import LanguageModels
import Testing
import TestKit

@Suite("The complete course of one person in one conversation")
struct JourneyTests {
  private static func discoveryReplies() throws -> [String] {
    let profile = try #require(try Workspace.person("amara").discovery).json.text()
    let spoken = (1...13).map { "I hear you, part \($0). What comes up for you now?" }
    return spoken + [
      "You carried it all, and you still answer. I look forward to more.\n[DISCOVERY_COMPLETE]\n\(profile)"
    ]
  }

  @Test("discovery, paywall, trial, its limit, refusal, subscription, renewal")
  func fullCourse() async throws {
    let insight = try #require(try Workspace.person("amara").discovery).ahaInsight
    let scene = try TurnScene(
      small: try Self.discoveryReplies(),
      strong: (0..<104).map { "Welcome back, \($0). [PATTERN: you hold the door] What now?" })

    // The coach speaks first, with the small model, and nothing is counted.
    let opening = try await scene.say(nil)
    #expect(opening.kinds == ["started", "text", "done"])
    #expect(opening.outcome?.route == .discovery)
    for number in 2...13 {
      let played = try await scene.say("answer \(number)")
      #expect(played.outcome?.discovery == nil)
      #expect(played.outcome?.limits == nil)
    }
    #expect(scene.small.text(ofRequest: 12).contains("write message 13"))

    // The signal ends discovery; nothing of it is shown, and the profile exists.
    let closing = try await scene.say("that is it")
    let outcome = try #require(closing.outcome)
    #expect(closing.shown == "You carried it all, and you still answer. I look forward to more.")
    #expect(outcome.discovery?.source == .signal)
    #expect(outcome.discovery?.profile?.ahaInsight == insight)
    #expect(outcome.updates.signals == [.discoveryCompleted])
    #expect(outcome.message?.text == closing.shown)
    #expect(outcome.message?.written.contains("[DISCOVERY_COMPLETE]") == true)

    // Blocked: no model is called, and discovery does not start again.
    let calls = scene.small.requests.count
    for message in ["hello?", nil] {
      let blocked = try await scene.say(message)
      #expect(blocked.kinds == ["refused", "done"])
      #expect(blocked.refusal?.reason == .access(.paywall))
      #expect(blocked.refusal?.text.isEmpty == false)
    }
    #expect(scene.small.requests.count == calls && scene.strong.requests.isEmpty)

    // After the purchase, the same conversation continues with the strong model, and the coach speaks first.
    scene.access = try scene.access.after(.trialStarted, at: scene.time.value)
    let greeting = try await scene.say(nil)
    #expect(greeting.outcome?.route == .coaching)
    #expect(greeting.outcome?.limits?.used == 0 && scene.used == 0)
    let prompt = scene.strong.text(ofRequest: 0)
    #expect(prompt.contains("<insight>\(insight)</insight>"))
    #expect(prompt.contains("answer 7") && prompt.contains("Welcome them back"))
    #expect(scene.strong.requests[0].messages.last?.role == .system)

    // A trial always shows its count, and ends at its limit.
    for number in 1...100 {
      scene.time.value += 400
      let played = try await scene.say("message \(number)")
      let notice = try #require(played.outcome?.limits)
      #expect(notice.used == number && notice.showsCount && notice.isTrial)
      #expect(notice.trialDay?.day == 1 && notice.trialDay?.days == 3)
      #expect(played.shown.contains("you hold the door"))
      #expect(
        played.outcome?.updates.signals.contains(.patternSurfaced("you hold the door")) == true)
    }
    let over = try await scene.say("one more")
    let end = try #require(scene.access.trial?.startedAt) + 3 * 86_400
    #expect(over.refusal?.reason == .access(.trialEnded(.messages, resetsAt: end)))
    #expect(over.refusal?.callToAction == .subscribe)
    let calledAtLimit = scene.strong.requests.count
    #expect(calledAtLimit == 101)

    // A trial also ends after its days.
    scene.time.value += 4 * 86_400
    try await expect(scene.say("later").refusal?.reason, equals: .access(.trialEnded(.days)))

    // Subscribed: a new count. Lapsed: read-only. Renewed: it continues.
    try scene.subscribe()
    try await expect(scene.say("I am back").outcome?.limits?.used, equals: 1)
    let period = try #require(scene.access.subscription?.period)
    scene.access = try scene.access.after(.renewalCancelled(period), at: scene.time.value)
    scene.time.value = period.end
    try await expect(scene.say("still there?").refusal?.reason, equals: .access(.lapsed))
    let next = try #require(BillingPeriod(start: period.end, end: period.end + 30 * 86_400))
    scene.access = try scene.access.after(.renewed(next), at: scene.time.value)
    let renewed = try await scene.say("good to be here")
    #expect(renewed.outcome?.limits?.used == 1)
    #expect(renewed.outcome?.route == .coaching)
  }

  @Test("a person who has used up a period learns when the next one starts")
  func periodLimit() async throws {
    let scene = try TurnScene(strong: ["Good to hear from you."])
    scene.service.configuration.access = try AccessPolicy(paidLimit: 1)
    scene.access.discoveryCompletedAt = 0
    try scene.subscribe()
    try await scene.say("hello")
    let refusal = try #require(try await scene.say("one more").refusal)
    let end = try #require(scene.access.subscription?.period.end)
    #expect(refusal.reason == .access(.periodLimit(resetsAt: end)))
    let values = CopyValues(date: CalendarDay(unixTime: end))
    #expect(refusal.text == scene.withHelp(.refusalPeriodLimit, values))
    #expect(refusal.text != scene.withHelp(.refusalPeriodLimit))
  }

  @Test("a premature signal closes nothing and stays hidden")
  func earlySignal() async throws {
    let profile = try #require(try Workspace.person("amara").discovery).json.text()
    let scene = try TurnScene(
      small: ["Hello?", "Good. [DISCOVERY_COMPLETE]\(profile)"], strong: [])
    try await scene.say(nil)
    let played = try await scene.say("hi")
    #expect(played.shown == "Good.")
    #expect(played.outcome?.discovery == nil)
    #expect(scene.access.stage(at: scene.time.value) == .discovery)
  }

  @Test(
    "an unusable payload has no cost for the person: the profile is extracted from the conversation"
  )
  func badPayload() async throws {
    let profile = try #require(try Workspace.person("amara").discovery).json.text()
    let cut = String(profile.dropLast(8))
    for ending in [
      "[DISCOVERY_COMPLETE]\n{\"vision\": \"x\"", "[DISCOVERY_COMPLETE]",
      "[DISCOVERY_COMPLETE]\n\(cut)",
    ] {
      let spoken = (1...11).map { "Part \($0)?" } + ["Goodbye for now.\n\(ending)", profile]
      let scene = try TurnScene(small: spoken, strong: [])
      try await scene.say(nil)
      for number in 2...11 { try await scene.say("answer \(number)") }
      let outcome = try #require(try await scene.say("yes").outcome)
      #expect(outcome.discovery?.source == .extraction)
      #expect(outcome.discovery?.profile?.json.text() == profile)
      #expect(outcome.message?.text == "Goodbye for now." && outcome.failure == nil)
      #expect(outcome.trace.calls.map(\.purpose).last == "discovery-extraction@v3")
      #expect(outcome.message?.tags.first?.verdict != .valid)
    }
  }

  @Test("an empty profile is extracted again, and a signal without text gets the fixed text")
  func emptyProfile() async throws {
    let amara = try #require(try Workspace.person("amara").discovery)
    let empty = JSONValue.object(
      (amara.json.object ?? [:]).reduce(into: JSONObject()) {
        $0[$1.key] = $1.value.array == nil ? "" : []
      }
    ).text()
    let spoken =
      (1...11).map { "Part \($0)?" } + ["[DISCOVERY_COMPLETE]\(empty)", amara.json.text()]
    let scene = try TurnScene(small: spoken, strong: [])
    try await scene.say(nil)
    for number in 2...11 { try await scene.say("answer \(number)") }
    let played = try await scene.say("yes")
    #expect(played.outcome?.discovery?.source == .extraction)
    #expect(played.outcome?.discovery?.profile?.ahaInsight == amara.ahaInsight)
    #expect(played.shown == scene.service.copy.text(.discoveryClosing, in: "en"))
    #expect(played.failure == nil && played.outcome?.message?.text == played.shown)
  }

  @Test("the coach may open a limited number of times, then it counts")
  func openings() async throws {
    let scene = try TurnScene(small: [], strong: (0..<5).map { "Hello \($0)." })
    try scene.subscribe()
    scene.service.configuration.freeOpenings = 2
    for count in [0, 0, 1, 2] {
      try await expect(scene.say(nil).outcome?.limits?.used, equals: count)
    }
    scene.service.configuration.access = try AccessPolicy(paidLimit: 2)
    try await expect(scene.say(nil).refusal?.text.isEmpty, equals: false)
  }

  @Test("at the maximum length, discovery is complete without a signal and without a profile")
  func ceiling() async throws {
    let scene = try TurnScene(small: (1...15).map { "Part \($0)?" }, strong: [])
    try await scene.say(nil)
    for number in 2...14 {
      try await expect(scene.say("answer \(number)").outcome?.discovery == nil, equals: true)
    }
    let outcome = try #require(try await scene.say("answer 15").outcome)
    #expect(outcome.discovery != nil && outcome.discovery?.profile == nil)
    #expect(scene.access.isDiscoveryComplete)
    #expect(outcome.failure == nil)
  }

  @Test("a product may close discovery later, and end it later")
  func ownCourse() async throws {
    let scene = try TurnScene(small: (1...18).map { "Part \($0)?" }, strong: [])
    scene.service.configuration.discovery.closingMessage = 14
    scene.service.configuration.discovery.ceiling = 18
    try await scene.say(nil)
    for number in 2...17 {
      try await expect(scene.say("answer \(number)").outcome?.discovery == nil, equals: true)
    }
    #expect(!scene.small.text(ofRequest: 14).contains("Goal: close now"))
    try await expect(scene.say("answer 18").outcome?.discovery == nil, equals: false)
    expect(scene.small.text(ofRequest: 17), contains: "Goal: close now")
  }

  @Test("at the maximum length, a reply that broke off completes discovery, too")
  func ceilingOfPartialReplies() async throws {
    let scene = try TurnScene(
      small: (1...15).map { .failure(.failed(.transport), after: ["Part \($0)?"]) }, strong: [])
    try await scene.say(nil)
    for number in 2...14 { try await scene.say("answer \(number)") }
    #expect(!scene.access.isDiscoveryComplete)
    let outcome = try #require(try await scene.say("answer 15").outcome)
    #expect(outcome.message?.isPartial == true && outcome.discovery != nil)
    #expect(scene.access.isDiscoveryComplete)
    try await expect(scene.say("one more").refusal?.reason, equals: .access(.paywall))
  }

  @Test("an outcome is stored even if the reader leaves after the first words")
  func readerLeaves() async throws {
    let scene = try TurnScene(small: ["One two three four.", "x"], strong: [])
    let stored = Stored()
    scene.service.onOutcome = { _, outcome in
      // A store that honours cancellation would otherwise write nothing.
      if !Task.isCancelled { await stored.add(outcome) }
    }
    let request = scene.request(nil)
    scene.service.clock = .system
    for await event in scene.service.reply(to: request) {
      if case .text = event { break }
    }
    await stored.first()
    let outcomes = await stored.outcomes
    #expect(outcomes.count == 1 && outcomes.first?.message?.text.isEmpty == false)
  }
}

/// Collects outcomes and lets a test wait for the first.
private actor Stored {
  private(set) var outcomes: [TurnOutcome] = []
  private var waiting: CheckedContinuation<Void, Never>?

  func add(_ outcome: TurnOutcome) {
    outcomes.append(outcome)
    waiting?.resume()
    waiting = nil
  }

  func first() async {
    guard outcomes.isEmpty else { return }
    await withCheckedContinuation { waiting = $0 }
  }
}
