#if Server
  import Testing
  import TestKit

  @testable import CoachServer

  @Suite("Names and labels of metrics")
  struct MetricLabelsTests {
    @Test(
      "Names are made valid",
      arguments: [
        ("gen_ai.client.token.usage", "gen_ai_client_token_usage"), ("a-b c:d", "a_b_c_d"),
        ("2xx", "_2xx"), ("größe", "gr__e"), ("", "_"), ("👩‍💻", "___"), ("A9z", "A9z"),
      ])
    func names(label: String, name: String) {
      expect(MetricName.valid(label), equals: name)
    }

    @Test(
      "A counter's name has its unit, and one ending",
      arguments: [
        ("turns", nil, "turns"), ("turns.total", nil, "turns"), ("sent", "bytes", "sent_bytes"),
        ("sent.bytes.total", "bytes", "sent_bytes"), ("_total", nil, "_total"),
      ] as [(String, String?, String)])
    func counters(label: String, unit: String?, base: String) {
      expect(MetricName(label, unit: unit, kind: .counter).base, equals: base)
    }

    @Test("Labels are sorted, and escaped as the format demands")
    func escapes() {
      let labels = MetricLabels([("b", "a\"b\\c\nd"), ("a.x", "plain {}, ü")])
      expect(labels.text, equals: #"a_x="plain {}, ü",b="a\"b\\c\nd""#)
      expect(labels, equals: MetricLabels([("a.x", "plain {}, ü"), ("b", "a\"b\\c\nd")]))
    }

    @Test("An empty value is no label")
    func emptyValues() {
      expect(MetricLabels([("a", ""), ("b", "1")]), equals: MetricLabels([("b", "1")]))
      expect(MetricLabels([("a", "")]).text, equals: "")
    }

    @Test("Names that become equal share one label")
    func equalNames() {
      let labels = MetricLabels([("a_b", "2"), ("a.b", "1\""), ("a_b", "3")])
      expect(labels.text, equals: #"a_b="1\";2;3""#)
    }

    @Test("Reserved names are changed")
    func reservedNames() {
      expect(
        MetricLabels([("le", "1"), ("__name__", "x")]).text,
        equals: #"exported_le="1",label__name__="x""#)
    }

    @Test("Long values are cut between two characters' code points")
    func longValues() {
      let text = MetricLabels([("a", "x" + String(repeating: "é", count: 1000))]).text
      expect(text, equals: "a=\"x" + String(repeating: "é", count: 511) + "\"")
    }
  }
#endif
