import CoachModel
import Documents
import LanguageModels

/// Cache breakpoints for OpenAI's models since GPT-5.6, which reuse a cached prefix only where the request has a
/// breakpoint. Earlier models find the longest shared prefix by themselves and reject the member.
///
/// Source: OpenAI's guide to prompt caching, which allows breakpoints on the content of system, developer and user
/// messages, writes at most four of a request, and compares the latest 80.
enum OpenAICache {
  /// The number of user messages before the breakpoint in the conversation that are marked, too. The request before
  /// this one ended at one of them; two allow for a message that was sent again.
  private static let earlierMessages = 2

  private static let member = "prompt_cache_breakpoint"

  /// Returns whether breakpoints are written for a model.
  static func marks(_ request: ModelRequest, for capabilities: ModelCapabilities) -> Bool {
    capabilities.caching == .breakpoints && request.cacheBreakpointCount > 0
  }

  /// Returns messages with breakpoints also where earlier requests of the same conversation had their last one.
  static func marked(_ messages: [ModelMessage]) -> [ModelMessage] {
    let end = messages.lastIndex { $0.role != .system && $0.hasBreakpoint }
    guard let end else { return messages }
    var marked = messages
    let places = messages[...end].indices.filter { messages[$0].role == .user }
    for index in places.suffix(earlierMessages + 1) where !messages[index].hasBreakpoint {
      marked[index].parts.append(.cacheBreakpoint(.minutes))
    }
    return marked
  }

  /// Marks the last of a message's encoded parts.
  static func mark(lastOf parts: inout [JSONObject]) {
    guard !parts.isEmpty else { return }
    parts[parts.count - 1][member] = ["mode": "explicit"]
  }

  /// Returns whether one of the encoded parts is marked.
  static func isMarked(_ parts: [JSONObject]) -> Bool { parts.contains { $0[member] != nil } }

  /// Turns off the breakpoint that the provider sets at the end of every request: what the turn adds there is written,
  /// at a higher price, and never read.
  static let options: JSONValue = ["mode": "explicit"]
}

extension ModelMessage {
  fileprivate var hasBreakpoint: Bool {
    parts.contains { if case .cacheBreakpoint = $0 { true } else { false } }
  }
}
