import CoachModel
import Documents
import TestKit
import Testing

@testable import CoachSignals

@Suite("The style of a person, as inferred and as they set it")
struct StyleProfileTests {
  private let direct = StylePreference(directExploratory: -0.8)
  private let brief = StylePreference(briefDetailed: -0.8)
  private let gentle = StylePreference(challengingSupportive: 0.9)
  /// A domain whose own style is the opposite of what many people like.
  private let domain = StylePreference(
    directExploratory: 0.6, briefDetailed: 0.5, actionReflective: 0.7)

  /// Answers to action that are deeper than those to reflection; nothing else differs.
  private func evidence(in domain: String? = "career") -> StyleEvidence {
    StyleEvidence(
      (0..<40).map { number in
        number.isMultiple(of: 2)
          ? StyleEvidence.Exchange(
            reply: "What is the next step this week?",
            answer: String(repeating: "one more word ", count: 12), domain: domain)
          : StyleEvidence.Exchange(
            reply: "What does it mean to you underneath?", answer: "Not much.", domain: domain)
      }, language: "en")
  }

  private func inferred() -> StyleProfile {
    var style = StyleProfile()
    style.infer(from: evidence(), sessions: 5)
    return style
  }

  @Test(
    "before anything is known the domain's style guides, afterwards a dimension without evidence is balanced"
  )
  func unknownDimensions() throws {
    expect(StyleProfile().preference(in: "life", default: domain), equals: domain)
    let known = try #require(inferred().preference(in: "life", default: domain))
    #expect(known.actionReflective < -StylePreference.neutralBand)
    expect(known.directExploratory, equals: 0)
    let neutral = StylePreference.neutralBand
    #expect(abs(known.challengingSupportive) < neutral && known.guidance.count <= 2)
    #expect(!known.guidance.contains { $0.contains("widening circles") || $0.contains("meaning") })
    // A chosen style is never filled either.
    var chosen = inferred()
    chosen.choose(brief)
    expect(chosen.preference(in: "life", default: domain), equals: brief)
  }

  @Test("without any evidence nothing is inferred, and the domain's style goes on guiding")
  func noEvidence() {
    var style = StyleProfile()
    style.infer(from: StyleEvidence(), sessions: 5)
    expect(style.preference(in: "career", default: domain), equals: domain)
    #expect(!style.isDue(sessions: 9) && style.isDue(sessions: 10))
  }

  @Test("a choice for a domain wins there over the general one, and both over what is inferred")
  func overrides() {
    var style = inferred()
    style.choose(gentle, in: "career")
    expect(style.preference(in: "career", default: domain), equals: gentle)
    #expect(style.preference(in: "life", default: domain) == style.inferred)
    style.choose(direct)
    expect(style.preference(in: "career", default: domain), equals: gentle)
    expect(style.preference(in: "life", default: domain), equals: direct)
    expect(style.preference(in: nil, default: domain), equals: direct)
    style.choose(nil, in: "career")
    expect(style.preference(in: "career", default: domain), equals: direct)
    style.choose(nil)
    expect(style.preference(in: "career", default: domain), equals: inferred().domains["career"])
    // Inferring again never touches a choice.
    style.choose(gentle, in: "career")
    style.infer(from: evidence(), sessions: 10)
    expect(style.preference(in: "career", default: nil), equals: gentle)
  }

  @Test("of two copies the later decision counts, also one that cleared a choice")
  func merging() {
    var old = StyleProfile()
    old.choose(direct)
    old.choose(gentle, in: "career")
    var cleared = old
    cleared.choose(nil)
    cleared.choose(nil, in: "career")
    for merged in [old.merged(with: cleared), cleared.merged(with: old)] {
      expect(merged.chosen, equals: nil)
      expect(merged.chosenDomains, equals: [:])
    }
    // Two devices decide at once: both copies come to the same.
    var (here, there) = (old, old)
    here.choose(brief)
    there.choose(gentle)
    expect(here.merged(with: there), equals: there.merged(with: here))
    here.choose(brief, in: "life")
    expect(there.merged(with: here).chosenDomains["life"], equals: brief)
  }

  @Test("a record with the largest count of decisions can still be read after one more")
  func largestCount() throws {
    var record = try PersonRecord(
      json: [
        "id": "p", "language": "en", "profile": ["salt": "s"],
        "style": ["decisions": ["": .integer(JSONForm<Int>.largestCount)]],
      ])
    record.choose(brief)
    try #expect(PersonRecord(json: record.json).style.chosen == brief)
  }

  @Test("a record of an earlier version opens with its choice, which can be cleared")
  func olderForm() throws {
    let old = try PersonRecord(
      json: [
        "id": "p", "language": "en", "profile": ["salt": "s"],
        "style": ["chosen": ["brief_detailed": -1], "inferred_at": 5],
      ]
    ).style
    expect(old.preference(in: "x", default: domain), equals: StylePreference(briefDetailed: -1))
    var cleared = old
    cleared.choose(nil)
    expect(old.merged(with: cleared).chosen, equals: nil)
  }

  @Test(
    "what was inferred and dismissed is not inferred again, and the domain's style stays silent")
  func dismissing() {
    var style = inferred()
    expect(style.dismiss(domain: "career"), equals: true)
    expect(style.dismiss(domain: "career"), equals: false)
    expect(style.preference(in: "career", default: domain)?.guidance, equals: [])
    #expect(style.preference(in: "life", default: domain) == style.inferred)
    expect(style.dismiss(domain: nil), equals: true)
    expect(style.preference(in: "life", default: domain)?.guidance, equals: [])
    style.infer(from: evidence(in: "life"), sessions: 10)
    #expect(style.inferred == nil && style.domains.isEmpty)
    for merged in [style.merged(with: inferred()), inferred().merged(with: style)] {
      #expect(merged.inferred == nil && merged.domains.isEmpty)
    }
    style.choose(direct)
    expect(style.preference(in: "life", default: domain), equals: direct)
  }

  @Test(
    "the style in words, in the person's language",
    arguments: [
      ("en-GB", ["very direct", "toward action", "supportive"]),
      ("es", ["muy directo", "práctico", "comprensivo"]),
      ("de-AT", ["sehr direkt", "praktisch", "unterstützend"]),
      ("ja", ["very direct", "toward action", "supportive"]),
    ])
  func words(language: String, words: [String]) {
    let style = StylePreference(
      directExploratory: -0.8, briefDetailed: 0.2, actionReflective: -0.4,
      challengingSupportive: 0.3)
    expect(style.words(in: language), equals: words)
    expect(StylePreference().words(in: language), equals: [])
  }
}
