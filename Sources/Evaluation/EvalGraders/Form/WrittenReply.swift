import StreamParsing

extension Sequence where Element == ReplyEvent {
  /// The reply with its tags, spelt as they are declared.
  var writtenText: String {
    var text = ""
    for event in self {
      switch event {
      case .text(let part): text += part
      case .tag(let tag):
        switch tag.content {
        case .inline(let words, let isClosed):
          text += "[\(tag.name): \(words)\(isClosed ? "]" : "")"
        case .bare: text += "[\(tag.name)]"
        case .payload(let payload): text += "[\(tag.name)]\n\(payload.raw)"
        case .malformed(let raw, _): text += "[\(tag.name)]\(raw)"
        }
      }
    }
    return text
  }
}
