#if Server
  import CoachEngine
  import CoachKit
  import HTTPTypes
  import Hummingbird

  extension EndpointResponder {
    /// Reads the body of a request whose caller is known.
    ///
    /// Throws ``Problem`` if it is not declared as JSON, too large, too slow, or not framed as HTTP demands.
    func body(of request: Request, for endpoint: Endpoint) async throws -> [UInt8] {
      guard endpoint.body != nil else { return [] }
      guard let type = Self.mediaType(of: request), endpoint.bodyTypes.contains(type) else {
        let types = endpoint.bodyTypes.joined(separator: "' or 'content-type: ")
        throw Problem(
          .unsupportedMediaType, "content_type",
          endpoint.bodyTypes.count == 1
            ? "the body is not declared as JSON" : "the body is not declared as JSON or YAML",
          hint: "send 'content-type: \(types)'")
      }
      let limits = state.settings.limits
      let tooLarge = Problem(
        .contentTooLarge, "too_large", "the body has more than \(limits.bodyBytes) bytes",
        hint: "send less, or raise 'limits.body_bytes'")
      if let length = request.headers[.contentLength].flatMap({ Int($0) }),
        length > limits.bodyBytes
      {
        throw tooLarge
      }
      let body = request.body
      let bytes = await TurnTimeouts.result(
        within: .seconds(limits.bodySeconds), state.service.clock
      ) { () -> Result<[UInt8], any Error> in
        do {
          var bytes: [UInt8] = []
          for try await part in body {
            bytes.append(contentsOf: part.readableBytesView)
            guard bytes.count <= limits.bodyBytes else { return .failure(tooLarge) }
          }
          return .success(bytes)
        } catch is CancellationError {
          return .failure(CancellationError())
        } catch {
          return .failure(
            Problem(.badRequest, "broken_body", "the body breaks off, or its framing is not valid"))
        }
      }
      guard let bytes else {
        throw Problem(
          .requestTimeout, "slow_body",
          "the body did not arrive within \(limits.bodySeconds) seconds")
      }
      return try bytes.get()
    }

    /// Returns the declared media type of a body, without its parameters.
    static func mediaType(of request: Request) -> String? {
      let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased()
      return type?.filter { $0 != " " }
    }
  }
#endif
