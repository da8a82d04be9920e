import CoachModel
@testable import CoachSafety
import Documents
import SafetyRules
import SourceFiles
import Testing

/// A screen for talk of fruit, with strengths in parts of the threshold.
private func fruitScreen() throws -> CrisisScreen {
  let concepts: [(id: String, share: Double, category: String, severity: String, subject: String)] =
    [
      ("whole", 1, "suicidal_thoughts", "high", "self"),
      ("gravest", 1.5, "abuse", "imminent", "self"),
      ("half", 0.5, "self_harm", "imminent", "self"),
      ("another", 0.5, "acute_distress", "high", "self"),
      ("tiny", 0.1, "abuse", "moderate", "self"),
      ("theirs", 1, "abuse", "high", "other"),
      ("foreign", 0.5, "suicidal_thoughts", "high", "other"),
    ]
  let files = concepts.map { concept in
    SourceFile(
      path: "\(concept.id).yaml",
      text: """
        concept: \(concept.id)
        about: Fruit.
        category: \(concept.category)
        severity: \(concept.severity)
        strength: \(concept.share * CrisisScreen.threshold)
        subject: \(concept.subject)
        phrases: {en: [\(concept.id) fruit]}
        """)
  }
  return try CrisisScreen(
    ScreeningFiles(
      vocabulary: SourceFile(path: "vocabulary.yaml", text: FruitLexicon.vocabulary),
      groups: SourceFile(path: "groups.yaml", text: FruitLexicon.groups), concepts: files,
      cues: [
        SourceFile(path: "no.yaml", text: FruitLexicon.cue("negation", factor: "0", hears: "not"))
      ]))
}

/// Earlier messages of the person, oldest first, with the coach's replies between them.
private func session(_ messages: String...) -> [Message] {
  messages.flatMap { [Message(.user, $0), Message(.assistant, "whole fruit")] }
}

@Suite("Adding up signs in a message")
struct MessageWeightTests {
  private let screen: CrisisScreen

  init() throws {
    screen = try fruitScreen()
  }

  private func assess(_ text: String) -> SafetyAssessment? { screen.assess(text, history: []) }

  @Test("sums of tenths are exact")
  func rounding() {
    for sum in [0.7 + 0.1, 0.3 + 0.35 + 0.15] { #expect(CrisisScreen.isEnough(sum)) }
    #expect(!CrisisScreen.isEnough(0.79))
  }

  @Test("a sign that suffices alone keeps its severity")
  func single() {
    let assessment = assess("I eat whole fruit")
    #expect(assessment?.severity == .high && assessment?.categories == [.suicidalThoughts])
    #expect(assessment?.subject == .writer && assessment?.stage == .linguisticScreen)
    #expect(assessment?.evidence.text == "whole fruit" && assessment?.evidence.range == 6..<17)
  }

  @Test("several weak signs add up to moderate, and the strongest is quoted")
  func together() {
    #expect(assess("half fruit") == nil && assess("half fruit, tiny fruit") == nil)
    let both = assess("tiny fruit, half fruit and another fruit")
    #expect(both?.severity == .moderate)
    #expect(both?.categories == [.selfHarm, .abuse, .acuteDistress])
    #expect(both?.evidence.text.hasSuffix("fruit") == true && both?.evidence.text != "tiny fruit")
  }

  @Test("a sign that suffices alone decides, regardless of weak ones")
  func weakBeside() {
    let assessment = assess("half fruit, whole fruit, tiny fruit")
    #expect(assessment?.categories == [.suicidalThoughts])
    #expect(assessment?.severity == .high && assessment?.evidence.text == "whole fruit")
  }

  @Test("of several sufficient signs the most severe decides, and all are listed")
  func gravest() {
    let assessment = assess("gravest fruit, whole fruit")
    #expect(assessment?.categories == [.suicidalThoughts, .abuse])
    #expect(assessment?.severity == .imminent && assessment?.evidence.text == "gravest fruit")
  }

  @Test("a concept counts once, with its strongest mention")
  func once() {
    let report = screen.examine("half fruit, half fruit. not half fruit", history: [])
    #expect(report.assessment == nil)
    #expect(report.weight == 0.5 * CrisisScreen.threshold)
    #expect(report.signs.count == 3)
  }

  @Test("danger to others adds up separately, and ranks after the writer's")
  func subjects() {
    let theirs = assess("theirs fruit")
    #expect(theirs?.subject == .someoneElse && theirs?.severity == .high)
    #expect(assess("foreign fruit, half fruit") == nil)
    let both = assess("theirs fruit. whole fruit")
    #expect(both?.subject == .writer && both?.categories == [.suicidalThoughts])
    #expect(both?.evidence.text == "whole fruit")
    #expect(screen.examine("theirs fruit", history: []).weight == 0)
  }

  @Test("a mention reduced to zero is reported and adds nothing")
  func denied() {
    let report = screen.examine("not whole fruit, tiny fruit", history: [])
    #expect(report.assessment == nil)
    #expect(report.signs.map(\.concept) == ["whole", "tiny"])
    #expect(report.signs.map(\.cues) == [[.negation], []])
    #expect(report.signs.first?.strength == 0)
    #expect(report.weight == report.signs.last?.strength)
  }

  @Test("a report can be written as JSON")
  func json() throws {
    let report = screen.examine("ok, not whole fruit. half fruit", history: session("half fruit"))
    let half = 0.5 * CrisisScreen.threshold
    #expect(
      report.json == [
        "flagged": false, "verdict": "concern", "weight": .number(half),
        "carried_weight": .number(half * CrisisScreen.decay), "estimate": .null,
        "assessment": .null,
        "signs": [
          [
            "concept": "whole", "category": "suicidal_thoughts", "severity": "high",
            "subject": "writer", "strength": .number(0), "cues": ["negation"],
            "evidence": ["text": "whole fruit", "start": 8, "end": 19, "messages_back": 0],
          ],
          [
            "concept": "half", "category": "self_harm", "severity": "imminent",
            "subject": "writer", "strength": .number(half), "cues": [],
            "evidence": ["text": "half fruit", "start": 21, "end": 31, "messages_back": 0],
          ],
        ],
      ])
    let flagged = screen.examine("whole fruit", history: [])
    #expect(flagged.json["flagged"]?.bool == true)
    #expect(flagged.json["assessment"] == flagged.assessment?.json)
    #expect(flagged.json["carried_weight"]?.number == 0)
  }
}

