#if Server
  import CoachKit
  import HTTPTypes

  extension Endpoint {
    /// The server's metrics, for Prometheus.
    static func metrics(_ metrics: PrometheusMetrics) -> Endpoint {
      Endpoint(
        method: .get, path: "/metrics", scope: .operator, summary: "Metrics for Prometheus",
        response: .text(contentType: ExpositionWriter.contentType), load: .light
      ) { _ in
        .text(metrics.bytes(), contentType: ExpositionWriter.contentType)
      }
    }
  }
#endif
