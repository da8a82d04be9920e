import CoachAccess
import CoachEngine
import CoachModel
import CoachSafety
import CoachSignals
import Documents
import LanguageModels
import SafetyRules
import Testing
import TestKit

/// Courses of conversations with the product's own screen, prompts and texts, and what must come of them: events, texts,
/// record and counts.
@Suite("Courses of danger, from the message to the day after")
struct CrisisCourseTests {
  /// A message and what must follow.
  struct Step: Sendable {
    /// What the person writes; `nil` if the coach opens.
    var says: String?
    /// What the coach's model replies; `nil` if it is down.
    var reply: String?
    /// The kinds of events, adjacent texts as one.
    var events: [String]
    /// What the person must read, and must not.
    var reads: [String] = []
    var lacks: [String] = []
    var concern: TurnConcern.Source?
    /// Whether the message counts against the allowance.
    var counts = false
    /// Whether a new conversation begins with it, on the next day.
    var isNextDay = false
  }

  struct Course: Sendable, CustomTestStringConvertible {
    var name: String
    var region: String
    var language = "en"
    /// What the model for second opinions says: a severity, or nothing if it is down.
    var opinions: [String?] = []
    var hasPaid = true
    var steps: [Step]
    /// What the report counts.
    var referrals: Int
    var concerns: [String: Int] = [:]
    /// The categories that the record has of the day; `nil` for no day.
    var remembered: [String]?

    var testDescription: String { name }
  }

  private static let crisis = ["crisis_detected", "started", "text", "done"]
  /// With fixed lines before the model's words.
  private static let urgent = ["crisis_detected", "text", "started", "text", "done"]
  private static let ordinary = ["started", "text", "limits", "done"]
  private static let careful = ["started", "text", "help", "done"]
  private static let warm = "I'm here with you."

  static let courses = [
    Course(
      name: "English: a plain statement", region: "GB",
      steps: [
        Step(
          says: "I want to kill myself", reply: warm, events: crisis,
          reads: [warm, "116 123"], lacks: ["conversations left"])
      ], referrals: 1, remembered: ["suicidal_thoughts"]),
    Course(
      name: "Spanish: the model is down", region: "ES", language: "es",
      steps: [
        Step(
          says: "me quiero morir", reply: nil,
          events: ["crisis_detected", "started", "text", "done"],
          reads: ["Gracias por contármelo", "024"])
      ], referrals: 1, remembered: ["suicidal_thoughts"]),
    Course(
      name: "German: a man who hits, and who reads the phone", region: "DE", language: "de",
      steps: [
        Step(
          says: "mein Mann schlägt mich, und er liest mein Handy", reply: warm, events: urgent,
          reads: ["Wer dein Handy entsperren kann", "116 016"])
      ], referrals: 1, remembered: ["abuse"]),
    Course(
      name: "French: a plain statement", region: "FR", language: "fr",
      steps: [
        Step(
          says: "je veux mourir", reply: warm, events: urgent,
          reads: ["Si vous ou quelqu'un d'autre êtes en danger", "112", "3114"])
      ], referrals: 1, remembered: ["suicidal_thoughts"]),
    Course(
      name: "Polish: no second opinion can be had", region: "PL", language: "pl", opinions: [nil],
      steps: [
        Step(
          says: "nie wiem już co mam robić ze swoim życiem, wszystko jest szare", reply: warm,
          events: careful, reads: [warm, "112"], concern: .notRead, counts: true)
      ], referrals: 0, concerns: ["not_read": 1]),
    Course(
      name: "an emergency that is happening", region: "US",
      steps: [
        Step(
          says: "I just swallowed the whole bottle of pills", reply: warm, events: urgent,
          reads: ["please call 911 first", "988"]),
        Step(says: "ok", reply: warm, events: crisis, reads: [warm]),
        Step(
          says: "my sister is here now", reply: "How is it now?", events: careful,
          reads: ["988"], concern: .screen, counts: true),
      ], referrals: 2, concerns: ["screen": 1], remembered: ["suicidal_thoughts"]),
    Course(
      name: "a false alarm that is lifted", region: "GB", opinions: ["none"],
      steps: [
        Step(
          says: "I can't go on like this",
          reply: "What is the heaviest part?",
          events: ordinary, lacks: ["116 123"], counts: true)
      ], referrals: 0),
    Course(
      name: "a concern that a model confirms", region: "GB", opinions: ["high"],
      steps: [
        Step(
          says: "I can't go on like this", reply: warm, events: crisis,
          reads: [warm, "116 123"])
      ], referrals: 1, remembered: ["acute_distress"]),
    Course(
      name: "a concern that the coach confirms", region: "GB", opinions: [nil],
      steps: [
        Step(
          says: "I can't go on like this",
          reply:
            "That sounds heavy. Are you safe?\n[CONCERN]\n{\"about\": \"cannot go on\", \"severity\": \"high\"}",
          events: ["started", "text", "tag", "help", "done"],
          reads: ["Are you safe?", "116 123"], lacks: ["CONCERN", "cannot go on"], concern: .coach,
          counts: true)
      ], referrals: 0, concerns: ["coach": 1], remembered: ["suicidal_thoughts"]),
    Course(
      name: "what phrases state is not lifted, and no model is asked", region: "GB",
      opinions: ["none"],
      steps: [
        Step(says: "I want to kill myself", reply: warm, events: crisis, reads: ["116 123"])
      ], referrals: 1, remembered: ["suicidal_thoughts"]),
    Course(
      name: "at the paywall: the crisis is answered, the next message refused with help",
      region: "GB",
      hasPaid: false,
      steps: [
        Step(says: "I want to kill myself", reply: warm, events: crisis, reads: ["116 123"]),
        Step(
          says: "thank you for that", reply: nil, events: crisis, reads: ["116 123"]),
        Step(
          says: "I'll go for a walk with the dog", reply: nil, events: ["refused", "done"],
          reads: ["116 123"], concern: .screen),
      ], referrals: 2, concerns: ["screen": 1], remembered: ["suicidal_thoughts"]),
    Course(
      name: "the day after", region: "GB",
      steps: [
        Step(says: "I want to kill myself", reply: warm, events: crisis, reads: ["116 123"]),
        Step(
          says: nil, reply: "Hello. How are you today?", events: ["started", "text", "done"],
          reads: ["How are you today?"], lacks: ["conversations left", "116 123"], isNextDay: true),
        Step(
          says: "better, thank you", reply: "Good. What would you like today?", events: ordinary,
          lacks: ["116 123"], counts: true),
      ], referrals: 1, remembered: ["suicidal_thoughts"]),
  ]

