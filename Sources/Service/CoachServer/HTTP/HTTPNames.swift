#if Server
  import HTTPTypes

  // The toolkit's own requests and responses are those of calls to providers.
  typealias HTTPRequest = HTTPTypes.HTTPRequest
  typealias HTTPResponse = HTTPTypes.HTTPResponse
#endif
