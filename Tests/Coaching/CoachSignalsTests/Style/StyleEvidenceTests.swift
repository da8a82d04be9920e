import CoachModel
import TestKit
import Testing

@testable import CoachSignals

@Suite("What answers show of the style that a person likes")
struct StyleEvidenceTests {
  private func words(_ count: Int) -> String {
    String(repeating: "word ", count: count)
  }

  /// The style after ten sessions of six replies, half of them shorter; the person answers those at length.
  private func inferred(shorter: Int, longer: Int) -> StylePreference {
    let session = StyleEvidence(
      (0..<6).map { number in
        number.isMultiple(of: 2)
          ? StyleEvidence.Exchange(reply: words(shorter), answer: words(40), domain: "life")
          : StyleEvidence.Exchange(reply: words(longer), answer: words(8), domain: "life")
      }, language: "en")
    let evidence = (0..<10).reduce(into: StyleEvidence()) { sum, _ in sum += session }
    return StyleInference.overall(evidence)
  }

  @Test(
    "a reply is brief or detailed beside the others of its session, whatever lengths a model writes",
    arguments: [(10, 40), (20, 55), (45, 80), (75, 130), (90, 160), (200, 340)])
  func relative(shorter: Int, longer: Int) {
    #expect(inferred(shorter: shorter, longer: longer).briefDetailed < -0.7)
  }

  @Test(
    "replies of about one length say nothing about length",
    arguments: [(10, 20), (30, 38), (80, 110), (60, 60)])
  func alike(shorter: Int, longer: Int) {
    expect(inferred(shorter: shorter, longer: longer).briefDetailed, equals: 0)
  }

  @Test("a reply by itself is judged by fixed numbers of words")
  func alone() {
    for (count, pole) in [(1, StylePole.first), (35, .first), (36, nil), (69, nil), (70, .second)] {
      expect(ReplyManner(words(count), language: "en").poles[.length], equals: pole)
    }
    expect(ReplyManner("", language: "en").poles[.length], equals: nil)
    expect(ReplyManner("", language: "en", among: 50).poles[.length], equals: nil)
  }
}
