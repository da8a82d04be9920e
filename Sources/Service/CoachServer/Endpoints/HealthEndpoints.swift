#if Server
  import CoachKit
  import HTTPTypes

  extension Endpoint {
    /// Whether the process is running, and whether it should get requests.
    static func health(_ state: ServerState) -> [Endpoint] {
      [
        Endpoint(
          method: .get, path: "/healthz", scope: nil, summary: "Whether the process is running",
          answer: Health.form, load: .light
        ) { _ in Health(status: "ok") },
        Endpoint(
          method: .get, path: "/readyz", scope: nil, summary: "Whether the server takes requests",
          details: "Fails while the server stops, and while its store does not answer.",
          answer: Health.form, failures: [.serviceUnavailable], load: .light
        ) { _ in
          if state.isDraining {
            throw Problem(.serviceUnavailable, "stopping", "the server is stopping")
          }
          guard await state.readiness.isReady else {
            throw Problem(
              .serviceUnavailable, "store", "the store of counts and request ids does not answer")
          }
          return Health(status: "ready")
        },
      ]
    }
  }

  private struct Health: Sendable {
    var status: String

    static let form = JSONObjectForm<Health>(
      writing: "health", .required("status", \.status, .text)
    )
    .form
  }
#endif
