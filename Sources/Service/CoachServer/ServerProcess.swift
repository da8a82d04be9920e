#if Server
  public import CoachKit
  import CoreMetrics
  public import Logging
  import Tracing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// What a server shares with the rest of its process: its log, metrics and traces.
  public struct ServerProcess: Sendable {
    /// The server's log.
    public let logger: Logger
    /// Whether the process is the server's own, so that it obeys signals.
    let isOwn: Bool
    /// The metrics that the server shows; `nil` for none.
    let metrics: PrometheusMetrics?
    /// The spans that go to a collector; `nil` for none.
    let tracer: OTLPTracer?

    /// Uses a logger, in a process that has metrics and traces of its own.
    public init(logger: Logger) { self.init(logger: logger, metrics: nil) }

    init(logger: Logger, metrics: PrometheusMetrics?) {
      self.logger = logger
      isOwn = false
      self.metrics = metrics
      tracer = nil
    }

    /// Sets up log, metrics and traces for the whole process, which may be done once.
    ///
    /// The log goes to standard error, each entry a line of JSON.
    public init(bootstrapping settings: ServerSettings, resolver: ModelResolver) {
      let level = Logger.Level(rawValue: settings.observation.logLevel) ?? .info
      LoggingSystem.bootstrap { _ in LineLogHandler(logLevel: level) }
      logger = Logger(label: "coachkit")
      isOwn = true
      let metrics = PrometheusMetrics(
        describing: MetricDescription.known.merging(ServerMetrics.descriptions) { $1 })
      MetricsSystem.bootstrap(metrics)
      self.metrics = metrics
      ServerMetrics.begin()
      guard let address = settings.observation.collector else {
        tracer = nil
        return
      }
      var configuration = TracingConfiguration(
        serviceName: "coachkit", serviceVersion: coachKitVersion)
      configuration.ratio = settings.observation.sampleRatio
      let collector = SpanCollector(address: address, transport: resolver.transport)
      let tracer = OTLPTracer(configuration, metrics: metrics) { try await collector.send($0) }
      InstrumentationSystem.bootstrap(tracer)
      self.tracer = tracer
    }

    /// Raises the number of files and connections that the process may have open to what the system allows: each stream
    /// needs two.
    public static func raiseFileLimit() {
      #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      #else
        let resource = RLIMIT_NOFILE
      #endif
      var limit = rlimit()
      guard getrlimit(resource, &limit) == 0 else { return }
      limit.rlim_cur = limit.rlim_max
      setrlimit(resource, &limit)
    }
  }
#endif
