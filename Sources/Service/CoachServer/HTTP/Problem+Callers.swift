#if Server
  import HTTPTypes

  extension Problem {
    /// The problem of a request whose caller is not known.
    init(_ refusal: CallerRefusal) {
      let words: String
      switch refusal {
      case .otherHost:
        self.init(
          .forbidden, "forbidden", "this server has no keys and answers this machine only",
          hint: "call it as localhost or 127.0.0.1, or start it with keys")
        return
      case .noKey: words = "the request has no key"
      case .notBearer: words = "the key is not a bearer token"
      case .invalidKey: words = "the key is not valid"
      }
      self.init(
        .unauthorized, "unauthenticated", words, hint: "send 'authorization: Bearer <key>'")
      headers[.wwwAuthenticate] = "Bearer"
    }
  }
#endif
