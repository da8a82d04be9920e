import CoachEngine
import CoachModel
import CoachSafety
import CoachSignals
import LanguageModels
import SafetyRules
import SourceFiles
import Testing
import TestKit

@Suite("A concern: the coach answers, is told, and help is named below")
struct ConcernTurnTests {
  private func scene(_ replies: [String], sessions: Int = 1) throws -> TurnScene {
    let scene = try TurnScene(small: [], strong: replies.map { .reply([$0]) })
    try scene.subscribe()
    scene.person.region = "GB"
    scene.service.screen = FixedScreen(words: ["grey": .suicidalThoughts])
    scene.service.secondOpinion = nil
    return scene
  }

  @Test(
    "the prompt says what was noticed, asks for one question, and names nothing else to bring up")
  func told() async throws {
    let scene = try scene(["That sounds heavy. What do you mean by grey?"])
    let played = try await scene.say("everything is grey")
    let request = scene.strong.text(ofRequest: 0)
    #expect(request.contains("may be a sign of danger: suicidal thoughts"))
    #expect(request.contains("Name dying, self-harm or violence only if they hinted at it"))
    #expect(
      played.outcome?.concern == TurnConcern(source: .screen, categories: [.suicidalThoughts]))
    #expect(played.help.count == 1 && played.help.first?.contains("116 123") == true)
    #expect(played.outcome?.isSensitive == false && played.outcome?.isCrisis == false)
    #expect(scene.used == 1)
  }

  @Test("a calm message is answered without any of it")
  func calm() async throws {
    let scene = try scene(["Good. What comes next?"])
    let played = try await scene.say("the report is done")
    #expect(!scene.strong.text(ofRequest: 0).contains("sign of danger"))
    #expect(played.outcome?.concern == nil && played.help.isEmpty)
  }

  @Test("the message after it is told that it follows on one")
  func followUp() async throws {
    let scene = try scene(["What do you mean by grey?", "How is it now?"])
    _ = try await scene.say("everything is grey")
    let played = try await scene.say("yes")
    #expect(scene.strong.text(ofRequest: 1).contains("may have been a sign of danger"))
    #expect(!scene.strong.text(ofRequest: 1).contains("in their latest message that may be"))
    #expect(played.outcome?.concern?.isFollowUp == true && played.help.count == 1)
  }

  @Test(
    "a coach that raises the alarm has the country's help under its message, and nothing is remembered"
  )
  func alarm() async throws {
    let signal = #"[CONCERN]\#n{"about": "says goodbye", "severity": "high"}"#
    let scene = try scene(["I'm glad you wrote. Are you safe?\n\(signal)"])
    let played = try await scene.say("thank you for everything")
    #expect(played.shown == "I'm glad you wrote. Are you safe?")
    #expect(
      played.outcome?.concern
        == TurnConcern(source: .coach, categories: [], severity: .high, about: "says goodbye"))
    let help = try #require(played.help.first)
    #expect(help.contains("116 123") && help.split(separator: "\n").count > 2)
    #expect(played.outcome?.isSensitive == true && played.outcome?.isCrisis == false)
    var counts = CrisisCounts()
    counts.add(try #require(played.outcome))
    #expect(counts.concerns == ["coach": 1] && counts.referrals == 0)
  }

  @Test("if the reply then broke off, help is named once")
  func alarmThatBrokeOff() async throws {
    let signal = #"[CONCERN]\#n{"about": "says goodbye", "severity": "high"}"#
    let scene = try scene([])
    scene.service.models.coaching = ModelRoute(
      ScriptedModel([
        .failure(.failed(.truncated), after: ["I'm glad you wrote. Are you safe?\n\(signal)\n"])
      ]))
    let played = try await scene.say("thank you for everything")
    #expect(played.outcome?.concern?.source == .coach && played.failure?.code == .interrupted)
    #expect(played.help.count == 1 && played.help.first?.contains("116 123") == true)
    #expect(played.failure?.text.contains("116 123") == false)
  }

  @Test(
    "a signal that breaks its contract raises the alarm, too",
    arguments: ["", "{}", #"{"about": 3}"#])
  func broken(payload: String) async throws {
    let scene = try scene(["I'm glad you wrote.\n[CONCERN]\n\(payload)"])
    let played = try await scene.say("thank you for everything")
    #expect(played.shown == "I'm glad you wrote.")
    #expect(
      played.outcome?.concern == TurnConcern(source: .coach, categories: [], severity: .moderate))
    #expect(played.help.count == 1 && played.outcome?.isSensitive == true)
  }

  @Test("an outcome with a concern can be stored and read")
  func stored() async throws {
    let scene = try scene([
      "Are you safe?\n[CONCERN]\n{\"about\": \"x\", \"severity\": \"imminent\"}"
    ])
    let outcome = try #require(try await scene.say("everything is grey").outcome)
    #expect(
      outcome.concern?.severity == .imminent && outcome.concern?.categories == [.suicidalThoughts])
    try expect(TurnOutcome(json: outcome.json), equals: outcome)
  }
}

@Suite("Help that fits: the language, a child, a phone that is read, the day after")
struct FittingHelpTests {
  private func scene(
    _ replies: [ScriptedModel.Turn], region: String? = "GB"
  ) throws -> TurnScene {
    let scene = try TurnScene(small: [], strong: replies)
    try scene.subscribe()
    scene.person.region = region
    return scene
  }

