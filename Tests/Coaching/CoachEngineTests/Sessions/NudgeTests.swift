import CoachAccess
import CoachEngine
import CoachModel
import CoachSignals
import PromptTemplates
import TestKit
import Testing

@Suite("Nudges that a model writes")
struct NudgeTests {
  private let today = CalendarDay(number: 20_783)

  /// A person who had a session four days ago and accepted check-ins.
  private func record() throws -> PersonRecord {
    var record = PersonRecord(id: "noor", language: "en", salt: "s")
    let session = Session(
      conversation: "c", kind: .coaching, language: "en",
      messages: [
        SessionMessage(
          id: "m", role: .user, text: "The interview is in five days.",
          time: today.adding(days: -4).unixTime + 40_000)
      ])
    let outcome = try #require(record.closing(session, end: .app, zone: .utc))
    record.apply(outcome, on: today.adding(days: -4))
    record.offers.record(.checkIn, .accepted, sessions: 1, on: today.adding(days: -4))
    return record
  }

  @Test("an event comes first, and its text is in the prompt")
  func event() async throws {
    let scene = try TurnScene(small: ["Which of your three stories goes first?"], strong: [])
    var record = try record()
    let result = await scene.service.nudge(&record, on: today, remainingCalls: 5)
    expect(result.text, equals: "Which of your three stories goes first?")
    expect(scene.small.text(ofRequest: 0), contains: "The interview is in five days.")
    expect(record.nudges.entries.map(\.isSent), equals: [true])
    // Not twice on a day, and not twice about the same.
    expect(record.nudge(on: today, remainingCalls: 5).occasion, equals: nil)
    let later = record.nudge(on: today.adding(days: 2), remainingCalls: 5)
    expect(later.occasion?.kind, equals: "re_engagement")
  }

  @Test("nobody is nudged who is writing, on their own day")
  func writing() throws {
    var record = try record()
    let message = SessionMessage(
      id: "n", role: .user, text: "Here I am.", time: today.unixTime + 86_000)
    record.note([message], in: "c", kind: .coaching)
    let decision = record.nudge(on: today, remainingCalls: 5)
    expect(decision.reason, equals: "there was a session today")
    let east = TimeZoneRules(offset: 7_200)
    let next = record.nudge(on: today.adding(days: 1), remainingCalls: 5, zone: east)
    expect(next.reason, equals: "there was a session today")
  }

  @Test(
    "nothing is sent without a suitable text, and the reason is recorded",
    arguments: [
      ("[NO_NUDGE]", "nothing suitable"), (String(repeating: "long ", count: 30), "120"),
      ("Two\nlines", "2 lines"), ("", "no text"),
    ])
  func unsuitable(reply: String, reason: String) async throws {
    let scene = try TurnScene(small: [reply, reply], strong: [])
    var record = try record()
    let result = await scene.service.nudge(&record, on: today, remainingCalls: 5)
    expect(result.text, equals: nil)
    expect(record.nudges.entries.map(\.isSent), equals: [false])
    expect(record.nudges.entries.first?.reason ?? "", contains: reason)
  }

  @Test(
    "a word of the person's name is not sent, an everyday word is",
    arguments: [
      ("Zoë Grace Lee", "Your story is ready, Zoë.", false),
      ("Zoë Grace Lee", "Is the story ready for Zoe?", false),
      ("Zoë Grace Lee", "What helps Grace today?", false),
      ("Zoë Grace Lee", "Zoë, which story goes first?", false),
      ("Zoë Grace Lee", "Which story gets some grace today?", true),
      ("Will", "What will you say first?", true), ("Will", "Will you tell them?", true),
      ("Will", "The day is near. Will it be easy?", true), ("Will", "What does Will say?", false),
      ("Jo", "Which story does Jo tell?", true), ("noor", "Is it near, Noor?", false),
    ])
  func names(name: String, text: String, isSent: Bool) async throws {
    var person = Person(id: "p", language: "en")
    person.name = name
    let scene = try TurnScene(small: [text, text], strong: [])
    let task = PromptTask.nudge(.reEngagement(daysAway: 4), for: person, on: today)
    do throws(TaskError) {
      let result = try await scene.service.tasks.run(task)
      #expect(isSent && result.value == .text(text))
    } catch {
      #expect(!isSent)
      expect(error.description, contains: "names the person")
    }
  }

