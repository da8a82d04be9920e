/// A piece of a reply: text or a declared tag, in the order in which the model wrote them.
public enum ReplyEvent: Sendable, Hashable {
  /// Text for the person, without any byte of a declared tag.
  case text(String)
  /// A complete tag that the contract declares.
  case tag(ReplyTag)
}

extension Sequence where Element == ReplyEvent {
  /// The text that the person reads: text events and the text of inline tags.
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

  /// The tags, in order.
  public var tags: [ReplyTag] {
    compactMap { if case .tag(let tag) = $0 { tag } else { nil } }
  }

  /// The same events with adjacent text events joined, for comparing results of different chunkings.
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
