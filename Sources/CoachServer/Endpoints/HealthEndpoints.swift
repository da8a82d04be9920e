#if Server
  import CoachKit
  import HTTPTypes

  extension Endpoint {
    /// Whether the process is running, and whether it should get requests.
    static func health(_ state: ServerState) -> [Endpoint] {
      let schema: JSONValue = [
        "title": "Health", "type": "object", "properties": ["status": ["type": "string"]],
        "required": ["status"], "additionalProperties": false,
      ]
      return [
        Endpoint(
          method: .get, path: "/healthz", summary: "Whether the process is running",
          response: .json(schema), load: .light
        ) { _ in .json(["status": "ok"]) },
        Endpoint(
          method: .get, path: "/readyz", summary: "Whether the server takes requests",
          details: "Fails while the server stops, and while its store does not answer.",
          response: .json(schema), failures: [.serviceUnavailable], load: .light
        ) { _ in
          if state.isDraining {
            throw Problem(.serviceUnavailable, "stopping", "the server is stopping")
          }
          guard await state.readiness.isReady else {
            throw Problem(
              .serviceUnavailable, "store", "the store of counts and request ids does not answer")
          }
          return .json(["status": "ready"])
        },
      ]
    }
  }
#endif
