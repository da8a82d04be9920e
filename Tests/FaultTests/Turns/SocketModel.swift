import LanguageModels
import ModelMiddleware
import ModelProviders
import Testing
import TestTiming
import WireFaults

/// Models that are reached over real sockets, in simulated time.
enum SocketModel {
  /// One without layers, to fall back on.
  static func plain(
    _ wire: WireProtocol, at address: ServedAddress, in time: SimulatedTime,
    timeouts: ModelTimeouts = .ofTurns
  ) throws -> ProviderModel {
    ProviderModel(
      "m", at: Endpoint(.maker(of: wire), baseURL: address.url, timeouts: timeouts),
      over: try #require(address.transport(in: time)), knowing: .builtIn, clock: time.clock)
  }

  /// One with the usual layers around it. `maximumWait` is the longest that a provider may make a call wait;
  /// without it as long as is usual, which is up to a minute.
  static func usual(
    _ wire: WireProtocol, at address: ServedAddress, in time: SimulatedTime,
    timeouts: ModelTimeouts = .ofTurns, fallingBackOn others: [any LanguageModel] = [],
    maximumWait: Duration? = nil
  ) throws -> any LanguageModel {
    let stack = maximumWait.map { ModelStack.conversational(maximumWait: $0) } ?? .usual
    let model = try plain(wire, at: address, in: time, timeouts: timeouts)
    return stack.model(model, fallingBackOn: others)
  }
}

extension ModelTimeouts {
  /// As a backend sets them where people wait: a connection stands, or has failed, before the timeout.
  static let ofTurns = ModelTimeouts(connect: .milliseconds(2500))
}
