import LanguageModels
package import ModelProviders

extension ModelTimeouts {
  /// For tests in which time does not matter: longer than any test runs.
  package static let never = ModelTimeouts(
    connect: forever, firstToken: forever, idle: forever, total: forever)

  private static let forever = Duration.seconds(1_000_000)
}

extension TransportRequest {
  /// The request without time limits.
  package var untimed: TransportRequest {
    var request = self
    request.deadline = .never
    request.connectTimeout = ModelTimeouts.never.connect
    return request
  }
}

extension ContinuousClock.Instant {
  /// A time after the end of all tests.
  package static var never: ContinuousClock.Instant { .now + ModelTimeouts.never.total }
}