  @Test("events, texts, record and counts are as written down before", arguments: courses)
  func course(_ course: Course) async throws {
    let turns = course.steps.map { step in
      step.reply.map { ScriptedModel.Turn.reply([$0]) } ?? .failure(.failed(.overloaded), after: [])
    }
    let scene = try TurnScene(small: [], strong: turns)
    scene.access.discoveryCompletedAt = 0
    if course.hasPaid {
      try scene.subscribe()
      // So few that every answer shows how many are left.
      scene.service.configuration.access = try AccessPolicy(paidLimit: 6)
    }
    (scene.person.region, scene.person.language) = (course.region, course.language)
    let opinion = NotingModel(course.opinions.map { Self.opinion($0) }, name: "opinion")
    scene.service.secondOpinion =
      course.opinions.isEmpty ? nil : CrisisSecondOpinion(ModelRoute(opinion))
    var record = PersonRecord(id: scene.person.id, salt: "salt")
    var counts = CrisisCounts()
    var day = CalendarDay(unixTime: scene.time.value)
    for (number, step) in course.steps.enumerated() {
      let name: Comment = "\(course.name), message \(number + 1)"
      if step.isNextDay {
        scene.time.value += 86_400
        day = CalendarDay(number: day.number + 1)
        scene.conversation = TurnRequest.Conversation(id: "day \(day.number)")
      }
      scene.time.value += scene.pause
      let used = scene.used
      var request = scene.request(step.says)
      request.record = record
      let played = try await scene.play(request)
      let outcome = try #require(played.outcome)
      record.take(outcome, of: request, at: scene.time.value, on: day)
      counts.add(outcome)
      #expect(played.kinds == step.events, name)
      let read =
        [played.shown, played.refusal?.text ?? "", played.failure?.text ?? ""] + played.help
      for words in step.reads { #expect(read.contains { $0.contains(words) }, "\(name): \(words)") }
      for words in step.lacks {
        #expect(!read.contains { $0.contains(words) }, "\(name): \(words)")
      }
      #expect(outcome.concern?.source == step.concern, name)
      #expect(scene.used - used == (step.counts ? 1 : 0), name)
    }
    #expect(counts.referrals == course.referrals && counts.concerns == course.concerns)
    #expect(record.crises.entries.first?.categories == course.remembered)
    #expect(record.crises.entries.count == (course.remembered == nil ? 0 : 1))
    if course.remembered != nil {
      #expect(record.nudge(on: day, remainingCalls: 9).occasion == nil)
    }
  }

  private static func opinion(_ severity: String?) -> ScriptedModel.Turn {
    guard let severity else { return .failure(.failed(.overloaded), after: []) }
    let json: JSONValue = [
      "evidence": "", "categories": [severity == "none" ? "none" : "acute_distress"],
      "severity": .string(severity), "confidence": 0.9,
    ]
    return .reply([json.text()])
  }
}
