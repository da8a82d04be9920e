public import CoachModel
public import LanguageModels
public import PromptTemplates
import SourceFiles

/// A provider's prompt cache: which part of each request was kept from earlier ones.
///
/// It sees requests as their protocol lays them out, so it shows what a change of a prompt's order costs before any
/// call is made.
///
/// ```swift
/// func readShare(of requests: [ModelRequest], by rules: PromptCacheRules) -> Double {
///   var cache = PromptCacheSimulation(rules)
///   let usage = requests.enumerated().map { turn, request in
///     cache.usage(of: request, at: .seconds(90 * turn))
///   }
///   return PromptCacheForecast(usage).readShare
/// }
/// ```
public struct PromptCacheSimulation: Sendable {
  private let rules: PromptCacheRules
  private let counter: any TokenCounter
  /// The times at which kept prefixes were last used, by the digest of their blocks.
  private var entries: [ContentDigest: Duration] = [:]
  /// The requests whose prefixes can be found anywhere.
  private var earlier: [(layout: CacheLayout, time: Duration)] = []

  /// Creates an empty cache. By default tokens are estimated.
  public init(_ rules: PromptCacheRules, counter: any TokenCounter = TokenEstimator()) {
    self.rules = rules
    self.counter = counter
  }

  /// Returns how many tokens of a request's input are read from the cache and written to it, and keeps its prefixes
  /// for the requests that follow. The count of output is unknown.
  ///
  /// - Parameter time: The time since the start of the simulation; it must not run backwards.
  public mutating func usage(of request: ModelRequest, at time: Duration) -> TokenUsage {
    let layout = CacheLayout(
      rules.takesLateInstructions ? request : request.withTurnInUserMessage, counter: counter)
    switch rules.match {
    case .longestPrefix(let step): return longestPrefix(of: layout, step: step, at: time)
    case .breakpoints(let lookBack, let writes):
      return breakpoints(of: layout, lookBack: lookBack, writes: writes, at: time)
    }
  }

  private mutating func longestPrefix(of layout: CacheLayout, step: Int, at time: Duration)
    -> TokenUsage
  {
    let lifetime = rules.lifetime
    earlier.removeAll { time - $0.time > lifetime }
    let shared = earlier.map { layout.sharedTokens(with: $0.layout, counter: counter) }.max() ?? 0
    let read = shared < rules.minimum ? 0 : shared / step * step
    earlier.append((layout, time))
    return TokenUsage(input: layout.tokens, cachedInput: read, cacheWrites: 0)
  }

  private mutating func breakpoints(
    of layout: CacheLayout, lookBack: Int, writes: Int, at time: Duration
  ) -> TokenUsage {
    entries = entries.filter { time - $0.value <= rules.lifetime }
    let marks = layout.blocks.indices.filter { layout.blocks[$0].isMarked }
    var read = 0
    for mark in marks.reversed() where read == 0 {
      for place in (max(0, mark - lookBack)...mark).reversed() {
        let block = layout.blocks[place]
        guard entries[block.prefix] != nil else { continue }
        entries[block.prefix] = time
        read = block.prefixTokens
        break
      }
    }
    var written = read
    for mark in marks.suffix(writes) where layout.blocks[mark].prefixTokens >= rules.minimum {
      entries[layout.blocks[mark].prefix] = time
      written = max(written, layout.blocks[mark].prefixTokens)
    }
    return TokenUsage(input: layout.tokens, cachedInput: read, cacheWrites: written - read)
  }
}

/// A request as the sequence of text blocks that a provider's cache sees.
private struct CacheLayout {
  struct Block {
    var role: Role
    var text: [UInt8]
    /// The digest of everything up to the end of the block.
    var prefix: ContentDigest
    /// The tokens of everything up to the end of the block.
    var prefixTokens: Int
    var isMarked: Bool
  }

  private(set) var blocks: [Block] = []
  /// The tokens of the whole request.
  var tokens: Int { blocks.last?.prefixTokens ?? 0 }

  /// The marks of a message's role and end, about as many in every chat format.
  private static let tokensPerMessage = 4

  init(_ request: ModelRequest, counter: any TokenCounter) {
    var tokens = 0
    var digest: [UInt8] = []
    for message in request.messages {
      tokens += Self.tokensPerMessage
      for part in message.parts {
        if case .cacheBreakpoint = part {
          if !blocks.isEmpty { blocks[blocks.count - 1].isMarked = true }
          continue
        }
        guard let text = part.text else { continue }
        tokens += counter.count(text)
        let bytes = Array(text.utf8)
        let prefix = ContentDigest(
          of: digest + Array(message.role.rawValue.utf8) + [0xff] + bytes)
        digest = Array(prefix.hexadecimal.utf8)
        blocks.append(
          Block(
            role: message.role, text: bytes, prefix: prefix, prefixTokens: tokens, isMarked: false))
      }
    }
  }

  /// Returns the tokens at the start that both requests have, also within a block.
  func sharedTokens(with other: CacheLayout, counter: any TokenCounter) -> Int {
    var shared = 0
    for (own, theirs) in zip(blocks, other.blocks) {
      guard own.prefix != theirs.prefix else {
        shared = own.prefixTokens
        continue
      }
      guard own.role == theirs.role else { break }
      let common = zip(own.text, theirs.text).prefix { $0 == $1 }.count
      // What is common may end within a character.
      shared += counter.count(own.text[..<common])
      break
    }
    return shared
  }
}
