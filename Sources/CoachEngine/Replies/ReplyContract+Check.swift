public import PromptTemplates
public import StreamParsing
import Conversations
import JSONSchemas

extension ReplyContract {
  /// What is wrong with a tag that a model wrote; empty when it keeps the contract.
  public func problems(with tag: ReplyTag) -> [String] {
    let schema = payloads[tag.name]
    switch tag.content {
    case .inline(let words, let isClosed):
      if !isClosed { return ["its bracket is never closed"] }
      return words.isEmpty ? ["it holds no words"] : []
    case .bare: return schema == nil ? [] : ["its payload is missing"]
    case .malformed(_, let reason): return ["its payload is not JSON: \(reason)"]
    case .payload(let value):
      guard let schema else { return ["it has a payload, and the contract has none"] }
      return schema.violations(of: value).map(\.description)
    }
  }
}
