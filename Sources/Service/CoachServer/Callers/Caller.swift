#if Server
  import CoachKit

  /// What a caller may do.
  enum CallerScope: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Turns, tasks and everything else that an app's backend needs.
    case client
    /// Also prompts, costs, and what models did.
    case `operator`

    static func < (left: CallerScope, right: CallerScope) -> Bool {
      left == .client && right == .operator
    }
  }

  /// Who sent a request.
  struct Caller: Sendable, Hashable {
    /// The name of the key or the subject of the token, for logs.
    var name: String
    /// What the caller may do.
    var scope: CallerScope
    /// The only person that the caller may speak for; `nil` for any.
    var person: String?
    /// What tells callers apart, since names need not be unique: the digest of a key, or of whom a token speaks for; `nil` for
    /// whoever calls a server without keys.
    var credential: ContentDigest?
    /// Whether it sent a token instead of a key.
    var hasToken = false

    /// The name under which its costs are added up, and for which the caps of keys hold: that of its key. All tokens have one,
    /// since what a token is called may be a person.
    var costKey: String { hasToken ? "token" : name }

    /// Whoever calls a server that has no keys, which only this machine can reach.
    static let local = Caller(name: "local", scope: .operator)
  }
#endif
