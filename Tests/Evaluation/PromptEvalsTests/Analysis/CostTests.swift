import CoachModel
import Documents
@testable import EvalGraders
import EvalStatistics
import LanguageModels
import ModelLayers
@testable import PromptEvals
import Testing
import TestKit

@Suite("Costs of sides")
struct CostTests {
  @Test("a transcript without a message to generate is not one that cost nothing")
  func withoutMessage() throws {
    var run = PlantedRun()
    for number in 0..<4 {
      for side in ["a", "b"] {
        run.add(side, number, [.pass], dollars: 0.0031, messages: number < 2 ? 1 : 0)
      }
    }
    let value = try #require(try run.report.metric("dollars")?.values["a"]?.estimate)
    #expect(abs(value.value - 0.0031) < 1e-12 && value.count == 2)
    try expect(run.text(.markdown), contains: "| dollars | $0.0031 | $0.0031 |")
  }

  @Test("an unknown cost is not 0, even beside transcripts without a message")
  func unknown() throws {
    var run = PlantedRun()
    for number in 0..<6 {
      for side in ["a", "b"] {
        run.add(side, number, [.pass], dollars: nil, messages: number < 4 ? 1 : 0)
      }
    }
    let report = try run.report
    #expect(report.metric("dollars") == nil && report.frontier == nil)
    #expect(report.sides[0].costs?.calls == 4 && report.sides[0].costs?.dollars == nil)
    try expect(run.text(.markdown), contains: "Cost of the replies: a unknown, b unknown")
  }

  @Test("the suite's price without a count of tokens gives no cost, even if the model is free")
  func uncounted() throws {
    let model = ModelIdentity(provider: "scripted", model: "m")
    let price = TokenPrice(input: 0, output: 0)
    let free = PriceTable([PriceEntry(provider: "scripted", model: "m", price: price)])
    let day = try #require(CalendarDay(year: 2026, month: 11, day: 21))
    func dollars(_ suite: SuitePrice?) -> Double? {
      RunPricing(suite: suite, prices: free, day: day).dollars(
        ModelReply(), of: KeptCall(step: "turn 1", events: []), asked: model,
        for: ModelRequest(messages: []), isCandidate: true)
    }
    #expect(dollars(nil) == 0)
    #expect(dollars(SuitePrice(price: TokenPrice(input: 1, output: 2), note: "n")) == nil)
  }

  @Test("a side without a call has no cost at all")
  func noCalls() throws {
    var run = PlantedRun()
    for side in ["a", "b"] { run.add(side, 0, [.pass], messages: 0) }
    #expect(try run.report.sides.allSatisfy { $0.costs == nil })
    #expect(try !run.text(.markdown).contains("Cost of the replies"))
    try expect(JSONValue(parsing: run.text(.json))["sides"]?.array?.first?["costs"], equals: nil)
  }

  @Test("no interval of a cost reaches below nothing")
  func interval() throws {
    var run = PlantedRun()
    for (number, dollars) in [0.0001, 0.0001, 0.02].enumerated() {
      run.add("a", number, [.pass], dollars: dollars)
      run.add("b", number, [.pass], dollars: dollars)
    }
    let interval = try #require(try run.report.metric("dollars")?.values["a"]?.estimate.interval)
    #expect(interval.lowerBound == 0)
  }
}

@Suite("Versions by score and cost")
struct FrontierTests {
  /// A run in which b is better for more money, and c as good as a for more.
  private func run(_ dollars: [String: Double?]) -> PlantedRun {
    var run = PlantedRun()
    run.variants = dollars.keys.sorted()
    for number in 0..<12 {
      for side in run.variants {
        let isMet = side == "b" || number.isMultiple(of: 2)
        run.add(side, number, [isMet ? .pass : .fail], dollars: dollars[side] ?? nil)
      }
    }
    return run
  }

  @Test("a version that costs more and scores no better is dominated")
  func dominated() throws {
    let run = run(["a": 0.001, "b": 0.004, "c": 0.002])
    let frontier = try #require(try run.report.frontier)
    #expect(frontier.metric == "g" && frontier.points.map(\.side) == ["a", "c", "b"])
    #expect(frontier.points.map(\.dominatedBy) == [nil, "a", nil])
    #expect(!frontier.points[1].isClearlyDominated)
    let text = try run.text(.markdown)
    expect(text, contains: "| ~~c~~ | ~~test:m~~ | 50.0 %")
    expect(text, contains: "dominated by a, within the intervals |")
    let points = try run.page["frontier"]?["points"]?.array ?? []
    #expect(points.map { $0["isDominated"] } == [false, true, false])
    let json = try JSONValue(parsing: run.text(.json))["frontier"]?["points"]?.array ?? []
    #expect(json.map { $0["dominated_by"] } == [.null, "a", .null])
  }

  @Test("a version of unknown cost has no place, and free ones make no picture")
  func unplaced() throws {
    let frontier = try #require(try run(["a": 0.001, "b": nil, "c": 0.002]).report.frontier)
    #expect(frontier.unplaced == ["b"] && frontier.points.count == 2)
    #expect(try run(["a": 0, "b": 0]).report.frontier == nil)
    #expect(try run(["a": 0.001, "b": nil]).report.frontier == nil)
  }

  @Test("a version that is clearly dominated names one that does so")
  func clear() {
    func point(_ side: String, _ score: Double, _ dollars: Double, spread: Double)
      -> Frontier.Point
    {
      func estimate(_ value: Double, _ spread: Double) -> Estimate {
        Estimate(
          value: value, interval: (value - spread)...(value + spread), count: 40, clusters: 40,
          method: "t")
      }
      return Frontier.Point(
        side: side, prompt: "p@v1", model: "m", score: estimate(score, spread),
        dollars: estimate(dollars, dollars * spread))
    }
    // The cheapest is far from certain, and the second is not.
    var frontier = Frontier(
      metric: "g",
      points: [
        point("wide", 0.6, 0.001, spread: 0.4), point("narrow", 0.9, 0.002, spread: 0.05),
        point("bad", 0.5, 0.004, spread: 0.05),
      ], unplaced: [])
    frontier.findDominated()
    #expect(frontier.points.map(\.dominatedBy) == [nil, nil, "narrow"])
    #expect(frontier.points[2].isClearlyDominated)
    #expect(frontier.points[2].place == "dominated by narrow")
  }

  @Test("equal versions do not dominate each other")
  func equal() throws {
    let frontier = try #require(try run(["a": 0.001, "c": 0.001]).report.frontier)
    #expect(frontier.points.allSatisfy { $0.dominatedBy == nil })
  }
}
