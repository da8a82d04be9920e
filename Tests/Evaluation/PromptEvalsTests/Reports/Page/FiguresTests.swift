@testable import EvalStatistics
@testable import PromptEvals
import Testing

@Suite("Formatting of figures")
struct FiguresTests {
  @Test("shares, differences, intervals, probabilities, costs and counts")
  func figures() {
    #expect(Figures.percent(2.0 / 3) == "66.7 %")
    #expect(Figures.points(-0.042) == "−4.2")
    #expect(Figures.points(0.0001) == "0.0")
    #expect(Figures.interval(-0.5...0.25) == "[−50.0, +25.0]")
    #expect(Figures.interval(nil) == "–")
    #expect(Figures.probability(0.00001) == "<0.001")
    #expect(Figures.dollars(0.0123) == "$0.0123")
    #expect(Figures.count(1_234_567) == "1\u{202f}234\u{202f}567")
    #expect(Figures.count(12) == "12")
  }
}
