import LanguageModels
import ModelLayers
import ModelProviders
import Testing
import TestTiming
import WireFaults

/// Models behind real sockets, in simulated time.
enum SocketModel {
  /// A model without layers, as a fallback.
  static func plain(
    _ wire: WireProtocol, at address: ServedAddress, in time: SimulatedTime,
    timeouts: ModelTimeouts = .ofTurns
  ) throws -> ProviderModel {
    ProviderModel(
      "m", at: Endpoint(.vendor(of: wire), baseURL: address.url, timeouts: timeouts),
      over: try #require(address.transport(in: time)), knowing: .builtIn, clock: time.clock)
  }

  /// A model with the usual layers. `maximumWait` limits the wait that a provider may demand; the default is the usual
  /// limit of up to a minute.
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
  /// Typical settings of a backend with people waiting: a connection is established, or has failed, before the timeout.
  static let ofTurns = ModelTimeouts(connect: .milliseconds(2500))
}