@Suite("The verdicts of a screen")
struct ScreeningVerdictTests {
  @Test("a verdict has one word, and those of older outcomes are read")
  func words() {
    for verdict in ScreeningVerdict.allCases {
      #expect(ScreeningVerdict(rawValue: verdict.rawValue) == verdict)
    }
    #expect(ScreeningVerdict(rawValue: "flagged") == .crisis)
    #expect(ScreeningVerdict(rawValue: "unsure") == .concern)
    #expect(ScreeningVerdict(rawValue: "odd") == nil)
    #expect(ScreeningVerdict.allCases.filter(\.isInDoubt) == [.concern, .notRead])
  }
}

@Suite("Adding up signs over a session")
struct SessionWeightTests {
  private let screen: CrisisScreen
  private let half = 0.5 * CrisisScreen.threshold

  init() throws {
    screen = try fruitScreen()
  }

  private func isNear(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-9 }

  @Test("earlier messages weigh less with each message")
  func decay() {
    let report = screen.examine(
      "half fruit", history: session("half fruit", "tiny fruit", "hello"))
    let decay = CrisisScreen.decay
    let carried =
      half * decay * decay * decay + 0.1 * CrisisScreen.threshold * decay * decay
    #expect(isNear(report.weight, half) && isNear(report.carriedWeight, carried))
  }

  @Test("several messages together are flagged as moderate, with the last one's evidence")
  func sum() {
    #expect(screen.assess("half fruit", history: session("half fruit")) == nil)
    let text = "now another fruit"
    let assessment = screen.assess(text, history: session("half fruit", "half fruit"))
    #expect(assessment?.severity == .moderate && assessment?.categories == [.acuteDistress])
    #expect(assessment?.isFollowUp == false && assessment?.evidence.messagesBack == 0)
    #expect(assessment?.evidence.text == "another fruit")
  }

  @Test("a calm message adds nothing to earlier ones")
  func calm() {
    let history = session("half fruit", "half fruit", "half fruit")
    for text in ["thanks", "tiny fruit", "not half fruit"] {
      let report = screen.examine(text, history: history)
      #expect(report.assessment == nil && report.carriedWeight == 0)
    }
  }

  @Test("only the last messages are carried over")
  func reach() {
    func carried(_ calm: Int) -> Double {
      let messages = ["half fruit"] + Array(repeating: "hello", count: calm)
      let history = messages.flatMap { [Message(.user, $0), Message(.assistant, "I see.")] }
      return screen.examine("half fruit", history: history).carriedWeight
    }
    #expect(carried(CrisisScreen.carriedMessages - 1) > 0)
    #expect(carried(CrisisScreen.carriedMessages) == 0)
  }

  @Test("the coach's messages and danger to others are not carried over")
  func others() {
    let history = [
      Message(.assistant, "half fruit"), Message(.system, "half fruit"),
      Message(.user, "foreign fruit"), Message(.assistant, "half fruit"),
    ]
    #expect(screen.examine("half fruit", history: history).carriedWeight == 0)
  }

