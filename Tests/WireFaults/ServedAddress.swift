package import TestTiming

/// Where a server of a test is reached, and what becomes of connections to it.
package enum ServedAddress: Sendable {
  /// A server that speaks HTTP.
  case http(ScriptedServer)
  /// A server that is asked as if it spoke TLS.
  case https(ScriptedServer)
  /// A server that is asked as if it spoke TLS, accepts connections, and never completes a handshake.
  case silentHTTPS(ScriptedServer)
  /// A port at which nothing listens.
  case closed(ClosedPort)

  /// What clients are given.
  package var url: String {
    switch self {
    case .http(let server): server.url
    case .https(let server), .silentHTTPS(let server): "https://127.0.0.1:\(server.port)"
    case .closed(let port): port.url
    }
  }

  /// A transport whose deadlines pass in simulated time; nil when there is no port for it.
  package func transport(in time: SimulatedTime) -> SimulatedTimeTransport? {
    switch self {
    case .http(let server), .https(let server): SimulatedTimeTransport(time, to: server)
    case .silentHTTPS(let server): SimulatedTimeTransport(time, to: server, connects: false)
    case .closed: SimulatedTimeTransport(time, to: nil)
    }
  }
}
