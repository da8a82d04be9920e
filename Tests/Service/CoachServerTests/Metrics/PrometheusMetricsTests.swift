#if Server
  import CoreMetrics
  import Testing
  import TestKit

  @testable import CoachServer

  @Suite("Metrics as Prometheus reads them")
  struct PrometheusMetricsTests {
    private let metrics = PrometheusMetrics(describing: [
      "wait": MetricDescription("Waits.", buckets: [1, 0.1]),
      "size": MetricDescription("Sizes.", unit: "bytes", buckets: [10, 100]),
    ])

    @Test("A counter adds whole and fractional amounts, and never decreases")
    func counter() {
      let turns = Counter(label: "coach.turns", factory: metrics)
      turns.increment()
      turns.increment(by: 41)
      turns.increment(by: -5)
      expect(samples("coach_turns"), equals: ["coach_turns_total 42"])
      let fractional = FloatingPointCounter(label: "coach.turns", factory: metrics)
      for amount in [0.5, -1, .nan, .infinity] { fractional.increment(by: amount) }
      expect(samples("coach_turns"), equals: ["coach_turns_total 42.5"])
      turns.reset()
      expect(samples("coach_turns"), equals: ["coach_turns_total 0"])
    }

    @Test("A large count still grows by one")
    func largeCounter() {
      let counter = Counter(label: "large_total", factory: metrics)
      counter.increment(by: Int64.max)
      counter.increment()
      expect(samples("large"), equals: ["large_total 9223372036854775808"])
    }

    @Test("A gauge keeps the last value, a meter also rises and falls")
    func gauge() {
      Gauge(label: "queue", factory: metrics).record(7.25)
      expect(samples("queue"), equals: ["queue 7.25"])
      let meter = Meter(label: "open.streams", factory: metrics)
      meter.set(3 as Int64)
      meter.increment(by: 2)
      meter.decrement(by: 4)
      meter.increment(by: Double.nan)
      expect(samples("open_streams"), equals: ["open_streams 1"])
    }

    @Test(
      "Numbers are written as the format demands",
      arguments: [
        (Double.nan, "NaN"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (-0.5, "-0.5"),
        (1e300, "1e+300"), (0x1p60, "1.152921504606847e+18"), (-3, "-3"), (0, "0"),
      ])
    func numbers(value: Double, text: String) {
      Meter(label: "value", factory: metrics).set(value)
      expect(samples("value"), equals: ["value \(text)"])
    }

    @Test("A recorder that aggregates is a histogram with cumulative buckets")
    func recorder() {
      let recorder = Recorder(label: "size", dimensions: [("kind", "text")], factory: metrics)
      for value in [3, 10, 11, 1000] { recorder.record(value) }
      for value in [Double.nan, .infinity] { recorder.record(value) }
      expect(
        metrics.text().split(separator: "\n").filter { $0.contains("size_bytes") },
        equals: [
          "# HELP size_bytes Sizes.",
          "# TYPE size_bytes histogram",
          #"size_bytes_bucket{kind="text",le="10.0"} 2"#,
          #"size_bytes_bucket{kind="text",le="100.0"} 3"#,
          #"size_bytes_bucket{kind="text",le="+Inf"} 4"#,
          #"size_bytes_sum{kind="text"} 1024"#,
          #"size_bytes_count{kind="text"} 4"#,
        ])
    }

    @Test("A timer is a histogram in seconds")
    func timer() {
      let timer = Timer(label: "wait", factory: metrics)
      timer.recordMilliseconds(100)
      timer.recordSeconds(2)
      timer.recordNanoseconds(-1)
      expect(
        samples("wait_seconds"),
        equals: [
          #"wait_seconds_bucket{le="0.1"} 2"#, #"wait_seconds_bucket{le="1.0"} 2"#,
          #"wait_seconds_bucket{le="+Inf"} 3"#, "wait_seconds_sum 2.1", "wait_seconds_count 3",
        ])
    }

    @Test("A unit that is part of the label is not repeated")
    func unitInLabel() {
      Timer(label: "job.seconds", factory: metrics).recordSeconds(1)
      expect(samples("job_seconds").last, equals: "job_seconds_count 1")
    }

    @Test("Metrics of model calls have the buckets of OpenTelemetry's conventions")
    func conventions() {
      let metrics = PrometheusMetrics()
      for label in ["gen_ai.client.token.usage", "gen_ai.client.operation.duration"] {
        Recorder(label: label, factory: metrics).record(1)
      }
      Counter(label: "coachkit.client.cost.microdollars", factory: metrics).increment(by: 1200)
      let text = metrics.text()
      expect(text, contains: #"gen_ai_client_token_usage_bucket{le="67108864.0"} 1"#)
      expect(text, contains: #"gen_ai_client_operation_duration_seconds_bucket{le="0.64"} 0"#)
      expect(text, contains: #"gen_ai_client_operation_duration_seconds_bucket{le="81.92"} 1"#)
      expect(text, contains: "coachkit_client_cost_microdollars_total 1200\n")
    }

    @Test("The text does not depend on the order in which metrics were made")
    func order() {
      let other = PrometheusMetrics()
      let labels = ["b", "a", "c.d"].flatMap { name in ["2", "1"].map { (name, $0) } }
      for (metrics, labels) in [(PrometheusMetrics(), labels), (other, labels.reversed())] {
        for (label, value) in labels {
          Counter(label: label, dimensions: [("x", value), ("a", "1")], factory: metrics)
            .increment()
        }
        expect(
          metrics.text().split(separator: "\n").filter { $0.hasSuffix(" 1") },
          equals: ["a", "b", "c_d"].flatMap { name in
            ["1", "2"].map { "\(name)_total{a=\"1\",x=\"\($0)\"} 1" }
          })
      }
    }

    @Test("Increments of many tasks are all counted")
    func concurrency() async {
      let halves = FloatingPointCounter(label: "halves", factory: metrics)
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<8 {
          group.addTask { [metrics] in
            for _ in 0..<1000 {
              Counter(label: "whole", factory: metrics).increment()
              Meter(label: "level", factory: metrics).increment(by: task % 2 == 0 ? 1 : -1)
              Timer(label: "wait", factory: metrics).recordSeconds(1)
            }
            for _ in 0..<200_000 { halves.increment(by: 0.5) }
          }
        }
      }
      expect(samples("whole"), equals: ["whole_total 8000"])
      expect(samples("halves"), equals: ["halves_total 800000"])
      expect(samples("level"), equals: ["level 0"])
      expect(samples("wait_seconds_count"), equals: ["wait_seconds_count 8000"])
    }

    /// The lines of a metric without its description.
    private func samples(_ name: String) -> [Substring] {
      metrics.text().split(separator: "\n").filter { $0.hasPrefix(name) }
    }
  }
#endif
