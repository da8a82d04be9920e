import CoachModel
import CoachSafety
import Documents
import SafetyRules
import Synchronization
import Testing

@Suite("The way of a persona to the people who use it")
struct PersonaWorkflowTests {
  private let workflow = PersonaWorkflow()

  private func review(
    rules: PersonaVerdict, model: PersonaReview.Outcome? = nil
  ) -> PersonaReview {
    PersonaReview(
      findings: [],
      stages: [.init(.rules, .verdict(rules))] + (model.map { [.init(.model, $0)] } ?? []))
  }

  private func persona(_ status: PersonaStatus?) -> Persona {
    var persona = PersonaPolicyTests.good
    (persona.id, persona.creator, persona.status) = ("p-7", "ana", status)
    return persona
  }

  private func code(_ step: () throws -> Persona) -> PersonaStepError.Code? {
    #expect(throws: PersonaStepError.self) { try step() }?.code
  }

  @Test("the status follows from the gravest verdict, and rules alone approve nothing")
  func submitted() throws {
    let cases: [(PersonaReview, PersonaStatus)] = [
      (review(rules: .approve), .inReview),
      (review(rules: .approve, model: .verdict(.approve)), .approved),
      (review(rules: .approve, model: .verdict(.revise)), .inReview),
      (review(rules: .approve, model: .verdict(.reject)), .rejected),
      (review(rules: .approve, model: .unavailable("down")), .inReview),
      (review(rules: .revise, model: .verdict(.approve)), .inReview),
      (review(rules: .reject, model: .verdict(.approve)), .rejected),
      (PersonaReview(findings: [], stages: []), .inReview),
    ]
    for (review, status) in cases {
      #expect(workflow.status(after: review) == status)
      try #expect(workflow.submit(persona(.draft), reviewed: review).status == status)
      try #expect(workflow.submit(persona(nil), reviewed: review).status == status)
    }
    #expect(
      PersonaWorkflow(approvesByRulesAlone: true).status(after: review(rules: .approve))
        == .approved)
  }

  @Test("a rejection by the rules tells the creator what to change")
  func reason() throws {
    let bad = PersonaPolicyTests.bad
    let rejected = try workflow.submit(
      bad, reviewed: PersonaRules.builtIn.review(bad, language: "en"))
    #expect(rejected.status == .rejected && rejected.statusReason?.isEmpty == false)
  }

  @Test("an operator approves or rejects what was submitted, and takes back either")
  func decided() throws {
    let waiting = persona(.inReview)
    let approved = try workflow.approve(waiting)
    #expect(approved.status == .approved && approved.statusReason == nil)
    let rejected = try workflow.reject(approved, because: "It promises cures.")
    #expect(rejected.status == .rejected && rejected.statusReason == "It promises cures.")
    try #expect(workflow.approve(rejected) == approved)
    #expect(approved.id == "p-7" && approved.creator == "ana")
  }

  @Test("steps that do not fit the status are errors that name what to do")
  func unfitting() {
    for status in [PersonaStatus.inReview, .approved, .rejected] {
      #expect(
        code { try workflow.submit(persona(status), reviewed: review(rules: .approve)) }
          == .notDraft)
    }
    for status in [PersonaStatus.draft, nil] {
      #expect(code { try workflow.approve(persona(status)) } == .notReviewed)
      #expect(code { try workflow.reject(persona(status), because: "No.") } == .notReviewed)
    }
    #expect(code { try workflow.reject(persona(.inReview), because: " \n") } == .noReason)
  }

  @Test("nobody approves what no turn would take")
  func byRules() {
    var bad = PersonaPolicyTests.bad
    bad.status = .inReview
    #expect(code { try workflow.approve(bad) } == .rejectedByRules)
  }

  @Test("an edit makes a draft that keeps id, creator and code; without a change all stays")
  func edited() {
    var shared = persona(.approved)
    shared.shareCode = "k7rm2wxd"
    var texts = PersonaPolicyTests.good
    texts.tone = "Dry."
    // What else the texts bring with them is not believed.
    (texts.id, texts.creator, texts.status, texts.shareCode) = ("p-1", "eve", .approved, "x")
    let edited = workflow.edit(shared, to: texts)
    #expect(edited.status == .draft && edited.tone == "Dry.")
    #expect(edited.id == "p-7" && edited.creator == "ana" && edited.shareCode == "k7rm2wxd")
    #expect(workflow.edit(shared, to: PersonaPolicyTests.good) == shared)
  }

  @Test("an approved persona is shared under a code that is not taken, and keeps it")
  func shared() async throws {
    let numbers = Mutex(UInt64(0))
    func random() -> UInt64 {
      numbers.withLock { number in
        number += 1
        return number
      }
    }
    let taken = ShareCode { 0 }.text
    let asked = Mutex([String]())
    let first = try await workflow.share(persona(.approved), random: random) { code in
      asked.withLock { asked in
        asked.append(code)
        return asked.count < 3
      }
    }
    #expect(first.shareCode == asked.withLock { $0.last } && asked.withLock { $0.count } == 3)
    let again = try await workflow.share(first, random: random) { _ in true }
    #expect(again == first)
    let error = await #expect(throws: PersonaStepError.self) {
      try await workflow.share(persona(.approved), random: { 0 }) { $0 == taken }
    }
    #expect(error?.code == .noFreeCode)
    let early = await #expect(throws: PersonaStepError.self) {
      try await workflow.share(persona(.inReview), random: random) { _ in false }
    }
    #expect(early?.code == .notApproved)
  }

  @Test("a persona of an older program, and one with everything, can be stored")
  func stored() throws {
    let old = try Persona(json: PersonaPolicyTests.good.json)
    #expect(old == PersonaPolicyTests.good && old.status == nil)
    var full = persona(.inReview)
    (full.statusReason, full.shareCode) = ("Wait.", "k7rm2wxd")
    try #expect(Persona(json: full.json) == full)
    #expect(full.json["status"] == "in_review" && full.json["share_code"] == "k7rm2wxd")
  }
}

