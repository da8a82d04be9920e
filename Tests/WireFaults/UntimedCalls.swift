import LanguageModels
package import ModelProviders

extension ModelTimeouts {
  /// For tests in which time plays no part: longer than any test goes on.
  package static let never = ModelTimeouts(
    connect: forever, firstToken: forever, idle: forever, total: forever)

  private static let forever = Duration.seconds(1_000_000)
}

extension HTTPRequest {
  /// The request without limits of time.
  package var untimed: HTTPRequest {
    var request = self
    request.deadline = .never
    request.connectTimeout = ModelTimeouts.never.connect
    return request
  }
}

extension ContinuousClock.Instant {
  /// When all tests have ended.
  package static var never: ContinuousClock.Instant { .now + ModelTimeouts.never.total }
}