  /// A person whose last session had this theme, and whose interview is over.
  private func record(theme: String, domain: String? = nil) throws -> PersonRecord {
    var record = PersonRecord(id: "noor", language: "en", salt: "s")
    let day = today.adding(days: -5)
    record.note(
      [
        SessionMessage(id: "m", role: .user, text: "It rained.", time: day.unixTime),
        SessionMessage(
          id: "n", role: .assistant, text: "I see.", time: day.unixTime + 9, domain: domain),
      ], in: "c", kind: .coaching)
    var outcome = try #require(record.closing(record.open[0], end: .app, zone: .utc))
    outcome.session.themes = [theme]
    record.apply(outcome, on: day)
    for offer in Offer.allCases { record.offers.record(offer, .accepted, sessions: 1, on: day) }
    return record
  }

  private func addTheme(_ text: String, to record: inout PersonRecord) {
    record.replacePatterns(
      [
        PatternTheme(
          PatternSummary.Theme(
            text: text, count: 3, domains: [], lastSeen: today.adding(days: -5).description),
          sessions: [])
      ], growth: [], styleNotes: [])
  }

  @Test("re-engagement refers to the theme and the domain of the last conversation")
  func lastTopic() async throws {
    let scene = try TurnScene(small: ["The rows by the fence: which bean is first?"], strong: [])
    var record = try record(theme: "planting in rows", domain: "life")
    let result = await scene.service.nudge(&record, on: today, remainingCalls: 5)
    expect(result.decision.occasion?.kind, equals: "re_engagement")
    #expect(result.text != nil)
    expect(scene.small.text(ofRequest: 0), contains: "<last_topic>planting in rows</last_topic>")
    expect(scene.small.text(ofRequest: 0), contains: "<last_domain>life</last_domain>")
  }

  @Test("a theme of the last session that is private does not reach a prompt for locked screens")
  func privateTopic() async throws {
    let scene = try TurnScene(small: ["Beans?"], strong: [])
    var record = try record(theme: "the divorce papers")
    _ = await scene.service.nudge(&record, on: today, remainingCalls: 5)
    #expect(!scene.small.text(ofRequest: 0).contains("divorce"))
  }

  @Test("an older version of the prompt gets only what it declares")
  func olderPrompt() async throws {
    let scene = try TurnScene(small: ["Beans?"], strong: [])
    scene.service.configuration.prompts.nudge = PromptReference(name: "nudge", version: "v3")
    var record = try record(theme: "planting in rows", domain: "life")
    let result = await scene.service.nudge(&record, on: today, remainingCalls: 5)
    expect(result.problem, equals: nil)
    expect(result.text, equals: "Beans?")
  }

  @Test("a pattern is told with how long the person was quiet; a private one gives no occasion")
  func pattern() async throws {
    let scene = try TurnScene(
      small: ["Friday's list: what was on it first?", "Beans?"], strong: [])
    var record = try record(theme: "the list")
    addTheme("says yes before looking at the week", to: &record)
    var other = record
    let result = await scene.service.nudge(&record, on: today, remainingCalls: 5)
    expect(result.decision.occasion?.kind, equals: "pattern")
    let prompt = scene.small.text(ofRequest: 0)
    expect(prompt, contains: "<pattern>says yes before looking at the week</pattern>")
    expect(prompt, contains: "quiet for 5 days")
    addTheme("goes quiet when the debt comes up", to: &other)
    let second = await scene.service.nudge(&other, on: today, remainingCalls: 5)
    expect(second.decision.occasion?.kind, equals: "re_engagement")
    let candidate = scene.service.nudgeCandidate(of: other)
    expect(candidate.themes, equals: [])
  }

