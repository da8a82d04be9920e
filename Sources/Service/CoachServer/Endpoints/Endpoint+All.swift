#if Server
  extension Endpoint {
    /// Everything that the server does.
    static func all(_ state: ServerState, metrics: PrometheusMetrics?) -> [Endpoint] {
      let endpoints = [
        [turn(state)], runningTurns(state), [sessions(state), access(state)], personUsage(state),
        profile(state),
        tasks(state), journeys(state), [nudges(state)], messages(state), content(state),
        [copy(state)], personas(state),
        [domainFile(state), savedDomain(state), device(state)], operations(state), health(state),
        page, metrics.map { [Endpoint.metrics($0)] } ?? [],
      ].flatMap { $0 }
      return endpoints + [document(of: endpoints)]
    }
  }
#endif
