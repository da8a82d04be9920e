public import CoachModel
import Documents
import SourceFiles

/// The kind of turn that a request led to.
public enum TurnRoute: Sendable, Hashable {
  /// A turn of a conversation.
  case conversation(ConversationKind)
  /// A reply to a message that signals a crisis.
  case crisis
  /// A turn with ``TurnConfiguration/Prompts/pinned``.
  case pinned
  /// The turn was not admitted.
  case refused

  /// A turn of the free first conversation.
  public static let discovery = TurnRoute.conversation(.discovery)
  /// A turn of a coaching conversation.
  public static let coaching = TurnRoute.conversation(.coaching)
}

extension TurnRoute: RawRepresentable {
  private static let others: [String: TurnRoute] = [
    "crisis": .crisis, "pinned": .pinned, "refused": .refused,
  ]

  /// Creates the route of a name: `crisis`, `pinned`, `refused`, or that of a kind of conversation.
  public init?(rawValue: String) {
    guard
      let route = Self.others[rawValue]
        ?? ConversationKind(rawValue: rawValue).map({ .conversation($0) })
    else { return nil }
    self = route
  }

  /// The name.
  public var rawValue: String {
    switch self {
    case .conversation(let kind): kind.rawValue
    case .crisis: "crisis"
    case .pinned: "pinned"
    case .refused: "refused"
    }
  }

  /// The kind of the conversation; `nil` if the turn belongs to none.
  public var kind: ConversationKind? {
    if case .conversation(let kind) = self { kind } else { nil }
  }

  /// Returns whether a turn of this kind has a domain. For a prompt that is not the coach's, its inputs decide.
  package func choosesDomain(promptInputs names: [String]) -> Bool {
    switch self {
    case .coaching: true
    case .discovery, .crisis, .refused: false
    case .pinned, .conversation: names.contains("domain")
    }
  }
}

extension JSONForm where Value == TurnRoute {
  /// The name of a route.
  static var route: JSONForm {
    JSONForm(
      schema: ["type": "string", "pattern": "^[a-z][a-z0-9_-]*$"], write: { .string($0.rawValue) }
    ) { (node, what) throws(SourceError) in
      guard let route = TurnRoute(rawValue: try node.string(what)) else {
        throw node.error("turn.route", "\(what) is not the name of a kind of turn")
      }
      return route
    }
  }
}
