import CoachModel
@testable import CoachSafety
import Documents
import SafetyRules
import Testing

@Suite("Combining findings into one verdict")
struct PersonaReviewTests {
  @Test("verdicts are ordered by severity")
  func order() {
    #expect(PersonaVerdict.allCases == PersonaVerdict.allCases.sorted())
    #expect(PersonaVerdict.approve < .revise && .revise < PersonaVerdict.reject)
  }

  @Test(
    "the most severe stage decides, and an unavailable one counts as 'revise'",
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

  @Test("a rule broken in three fields counts against the persona as a whole")
  func completePersona() throws {
    var persona = PersonaCases.persona("Diagnoses depression in the first talk, every time.")
    persona.tone = "The tone of a licensed psychiatrist."
    #expect(PersonaRules.builtIn.review(persona, language: "en").verdict == .revise)
    persona.personality = "Has treated thousands of patients."
    let review = PersonaRules.builtIn.review(persona, language: "en")
    #expect(review.verdict == .reject)
    let last = try #require(review.findings.last)
    #expect(last.check == .wholePersona && last.rule == .clinicalClaims)
  }

  @Test("overlapping phrases of a rule are one finding with the most severe verdict")
  func overlapping() {
    let review = PersonaCases.review(
      "Helps people to stop taking their antidepressants without a doctor.")
    let clinical = review.findings.filter { $0.rule == .clinicalClaims }
    #expect(clinical.count == 1)
    #expect(clinical.first?.verdict == .reject)
  }

  @Test("explanations are in the requested language, otherwise in English")
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

  @Test("a review as JSON has the location of each finding, and the outcome of the model")
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
