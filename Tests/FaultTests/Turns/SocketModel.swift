import LanguageModels
import TestTiming
import Testing
import WireFaults

/// Where a provider is reached, and what it does to connections.
enum ProviderAddress {
  /// A server that speaks HTTP.
  case http(ScriptedServer)
  /// The same, asked as if it spoke TLS.
  case https(ScriptedServer)
  /// The same; it accepts connections and never completes a handshake.
  case silentHTTPS(ScriptedServer)
  /// A port at which nothing listens.
  case closed(ClosedPort)

  fileprivate var url: String {
    switch self {
    case .http(let server): server.url
    case .https(let server), .silentHTTPS(let server): "https://127.0.0.1:\(server.port)"
    case .closed(let port): port.url
    }
  }

  fileprivate func transport(in time: SimulatedTime) throws -> SimulatedTimeTransport {
    let transport =
      switch self {
      case .http(let server), .https(let server): SimulatedTimeTransport(time, to: server)
      case .silentHTTPS(let server): SimulatedTimeTransport(time, to: server, connects: false)
      case .closed: SimulatedTimeTransport(time, to: nil)
      }
    return try #require(transport)
  }
}

/// Models that are reached over real sockets, in simulated time.
enum SocketModel {
  /// One without layers, to fall back on.
  static func plain(
    _ wire: WireProtocol, at address: ProviderAddress, in time: SimulatedTime,
    timeouts: ModelTimeouts = .ofTurns
  ) throws -> ProviderModel {
    ProviderModel(
      "m", at: Endpoint(.maker(of: wire), baseURL: address.url, timeouts: timeouts),
      over: try address.transport(in: time), knowing: .builtIn, clock: time.clock)
  }

  /// One with the usual layers around it. `longestWait` is the longest that a provider may make a call wait;
  /// without it as long as is usual, which is up to a minute.
  static func usual(
    _ wire: WireProtocol, at address: ProviderAddress, in time: SimulatedTime,
    timeouts: ModelTimeouts = .ofTurns, fallingBackOn others: [any LanguageModel] = [],
    longestWait: Duration? = nil
  ) throws -> any LanguageModel {
    let stack = longestWait.map { ModelStack.conversational(patience: $0) } ?? .usual
    let model = try plain(wire, at: address, in: time, timeouts: timeouts)
    return stack.model(model, fallingBackOn: others)
  }
}

extension ModelTimeouts {
  /// As a backend sets them where people wait: a connection stands, or has failed, before patience ends.
  static let ofTurns = ModelTimeouts(connect: .milliseconds(2500))
}
