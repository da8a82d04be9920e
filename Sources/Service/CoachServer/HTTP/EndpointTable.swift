#if Server
  import HTTPTypes

  /// Finds the endpoint of a request.
  struct EndpointTable: Sendable {
    /// What a path leads to.
    enum Match {
      case found(Endpoint, parameters: [String: String])
      /// The path exists, with other methods.
      case otherMethods([HTTPRequest.Method])
      case none
    }

    let endpoints: [Endpoint]

    /// Returns the endpoint of a method and a path, without its query.
    func match(_ method: HTTPRequest.Method, _ path: some StringProtocol) -> Match {
      guard path.hasPrefix("/") else { return .none }
      let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      var methods: [HTTPRequest.Method] = []
      for endpoint in endpoints {
        guard let parameters = Self.parameters(of: Array(segments), in: endpoint) else { continue }
        if endpoint.method == method || (method == .head && endpoint.method == .get) {
          return .found(endpoint, parameters: parameters)
        }
        methods.append(endpoint.method)
      }
      return methods.isEmpty ? .none : .otherMethods(methods)
    }

    private static func parameters(
      of segments: [some StringProtocol], in endpoint: Endpoint
    ) -> [String: String]? {
      let pattern = endpoint.path == "/" ? [""] : endpoint.segments
      guard pattern.count == segments.count else { return nil }
      var parameters: [String: String] = [:]
      for (part, segment) in zip(pattern, segments) {
        guard part.hasPrefix("{") else {
          guard part == segment else { return nil }
          continue
        }
        guard let value = String(segment).percentDecoded, !value.isEmpty, value.utf8.count <= 200
        else { return nil }
        parameters[String(part.dropFirst().dropLast())] = value
      }
      return parameters
    }
  }

  extension String {
    /// The text with `%41` as `A`; `nil` if it is not encoded correctly or no UTF-8.
    var percentDecoded: String? {
      var bytes: [UInt8] = []
      var rest = utf8[...]
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
          bytes.append(byte)
          continue
        }
        guard rest.count >= 2, let value = UInt8(String(Substring(rest.prefix(2))), radix: 16),
          rest.first != UInt8(ascii: "+")
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      }
      return String(validating: bytes, as: UTF8.self)
    }
  }
#endif
