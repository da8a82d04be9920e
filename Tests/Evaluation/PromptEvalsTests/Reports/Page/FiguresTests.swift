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
    #expect(Figures.dollars(0.0123) == "$0.0123" && Figures.dollars(nil) == "unknown")
    #expect(Figures.count(1_234_567) == "1\u{202f}234\u{202f}567")
    #expect(Figures.count(12) == "12")
  }

  @Test(
    "an amount keeps its first two digits, however small it is",
    arguments: [
      (0, "$0.0000"), (0.0038, "$0.0038"), (0.00031, "$0.00031"), (0.000_042, "$0.000042"),
      (1.5, "$1.5000"), (-0.00031, "−$0.00031"),
    ])
  func dollars(amount: Double, text: String) {
    #expect(Figures.dollars(amount) == text)
  }

  @Test("differences of costs have a sign, and prices the digits that they have")
  func prices() {
    #expect(Figures.dollarDifference(0.000_12) == "+$0.00012")
    #expect(Figures.dollarDifference(-2) == "−$2.0000" && Figures.dollarDifference(0) == "$0.0000")
    #expect(Figures.price(0.8) == "$0.80" && Figures.price(0.075) == "$0.075")
    #expect(Figures.price(15) == "$15.00")
  }
}
