import EvalStatistics
import EvalTestKit
@testable import PromptEvals
import Testing
import TestKit

@Suite("Pairwise preferences: counted in pairs, with rates averaged over transcripts")
struct PairwiseReportTests {
  /// A model's choices for one sample with the baseline first, then with the challenger first.
  private struct Choices {
    typealias Choice = PairwiseVerdict.Choice

    var transcript: String
    var attempt = 1
    var model = "m"
    var orders: (Choice?, Choice?)

    init(
      _ transcript: String, _ orders: (Choice?, Choice?), attempt: Int = 1, model: String = "m"
    ) {
      self.transcript = transcript
      self.attempt = attempt
      self.model = model
      self.orders = orders
    }
  }

  private static let win = (
    PairwiseVerdict.Choice?.some(.second), PairwiseVerdict.Choice?.some(.first)
  )
  private static let loss = (win.1, win.0)
  private static let tie = (PairwiseVerdict.Choice?.some(.tie), PairwiseVerdict.Choice?.some(.tie))
  private static let flip = (win.1, win.1)
  private static let error = (win.0, PairwiseVerdict.Choice?.none)

  /// - Parameter requests: Returns the digest of the requests whose replies are compared.
  private func report(
    _ choices: [Choices], clusters: [String: String] = [:],
    requests: (Choices) -> String? = { _ in nil }
  ) throws -> PairwiseReport {
    let bench = try EvalBench(transcripts: 1, model: RuleModel(rule: EvalBench.asks))
    let run = bench.newRun(try bench.plan())
    var table = ScoreTable(run)
    let verdicts = choices.map { choice in
      var verdict = PairwiseVerdict(
        judge: "j", model: choice.model,
        sample: SampleKey(side: "b", transcript: choice.transcript, attempt: choice.attempt),
        baselineFirst: choice.orders.0, challengerFirst: choice.orders.1, reasons: [])
      verdict.requests = requests(choice)
      return verdict
    }
    for verdict in verdicts {
      let id = verdict.sample.transcript
      table.add(
        SampleScores(
          EvalSample(verdict.sample, title: "A talk", cluster: clusters[id] ?? id),
          graders: run.design.graders))
    }
    return try #require(PairwiseReport.all(from: verdicts, table: table, run: run).first)
  }

  @Test("a transcript with three samples counts as three pairs, and once in the rate")
  func samples() throws {
    let report = try report(
      [
        Choices("t1", Self.win), Choices("t1", Self.win, attempt: 2),
        Choices("t1", Self.win, attempt: 3),
        Choices("t2", Self.loss), Choices("t3", Self.tie),
      ], clusters: ["t1": "p", "t2": "p"])
    #expect(report.wins == 3 && report.losses == 1 && report.ties == 1 && report.errors == 0)
    #expect(isClose(report.rate?.value, 0.5))
    #expect(report.rate?.count == 3 && report.rate?.clusters == 2)
    #expect(report.agreement == nil)
  }

  @Test("three wins in five samples of every case are 60 %, whatever the samples share")
  func shares() throws {
    let choices = (1..<9).flatMap { number in
      (1..<6).map { attempt in
        Choices("t\(number)", attempt < 4 ? Self.win : Self.loss, attempt: attempt)
      }
    }
    let rules: [(Choices) -> String?] = [
      { _ in nil }, { $0.transcript }, { "\($0.transcript) \($0.attempt)" },
    ]
    for rule in rules {
      let report = try report(choices, requests: rule)
      #expect(report.wins == 24 && report.losses == 16 && report.ties == 0)
      #expect(isClose(report.rate?.value, 0.6))
      #expect(report.rate?.count == 8 && report.rate?.clusters == 8)
      expect(report.verdict(against: "a") ?? "", contains: "(40 pairs, 8 observations)")
    }
  }

  @Test("cases that share their requests are one observation with the mean of all their pairs")
  func sharedRequests() throws {
    let outcomes = [Self.win, Self.win, Self.tie, Self.loss]
    let report = try report(
      (0..<20).map { Choices("t\($0)", outcomes[$0 % 4]) }, requests: { _ in "opening" })
    #expect(report.wins == 10 && report.losses == 5 && report.ties == 5)
    #expect(isClose(report.rate?.value, 0.625))
    #expect(report.rate?.count == 1 && report.rate?.interval == nil)
  }

