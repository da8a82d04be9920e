#if Server
  import CoreMetrics
  import Testing
  import TestKit

  @testable import CoachServer

  @Suite("Limits of metrics")
  struct SeriesLimitTests {
    /// Three series are those that count dropped ones.
    private let metrics = PrometheusMetrics(describing: [:], maximumSeries: 5, maximumMetrics: 4)

    private func count(_ label: String, _ value: String = "") -> Counter {
      let counter = Counter(label: label, dimensions: [("value", value)], factory: metrics)
      counter.increment()
      return counter
    }

    private func samples(_ names: String...) -> [Substring] {
      metrics.text().split(separator: "\n").filter { line in
        names.contains { line.hasPrefix($0) }
      }
    }

    @Test("Series beyond the limit are added up in one per metric")
    func overflow() {
      for value in ["1", "2", "3", "4", "3", "1"] { _ = count("a", value) }
      _ = count("b", "1")
      expect(
        samples("a", "b", "coachkit"),
        equals: [
          #"a_total{overflow="true"} 3"#, #"a_total{value="1"} 2"#, #"a_total{value="2"} 1"#,
          #"b_total{overflow="true"} 1"#,
          #"coachkit_metrics_dropped_series_total{reason="metric_limit"} 0"#,
          #"coachkit_metrics_dropped_series_total{reason="series_limit"} 4"#,
          #"coachkit_metrics_dropped_series_total{reason="type_conflict"} 0"#,
        ])
    }

    @Test("Metrics beyond the limit are ignored and counted")
    func metricLimit() {
      for label in ["a", "b", "c", "d", "e"] { _ = count(label) }
      expect(samples("d", "e"), equals: [])
      expect(
        samples("coachkit").first,
        equals: #"coachkit_metrics_dropped_series_total{reason="metric_limit"} 2"#)
    }

    @Test("A destroyed series makes room, and starts again at zero")
    func destroyed() {
      let (first, second) = (count("a", "1"), count("b", "1"))
      _ = count("b", "2")
      first.destroy()
      second.destroy()
      first.increment()
      expect(samples("a", "b"), equals: [#"b_total{overflow="true"} 1"#])
      _ = count("b", "1")
      // Of a series that no longer exists.
      second.destroy()
      expect(samples("b_total{value"), equals: [#"b_total{value="1"} 1"#])
    }

    @Test("All kinds of metrics can be destroyed, and their names used again")
    func destroyedKinds() {
      func nothing(_ comment: Comment) {
        #expect(samples("x").isEmpty, comment)
      }
      let gauge = Gauge(label: "x", factory: metrics)
      gauge.record(1)
      gauge.destroy()
      nothing("gauge")
      let meter = Meter(label: "x", factory: metrics)
      meter.set(1 as Int64)
      meter.destroy()
      nothing("meter")
      let timer = Timer(label: "x", factory: metrics)
      timer.recordSeconds(1)
      timer.destroy()
      nothing("timer")
      let recorder = Recorder(label: "x", factory: metrics)
      recorder.record(1)
      recorder.destroy()
      nothing("recorder")
      let floating = FloatingPointCounter(label: "x", factory: metrics)
      floating.increment(by: 1)
      floating.destroy()
      nothing("floating-point counter")
      _ = count("x")
      expect(samples("x"), equals: ["x_total 1"])
    }

    @Test("The overflow stays when one of its users is destroyed")
    func destroyedOverflow() {
      for value in ["1", "2"] { _ = count("a", value) }
      let third = count("a", "3")
      _ = count("a", "4")
      third.destroy()
      expect(samples("a_total{overflow"), equals: [#"a_total{overflow="true"} 2"#])
    }

    @Test(
      "A name belongs to the first type that uses it",
      arguments: ["x", "x.count", "x.sum", "x.bucket"])
    func typeConflict(gauge: String) {
      Gauge(label: gauge, factory: metrics).record(5)
      let before = samples("x", "#")
      Recorder(label: "x", factory: metrics).record(1)
      expect(samples("x", "#"), equals: before)
      expect(
        samples("coachkit").last,
        equals: #"coachkit_metrics_dropped_series_total{reason="type_conflict"} 1"#)
    }

    @Test("A counter and a gauge cannot share a name, which OpenMetrics has only once")
    func counterAndGauge() {
      _ = count("x")
      Gauge(label: "x", factory: metrics).record(5)
      Gauge(label: "x.total", factory: metrics).record(6)
      expect(samples("x"), equals: ["x_total 1"])
    }
  }
#endif