  @Test(
    "a statement in French is answered with the French emergency line first, with or without a model"
  )
  func french() async throws {
    for turn in [
      ScriptedModel.Turn.reply(["Je suis là."]), .failure(.failed(.overloaded), after: []),
    ] {
      let scene = try scene([turn], region: "FR")
      let played = try await scene.say("je veux mourir")
      #expect(played.outcome?.route == .crisis)
      #expect(played.shown.hasPrefix("Si vous ou quelqu'un d'autre êtes en danger"))
      #expect(played.shown.contains("112") && played.shown.contains("3114"))
    }
  }

  @Test(
    "what nobody can read is answered with a line of help in its language, also if the model is down"
  )
  func unread() async throws {
    let scene = try scene(
      [.reply(["Dis-moi plus."]), .failure(.failed(.overloaded), after: [])], region: "FR")
    let text = "je n'en peux vraiment plus de tout ce qui se passe en ce moment"
    let played = try await scene.say(text)
    #expect(played.outcome?.concern?.source == .notRead)
    #expect(played.help.first?.hasPrefix("Si vous ou quelqu'un d'autre êtes en danger") == true)
    #expect(played.help.first?.contains("112") == true)
    let failed = try await scene.say(text)
    #expect(failed.failure?.text.contains("3114") == true)
  }

  @Test("a child gets the children's line, whatever was said first, and the model is told")
  func child() async throws {
    let scene = try scene([.reply(["I'm glad you told me."]), .reply(["I'm here."])])
    scene.keepsConversation = true
    _ = try await scene.say("hi, I am 13 and in year 8")
    let played = try await scene.say("I want to die")
    #expect(played.outcome?.safety?.circumstances == [.child])
    #expect(played.shown.contains("0800 1111") && !played.shown.contains("0808 800 5000"))
    #expect(scene.strong.text(ofRequest: 1).contains("They are a child or a teenager"))
  }

  @Test("somebody whose phone is read is told first who may read this")
  func watched() async throws {
    let scene = try scene([.reply(["That is not your fault."])], region: "DE")
    let played = try await scene.say("he reads my phone and he hits me")
    #expect(played.outcome?.safety?.circumstances == [.watched])
    #expect(played.shown.hasPrefix("Anyone who opens your phone can read this chat"))
    #expect(played.shown.contains("116 016"))
    // One line is enough to start with: the names of more would tell what the person wrote about.
    #expect(!played.shown.contains("0800 111 0 111") && !played.shown.contains("day and night"))
  }

  @Test(
    "a person whom the app knows to be a minor is answered as a child, and sees a children's line first"
  )
  func knownMinor() async throws {
    let scene = try scene([.reply(["I'm glad you told me."])])
    scene.person.ageGroup = .minor
    let played = try await scene.say("I want to die")
    #expect(played.shown.contains("0800 1111"))
    #expect(scene.strong.text(ofRequest: 0).contains("They are a child or a teenager"))
  }

  @Test("the model is told what was shown, and does not say it again")
  func twice() async throws {
    let again = "If you or someone else is in danger right now, please call 999 first. I'm here."
    let scene = try scene([.reply([again])])
    let played = try await scene.say("I just swallowed the whole bottle of pills")
    #expect(played.outcome?.safety?.severity == .imminent)
    let count = played.shown.ranges(of: "please call 999 first").count
    #expect(count == 1 && played.shown.contains("I'm here."))
    #expect(
      scene.strong.text(ofRequest: 0).contains("<shown>\nIf you or someone else is in danger"))
  }

  @Test("a crisis reply with a sentence that had to go ends with the fixed text")
  func spoilt() async throws {
    let scene = try scene([.reply(["Thank you. You have depression. Stay."])])
    let played = try await scene.say("I want to die")
    #expect(!played.shown.contains("depression") && !played.shown.contains("Stay."))
    #expect(played.shown.contains("Thank you for telling me") && played.shown.contains("116 123"))
  }

  @Test(
    "the day is kept without a word, the next opening asks how things are, and no count is shown")
  func dayAfter() async throws {
    let scene = try scene([
      .reply(["I'm here."]), .reply(["Hello. How are you today?"]), .reply(["Good."]),
    ])
    var record = PersonRecord(id: scene.person.id, salt: "salt")
    let today = CalendarDay(number: 20_776)
    let request = scene.request("I want to die")
    let outcome = try #require(try await scene.play(request).outcome)
    record.take(outcome, of: request, at: scene.time.value, on: today)
    #expect(record.crises.entries.map(\.categories) == [["suicidal_thoughts"]])
    #expect(!record.crises.entries.description.contains("die"))

    scene.conversation = TurnRequest.Conversation(id: "next")
    var opening = scene.request(nil)
    opening.record = record
    let played = try await scene.play(opening)
    #expect(scene.strong.text(ofRequest: 1).contains("ask how they are today"))
    #expect(!played.kinds.contains("limits"))
    record.take(try #require(played.outcome), of: opening, at: scene.time.value, on: today)
    #expect(!record.crises.isPending)
  }
}

/// A screen for which words are a concern, so that no test depends on the rules.
private struct FixedScreen: CrisisScreening {
  var words: [String: CrisisCategory]

  func assess(_ message: String, history: [Message]) -> SafetyAssessment? { nil }

  func examine(_ message: String, history: [Message]) -> ScreeningReport {
    var report = ScreeningReport()
    let earlier = history.map(\.text).joined()
    let found = words.first { message.contains($0.key) }
    guard let (_, category) = found ?? words.first(where: { earlier.contains($0.key) }) else {
      return report
    }
    report.verdict = .concern
    report.suspicion = SafetyAssessment(
      categories: [category], severity: .moderate,
      evidence: SafetyAssessment.Evidence(text: "", range: 0..<0),
      isFollowUp: found == nil, stage: .linguisticScreen)
    return report
  }
}