@Suite("Codes of shared personas")
struct ShareCodeTests {
  @Test("a code has eight signs, none of which is mistaken for another")
  func signs() {
    var state = UInt64(7)
    for _ in 0..<500 {
      let code = ShareCode {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 3
      }
      #expect(code.text.count == 8)
      #expect(code.text.allSatisfy { !"01ilouae".contains($0) })
      #expect(ShareCode(reading: code.text) == code)
    }
  }

  @Test("equal numbers give equal codes, and a source of one number does not hang")
  func repeated() {
    #expect(ShareCode { 5 } == ShareCode { 5 })
    #expect(ShareCode { .max }.text.count == 8)
  }

  @Test(
    "it is read as people type and paste it",
    arguments: [
      "k7rm2wxd", "K7RM2WXD", "k7rm-2wxd", "k7rm 2wxd", "https://coachapp.ai/c/k7rm2wxd",
      "https://coachapp.ai/c/K7RM2WXD/?utm=x", "coachapp.ai/c/k7rm2wxd#top",
    ])
  func read(text: String) {
    #expect(ShareCode(reading: text)?.text == "k7rm2wxd")
  }

  @Test(
    "what is no code is none",
    arguments: ["", "k7rm2wx", "k7rm2wxdd", "k7rm2wx0", "k7rm2wxé", "/", "c/k7rm2wxd/other"])
  func unread(text: String) {
    #expect(ShareCode(reading: text) == nil)
  }

  @Test("its link is that of the template")
  func link() throws {
    let code = try #require(ShareCode(reading: "k7rm2wxd"))
    #expect(code.link(in: "https://coachapp.ai/c/{code}") == "https://coachapp.ai/c/k7rm2wxd")
    #expect(code.link(in: "https://coachapp.ai/c/") == nil)
  }
}
