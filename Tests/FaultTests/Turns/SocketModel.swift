import CurlTransport
import LanguageModels

/// Models that are reached over real sockets.
enum SocketModel {
  /// One without layers, to fall back on.
  static func plain(
    _ wire: WireProtocol, at url: String, timeouts: ModelTimeouts = .ofTurns
  ) -> ProviderModel {
    ProviderModel(
      "m", at: Endpoint(.maker(of: wire), baseURL: url, timeouts: timeouts),
      over: CurlTransport(CurlConfiguration(proxy: .none)))
  }

  /// One with the usual layers around it. `longestWait` is the longest that a provider may make a call wait;
  /// without it as long as is usual, which is up to a minute.
  static func usual(
    _ wire: WireProtocol, at url: String, timeouts: ModelTimeouts = .ofTurns,
    fallingBackOn others: [any LanguageModel] = [], longestWait: Duration? = nil
  ) -> any LanguageModel {
    let stack = longestWait.map { ModelStack.conversational(patience: $0) } ?? .usual
    return stack.model(plain(wire, at: url, timeouts: timeouts), fallingBackOn: others)
  }
}

extension ModelTimeouts {
  /// As a backend sets them where people wait: a connection stands, or has failed, before patience ends.
  static let ofTurns = ModelTimeouts(connect: .milliseconds(2500))
}
