#if Server
  public import CoachKit

  /// Who may call.
  public struct CallerSettings: Sendable, Hashable {
    /// The keys of callers.
    public var keys: [CallerKey] = []
    /// A file with keys, one a line.
    public var keysFile: String?
    /// The secret of tokens that are signed with HS256.
    public var tokenSecret: Secret?
    /// A JWKS file with the keys of tokens.
    public var jwksFile: String?
    /// The `iss` that tokens must have; `nil` for any.
    public var issuer: String?
    /// The `aud` that tokens must have; `nil` for any.
    public var audience: String?
    /// The claim that names the only person a token may speak for; `nil` for none.
    public var personClaim: String?

    /// Creates the settings of a server that anybody on this machine may call.
    public init() {}

    /// Whether anybody may call.
    var isOpen: Bool {
      keys.isEmpty && keysFile == nil && tokenSecret == nil && jwksFile == nil
    }
  }
#endif
