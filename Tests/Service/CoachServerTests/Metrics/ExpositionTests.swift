#if Server
  import CoreMetrics
  import Testing
  import TestKit

  @testable import CoachServer

  @Suite("Exposition formats")
  struct ExpositionTests {
    private let metrics = PrometheusMetrics(describing: [
      "turns": MetricDescription(#"Turns "of" C:\new"# + "\nline")
    ])

    @Test("A counter's description")
    func description() {
      Counter(label: "turns", factory: metrics).increment()
      expect(
        metrics.text(),
        contains: #"""
          # HELP turns_total Turns "of" C:\\new\nline
          # TYPE turns_total counter
          turns_total 1

          """#)
    }

    @Test("Without a description it is the label")
    func label() {
      Gauge(label: "queue.length", factory: metrics).record(1)
      expect(metrics.text(), contains: "# HELP queue_length queue.length\n")
    }

    @Test("Every metric is described once, in front of its samples")
    func grouping() {
      for value in ["1", "2"] {
        Timer(label: "wait", dimensions: [("a", value)], factory: metrics).recordSeconds(1)
      }
      var found: [String] = []
      for line in metrics.text().split(separator: "\n") where line.contains("wait") {
        found.append(line.hasPrefix("#") ? String(line.prefix(6)) : "sample")
      }
      expect(found.prefix(3), equals: ["# HELP", "# TYPE", "sample"])
      expect(Set(found.dropFirst(2)), equals: ["sample"])
    }
  }
#endif
