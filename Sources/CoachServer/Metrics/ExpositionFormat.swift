#if Server
  /// A text format in which metrics are read.
  package enum ExpositionFormat: Sendable, Hashable {
    /// Prometheus's text format 0.0.4, which every reader understands.
    case prometheus
    /// OpenMetrics 1.0.
    case openMetrics

    /// The format to answer with, from a request's header `Accept`.
    package init(accepting header: String?) {
      let accepts = header?.lowercased().contains("application/openmetrics-text") ?? false
      self = accepts ? .openMetrics : .prometheus
    }

    /// The value of the header `Content-Type`.
    package var contentType: String {
      switch self {
      case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
      case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
      }
    }
  }
#endif