  @Test(
    "what a stranger should not read is not sent",
    arguments: [
      "Your divorce papers: what is first?", "Noor, which bean is first?",
      "Sertraline and Sunday: what now?",
    ])
  func lockScreen(text: String) async throws {
    let scene = try TurnScene(small: [text, text], strong: [])
    var record = try record(theme: "planting in rows")
    record.name = "Noor"
    let result = await scene.service.nudge(&record, on: today, remainingCalls: 5)
    expect(result.text, equals: nil)
    expect(record.nudges.entries.map(\.isSent), equals: [false])
  }

  @Test("an event may be asked about plainly")
  func feeling() async throws {
    let scene = try TurnScene(
      small: ["The interview tomorrow: how are you feeling about it?"], strong: [])
    var record = try record()
    let result = await scene.service.nudge(&record, on: today, remainingCalls: 5)
    expect(result.text, equals: "The interview tomorrow: how are you feeling about it?")
    expect(scene.small.text(ofRequest: 0), contains: "ask plainly how they feel about it")
  }

  // MARK: Trials

  /// A trial that began so that it ends on the day after today.
  private var access: AccessRecord {
    let start = today.adding(days: -2).unixTime + 50_000
    return AccessRecord(trial: .init(startedAt: start), updatedAt: start)
  }

  @Test("on the day before a trial ends its own text is sent, without a model")
  func trialEnding() async throws {
    for (language, words) in [
      ("en", "November 27"), ("es", "27 de noviembre"), ("de", "27. November"),
    ] {
      let scene = try TurnScene(small: [String](), strong: [])
      var record = try record()
      record.language = language
      let result = await scene.service.nudge(
        &record, on: today, remainingCalls: 0, access: access)
      expect(result.decision.occasion, equals: .trialEnding(on: today.adding(days: 1)))
      expect(result.text ?? "", contains: words)
      #expect(result.text?.count ?? 999 <= 120)
      expect(scene.small.requests.count, equals: 0)
      expect(record.nudges.entries.last?.kind, equals: "trial_ending")
      expect(record.nudges.entries.last?.time, equals: scene.time.value)
    }
  }

  @Test(
    "a period that is reported early, before it follows the trial, does not hold back the notice")
  func reportedEarly() throws {
    let end = access.updatedAt + 3 * 86_400
    for start in [end, end + 60] {
      let period = try #require(BillingPeriod(start: start, end: start + 30 * 86_400))
      let early = try access.after(.subscribed(period), at: access.updatedAt + 9)
      expect(early.trialEnd(in: .utc), equals: today.adding(days: 1))
    }
  }

  @Test("a trial that was cancelled, or in which a subscription was bought, ends without a notice")
  func noTrial() throws {
    var cancelled = access
    cancelled.trial?.cancelledAt = access.updatedAt + 9
    expect(cancelled.trialEnd(in: .utc), equals: nil)
    let period = try #require(
      BillingPeriod(start: access.updatedAt + 9, end: access.updatedAt + 30 * 86_400))
    let paid = try access.after(.subscribed(period), at: access.updatedAt + 9)
    expect(paid.trialEnd(in: .utc), equals: nil)
    expect(AccessRecord(updatedAt: 0).trialEnd(in: .utc), equals: nil)
    expect(access.trialEnd(in: .utc), equals: today.adding(days: 1))
    expect(
      access.trialEnd(in: TimeZoneRules(offset: 11 * 3_600)), equals: today.adding(days: 2))
  }

  @Test("over the cap no model is asked")
  func cap() async throws {
    let scene = try TurnScene(small: [String](), strong: [])
    var record = try record()
    let result = await scene.service.nudge(&record, on: today, remainingCalls: 0)
    expect(result.decision.reason, contains: "cap")
    expect(scene.small.requests.count, equals: 0)
  }
}
