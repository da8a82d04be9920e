/// What a reply turns into, in the order in which it was written.
public enum ReplyEvent: Sendable, Hashable {
  /// Text for the person, with no byte of a declared tag in it.
  case text(String)
  /// A declared tag.
  case tag(ReplyTag)
}

extension Sequence where Element == ReplyEvent {
  /// The words that the person reads: texts, and the words of inline tags.
  public var visibleText: String {
    var text = ""
    for event in self {
      switch event {
      case .text(let part): text += part
      case .tag(let tag): text += tag.words ?? ""
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
