#if Server
  import CoachKit

  /// Decides who sent a request.
  struct Authentication: Sendable {
    private let isOpen: Bool
    private let callers: [KeyDigest: Caller]
    private let tokens: TokenVerifier?

    /// Reads the keys that settings name.
    ///
    /// Throws ``SourceError`` with the entries and files that cannot be used.
    init(
      _ settings: CallerSettings, clock: CallClock = .system,
      files: any FileSystem = DiskFileSystem()
    ) async throws(SourceError) {
      isOpen = settings.isOpen
      var keys = settings.keys
      if let path = settings.keysFile { keys += try CallerKey.list(try files.read(path)) }
      callers = Dictionary(keys.map { ($0.digest, $0.caller) }) { first, _ in first }
      tokens = try await TokenVerifier(settings, clock: clock, files: files)
    }

    /// Returns who sent a request with these fields of its head.
    ///
    /// Throws ``CallerRefusal`` if the request has no valid key or token. A server without keys takes requests that name this
    /// machine as their host only, so that no web page can reach it under a name of its own.
    func caller(
      authorization: String?, host: String?, origin: String?
    ) async throws(CallerRefusal) -> Caller {
      if isOpen {
        let page = origin.map { $0.split(separator: "/").last.map(String.init) }
        guard Self.isLocal(host), page.map({ Self.isLocal($0) }) ?? true else { throw .otherHost }
        return .local
      }
      guard let value = authorization else { throw .noKey }
      let parts = value.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw .notBearer }
      let key = String(parts[1])
      // Looked up by digest, so that the time of the comparison says nothing about a key.
      if var caller = callers[KeyDigest(of: key)] {
        caller.credential = ContentDigest(of: key)
        return caller
      }
      if let caller = await tokens?.caller(of: key) { return caller }
      throw .invalidKey
    }

    /// Returns whether a host, with or without a port, is this machine.
    private static func isLocal(_ host: String?) -> Bool {
      guard let host = host?.lowercased() else { return false }
      return ["127.0.0.1", "localhost", "[::1]"].contains { name in
        guard host.hasPrefix(name) else { return false }
        let port = host.dropFirst(name.count)
        return port.isEmpty || (port.first == ":" && port.dropFirst().allSatisfy(\.isNumber))
      }
    }
  }

  /// Why a caller is not known.
  enum CallerRefusal: Error {
    /// A server without keys was called by another name than that of its machine.
    case otherHost
    case noKey
    /// There is something else than a bearer token.
    case notBearer
    case invalidKey
  }
#endif
