#if Server
  import CoachKit
  import HTTPTypes

  extension Endpoint {
    /// The OpenAPI document of other endpoints and of itself.
    static func document(of others: [Endpoint]) -> Endpoint {
      var endpoint = Endpoint(
        method: .get, path: "/openapi.json", summary: "This document",
        response: .json(["title": "OpenAPI", "type": "object"]), load: .light
      ) { _ in .json([:]) }
      let json = OpenAPIDocument.json(of: others + [endpoint])
      endpoint.handle = { _ in .json(json) }
      return endpoint
    }
  }
#endif
