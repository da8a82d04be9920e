import CoachModel
@testable import CoachSafety
import JSON
@testable import PersonaReview
import SafetyRules
import Testing

@Suite("A review joins what was found into one verdict")
struct PersonaReviewTests {
  @Test("verdicts are in the order of their weight")
  func order() {
    #expect(PersonaVerdict.allCases == PersonaVerdict.allCases.sorted())
    #expect(PersonaVerdict.approve < .revise && .revise < PersonaVerdict.reject)
  }

  @Test(
    "the gravest stage decides, and one that could not look counts as 'revise'",
    arguments: [
      ([.verdict(.approve)], .approve),
      ([.verdict(.approve), .verdict(.approve)], .approve),
      ([.verdict(.approve), .verdict(.reject)], .reject),
      ([.verdict(.reject), .verdict(.approve)], .reject),
      ([.verdict(.approve), .unavailable("down")], .revise),
      ([.verdict(.reject), .unavailable("down")], .reject),
      ([.unavailable("broken")], .revise),
      ([], .revise),
    ] as [([PersonaReview.Outcome], PersonaVerdict)])
  func joined(outcomes: [PersonaReview.Outcome], verdict: PersonaVerdict) {
    let names: [PersonaReview.StageName] = [.rules, .model]
    let stages = zip(names, outcomes).map { PersonaReview.Stage($0, $1) }
    #expect(PersonaReview(findings: [], stages: stages).verdict == verdict)
  }

  @Test("rules that cannot be read approve nothing")
  func unreadable() {
    let rules = PersonaRules(problem: "no file")
    let review = rules.review(PersonaCases.persona("Asks and waits."), language: "en")
    #expect(review.verdict == .revise)
    #expect(review.stages == [.init(.rules, .unavailable("no file"))])
  }

  @Test("one rule broken in three fields is what the persona is built on")
  func whole() throws {
    var persona = PersonaCases.persona("Diagnoses depression in the first talk, every time.")
    persona.tone = "The tone of a licensed psychiatrist."
    #expect(PersonaRules.builtIn.review(persona, language: "en").verdict == .revise)
    persona.personality = "Has treated thousands of patients."
    let review = PersonaRules.builtIn.review(persona, language: "en")
    #expect(review.verdict == .reject)
    let last = try #require(review.findings.last)
    #expect(last.check == .wholePersona && last.rule == .clinicalClaims)
  }

  @Test("overlapping phrases of a rule are one finding, as grave as the gravest")
  func overlapping() {
    let review = PersonaCases.review(
      "Helps people to stop taking their antidepressants without a doctor.")
    let clinical = review.findings.filter { $0.rule == .clinicalClaims }
    #expect(clinical.count == 1)
    #expect(clinical.first?.verdict == .reject)
  }

  @Test("explanations are in the language that was asked for, otherwise in English")
  func languages() {
    let persona = PersonaCases.persona("Flirts with the person, and more.")
    func words(_ language: String) -> String? {
      PersonaRules.builtIn.review(persona, language: language).findings.first?.explanation
    }
    #expect(words("es-MX")?.hasPrefix("Quien habla") == true)
    #expect(words("de")?.hasPrefix("Wer mit") == true)
    #expect(words("fr") == words("en") && words("en")?.hasPrefix("People come") == true)
  }

  @Test("the same text gets the same review")
  func deterministic() {
    let persona = PersonaCases.persona(
      "Insults people, heals depression, and asks for secrecy from parents.")
    let first = PersonaRules.builtIn.review(persona, language: "en")
    for _ in 0..<20 { #expect(PersonaRules.builtIn.review(persona, language: "en") == first) }
    #expect(first.findings.count > 1)
    #expect(
      first.findings.map(\.range.lowerBound) == first.findings.map(\.range.lowerBound).sorted())
  }

  @Test("a review as data names the place of each finding, and what became of the model")
  func json() {
    let json = PersonaCases.review("Flirts with the person, and more.").json
    #expect(json["verdict"] == "reject" && json["model_verdict"] == "not_asked")
    let finding = json["findings"]?.array?.first
    #expect(finding?["rule"] == "sexual_content" && finding?["field"] == "methodology")
    #expect(finding?["quote"] == "Flirts with the person")
    #expect(finding?["start"] == 0 && finding?["end"] == 22 && finding?["check"] == nil)
    let down = PersonaReview(
      findings: [],
      stages: [
        .init(.rules, .verdict(.approve)),
        .init(.model, .unavailable("it slept"), notes: ["a note"]),
      ])
    #expect(down.json["model_verdict"] == "unavailable")
    #expect(down.json["stages"]?.array?.last?["why"] == "it slept")
    #expect(down.json["stages"]?.array?.last?["notes"] == ["a note"])
  }
}

@Suite("A quotation is looked for as people quote")
struct QuotedPassageTests {
  private static let text = "Calm — “never\n  cruel” — and it’s [honest]. Never cruel, again."

  @Test(
    "it stands there",
    arguments: [
      ("never cruel", "never\n  cruel"), ("\"Never cruel\"", "never\n  cruel"),
      ("it's (honest)", "it’s [honest]"),
      ("Calm ... honest", "Calm — “never\n  cruel” — and it’s [honest"), ("honest…", "honest"),
    ])
  func found(quote: String, passage: String) throws {
    let range = try #require(QuotedPassage.range(of: quote, in: Self.text))
    #expect(String(decoding: Array(Self.text.utf8)[range], as: UTF8.self) == passage)
  }

  @Test(
    "it does not",
    arguments: ["", "...", "a", "is", "never kind", "cruel … calm", "nevercruel", "honestly"])
  func missing(quote: String) {
    #expect(QuotedPassage.range(of: quote, in: Self.text) == nil)
  }

  @Test("a short quotation has to be all of the text")
  func short() {
    #expect(QuotedPassage.range(of: "“Bo”", in: "Bo") == 0..<2)
    #expect(QuotedPassage.range(of: "Bo", in: "Bobby") == nil)
  }

  @Test("all places are found")
  func all() {
    #expect(QuotedPassage.ranges(of: "never cruel", in: Self.text).count == 2)
  }
}
