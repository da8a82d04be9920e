#if Server
  /// What is traced and how spans are exported.
  package struct TracingConfiguration: Sendable {
    /// The name and version of the service that the spans come from.
    package var serviceName: String
    package var serviceVersion: String
    /// The share of the traces that start here which is exported, from 0 to 1.
    package var ratio = 1.0
    /// The number of spans at which they are exported without waiting any longer, and the most of
    /// one request.
    package var batchSize = 512
    /// The longest time that an ended span waits.
    package var interval = Duration.seconds(5)
    /// The number of spans that wait at most; further ones are dropped until others are exported.
    package var capacity = 2048

    package init(serviceName: String, serviceVersion: String) {
      self.serviceName = serviceName
      self.serviceVersion = serviceVersion
    }
  }
#endif
