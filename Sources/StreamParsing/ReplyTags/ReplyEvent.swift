public import Conversations

/// What a reply turns into, in the order in which it was written.
public enum ReplyEvent: Sendable, Hashable {
  /// Text for the person, with no byte of a declared tag in it.
  case text(String)
  /// A declared tag.
  case tag(ReplyTag)
}

/// A declared tag that the model wrote.
public struct ReplyTag: Sendable, Hashable {
  /// What came with the tag.
  public enum Content: Sendable, Hashable {
    /// The words of `[NAME: words]`. `isClosed` is false when the reply ended before the bracket.
    case inline(String, isClosed: Bool)
    /// A signal with nothing after it.
    case bare
    /// A signal with a JSON object after it.
    case payload(JSONValue)
    /// A signal with something after it that is not JSON; `raw` is all of it, `reason` says why.
    case malformed(raw: String, reason: String)
  }

  /// The declared name.
  public var name: String
  /// What came with it.
  public var content: Content

  /// Creates a tag.
  public init(name: String, content: Content) {
    self.name = name
    self.content = content
  }
}

extension Sequence where Element == ReplyEvent {
  /// The words that the person reads: texts, and the words of inline tags.
  public var visibleText: String {
    var text = ""
    for event in self {
      switch event {
      case .text(let part): text += part
      case .tag(let tag):
        if case .inline(let words, _) = tag.content { text += words }
      }
    }
    return text
  }

  /// The tags in order.
  public var tags: [ReplyTag] {
    compactMap { if case .tag(let tag) = $0 { tag } else { nil } }
  }

  /// The same events with neighbouring texts joined, so that two splits can be compared.
  public var coalesced: [ReplyEvent] {
    reduce(into: []) { events, event in
      if case .text(let more) = event, case .text(let text)? = events.last {
        events[events.count - 1] = .text(text + more)
      } else {
        events.append(event)
      }
    }
  }
}
