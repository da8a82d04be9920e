package import TestTiming

/// The address of a test server, and the kind of its connections.
package enum ServedAddress: Sendable {
  /// A server that speaks HTTP.
  case http(ScriptedServer)
  /// A server that the client connects to with TLS.
  case https(ScriptedServer)
  /// A server that the client connects to with TLS, and that never completes a handshake.
  case silentHTTPS(ScriptedServer)
  /// A port on which no server listens.
  case closed(ClosedPort)

  /// The URL for clients.
  package var url: String {
    switch self {
    case .http(let server): server.url
    case .https(let server), .silentHTTPS(let server): "https://127.0.0.1:\(server.port)"
    case .closed(let port): port.url
    }
  }

  /// A transport whose deadlines pass in simulated time; nil if there is no port for it.
  package func transport(in time: SimulatedTime) -> SimulatedTimeTransport? {
    switch self {
    case .http(let server), .https(let server): SimulatedTimeTransport(time, to: server)
    case .silentHTTPS(let server): SimulatedTimeTransport(time, to: server, connects: false)
    case .closed: SimulatedTimeTransport(time, to: nil)
    }
  }
}