  @Test("a message that suffices alone does not use the session")
  func itself() {
    let report = screen.examine("whole fruit", history: session("gravest fruit"))
    #expect(report.carriedWeight == 0 && report.assessment?.severity == .high)
    #expect(report.assessment?.isFollowUp == false)
  }

  @Test("a later session starts from zero")
  func later() {
    #expect(screen.examine("half fruit", history: []).carriedWeight == 0)
    #expect(screen.assess("thanks", history: []) == nil)
  }
}

@Suite("Follow-ups to a flagged message")
struct FollowUpTests {
  private let screen: CrisisScreen

  init() throws {
    screen = try fruitScreen()
  }

  @Test("a calm follow-up is moderate, regardless of the earlier severity, and has a position")
  func last() throws {
    let grave = "My day was long. Ähm, gravest fruit tonight"
    let assessment = try #require(
      screen.assess("ok thanks", history: session("hello", grave)))
    #expect(assessment.isFollowUp && assessment.severity == .moderate)
    #expect(assessment.categories == [.abuse] && assessment.stage == .linguisticScreen)
    #expect(assessment.evidence.messagesBack == 1)
    #expect(
      String(decoding: Array(grave.utf8)[assessment.evidence.range], as: UTF8.self)
        == "gravest fruit")
  }

  @Test("later messages of the session are a concern, as far back as the screen looks")
  func reach() {
    for calm in 1..<CrisisScreen.carriedMessages {
      let history = ["whole fruit"] + Array(repeating: "hello", count: calm)
      let report = screen.examine(
        "let us go on with something else then",
        history: history.flatMap { [Message(.user, $0), Message(.assistant, "I see.")] })
      #expect(report.assessment == nil && report.verdict == .concern)
      #expect(report.suspicion?.isFollowUp == true)
      #expect(report.suspicion?.evidence.messagesBack == calm + 1)
    }
    let far = ["whole fruit"] + Array(repeating: "hello", count: CrisisScreen.carriedMessages)
    let report = screen.examine("ok", history: far.map { Message(.user, $0) })
    #expect(report.verdict == .calm && report.suspicion == nil)
  }

  @Test("a short answer to a concern is one, too; a longer message speaks for itself")
  func answers() {
    let (screen, concern) = (CrisisScreen.builtIn, "i hate existing")
    #expect(screen.examine(concern, history: []).verdict == .concern)
    let answer = screen.examine("yes", history: session(concern))
    #expect(answer.verdict == .concern && answer.assessment == nil)
    #expect(answer.suspicion?.isFollowUp == true && answer.suspicion?.evidence.messagesBack == 1)
    let other = "no, I meant the apples that we bought on Sunday"
    #expect(screen.examine(other, history: session(concern)).verdict == .calm)
    #expect(screen.examine("yes", history: session(concern, other)).verdict == .calm)
  }

  @Test("the nearest flagged message sets the category")
  func nearest() {
    let assessment = screen.assess("ok", history: session("gravest fruit", "whole fruit"))
    #expect(assessment?.categories == [.suicidalThoughts])
    #expect(assessment?.evidence.messagesBack == 1)
  }

  @Test("a message with insufficient signs can be a follow-up, too")
  func signs() {
    // Too weak for what was said before to count.
    let assessment = screen.assess("tiny fruit", history: session("hello", "whole fruit"))
    #expect(assessment?.isFollowUp == true && assessment?.categories == [.suicidalThoughts])
  }

  @Test("a follow-up to danger to others is about them")
  func someoneElse() {
    let assessment = screen.assess("ok", history: session("theirs fruit"))
    #expect(assessment?.isFollowUp == true && assessment?.subject == .someoneElse)
  }

  @Test("the coach's messages and the instructions do not count")
  func others() {
    let history = [Message(.assistant, "whole fruit"), Message(.system, "whole fruit")]
    #expect(screen.assess("ok", history: history) == nil)
  }

  @Test("insufficient signs have no follow-up")
  func weak() {
    #expect(screen.assess("ok", history: session("half fruit", "half fruit")) == nil)
    #expect(screen.assess("ok", history: []) == nil)
  }

  @Test("messages that were flagged by their sum have no follow-up")
  func sum() {
    let history = session("half fruit", "half fruit", "another fruit")
    #expect(screen.assess("ok", history: history) == nil)
  }

  @Test("the rules hold for realistic messages")
  func builtIn() {
    let history = [
      Message(.user, "I'm going to kill myself tonight"), Message(.assistant, "I am here."),
    ]
    let assessment = CrisisScreen.builtIn.assess("What should I cook?", history: history)
    #expect(assessment?.isFollowUp == true && assessment?.severity == .moderate)
    let itself = CrisisScreen.builtIn.assess("I want to die", history: history)
    #expect(itself?.isFollowUp == false && itself?.severity == .high)
  }
}