  @Test("a transcript that counts in another joins it, though the judge saw other requests")
  func joined() {
    let verdicts = ["t1", "t2", "t3", "t4"].map { id in
      var verdict = PairwiseVerdict(
        judge: "j", model: "m", sample: SampleKey(side: "b", transcript: id),
        baselineFirst: .tie, challengerFirst: .tie, reasons: [])
      verdict.requests = ["t1": "x", "t3": "x"][id] ?? id
      return verdict
    }
    // t3 has the requests of t1, and t2 counts in t3.
    let found = PairObservations(verdicts, owners: ["t2": "t3"]).observations
    #expect(found.map(\.transcript) == ["t1", "t4"] && found.map(\.pairs.count) == [3, 1])
  }

  @Test("a jury agrees on each sample, not on the first of each transcript")
  func agreement() throws {
    let report = try report(
      (1..<7).flatMap { number in
        [("x", Self.win, Self.loss), ("y", Self.win, Self.win)].flatMap { model, first, second in
          [
            Choices("t\(number)", first, model: model),
            Choices("t\(number)", second, attempt: 2, model: model),
          ]
        }
      }, requests: { $0.transcript })
    #expect(report.agreement?.count == 12 && report.agreement?.value != 1)
    #expect(report.wins == 6 && report.ties == 6 && isClose(report.rate?.value, 0.75))
  }

  @Test("a jury of three counts a pair once, by its majority")
  func jury() throws {
    let pairs = [
      ("t1", [Self.win, Self.win, Self.loss]), ("t2", [Self.win, Self.loss, Self.error]),
      ("t3", [Self.error, Self.error, Self.error]), ("t4", [Self.win, Self.error, Self.error]),
    ]
    let report = try report(
      pairs.flatMap { id, orders in
        zip(["x", "y", "z"], orders).map { Choices(id, $1, model: $0) }
      })
    #expect(report.wins == 2 && report.losses == 0 && report.ties == 1 && report.errors == 1)
    #expect(isClose(report.rate?.value, 2.5 / 3))
    #expect(report.rate?.count == 3 && report.flipRate?.count == 3)
    #expect(report.agreement?.count == 2)
  }

  @Test("flips and first places are shares per transcript before they are averaged")
  func order() throws {
    let report = try report([
      Choices("t1", Self.flip), Choices("t1", Self.win, attempt: 2), Choices("t2", Self.tie),
      Choices("t3", (.first, .tie)), Choices("t4", Self.error),
    ])
    #expect(report.wins == 1 && report.ties == 3 && report.errors == 1)
    // Half, none and all; the fourth came to no verdict.
    #expect(isClose(report.flipRate?.value, 0.5) && report.flipRate?.count == 3)
    // Three of four, and one of one; the second chose neither.
    #expect(isClose(report.firstRate?.value, 0.875) && report.firstRate?.count == 2)
  }

  @Test("the interval is that of clusters")
  func clusters() throws {
    let outcomes = [Self.win, Self.win, Self.tie, Self.loss]
    let ids = (0..<20).map { "t\($0)" }
    let report = try report(
      ids.enumerated().map { Choices($1, outcomes[$0 % 4]) },
      clusters: Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, "\($0 % 4)") }))
    #expect(isClose(report.rate?.value, 0.625) && report.rate?.clusters == 4)
    // Cluster means 1, 1, .5 and 0: their standard error is √(.6875/12).
    #expect(isClose(report.rate?.standardError, (0.6875 / 12).squareRoot()))
  }

  @Test("ties alone have no first place, and errors alone no rate")
  func undefined() throws {
    let ties = try report([Choices("t1", Self.tie), Choices("t2", Self.tie)])
    #expect(ties.firstRate == nil && ties.flipRate?.value == 0 && ties.rate?.value == 0.5)
    let errors = try report([Choices("t1", Self.error)])
    #expect(errors.errors == 1 && errors.rate == nil && errors.flipRate == nil)
  }
}
