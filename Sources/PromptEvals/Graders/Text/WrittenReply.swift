import Conversations
import StreamParsing

extension Sequence where Element == ReplyEvent {
  /// The reply as the model wrote it, with its tags; a payload's JSON is written anew, on one line.
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
        case .payload(let value): text += "[\(tag.name)]\n\(value.text())"
        case .malformed(let raw, _): text += "[\(tag.name)]\(raw)"
        }
      }
    }
    return text
  }
}
