public import CoachModel
public import LanguageModels
public import PromptTemplates

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
  private var known: KnownBlocks
  /// The times at which kept prefixes were last used, by their numbers.
  private var entries: [Int: Duration] = [:]
  /// The requests whose prefixes can be found anywhere.
  private var earlier: [(layout: CacheLayout, time: Duration)] = []

  /// Creates an empty cache. By default tokens are estimated.
  public init(_ rules: PromptCacheRules, counter: any TokenCounter = TokenEstimator()) {
    self.rules = rules
    known = KnownBlocks(counter: counter)
  }

  /// Returns how many tokens of a request's input are read from the cache and written to it, and keeps its prefixes
  /// for the requests that follow. The count of output is unknown.
  ///
  /// - Parameter time: The time since the start of the simulation; it must not run backwards.
  public mutating func usage(of request: ModelRequest, at time: Duration) -> TokenUsage {
    let layout = CacheLayout(
      rules.takesLateInstructions ? request : request.withTurnInUserMessage, known: &known)
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
    let shared =
      earlier.map { layout.sharedTokens(with: $0.layout, counter: known.counter) }.max() ?? 0
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
      for index in (max(0, mark - lookBack)...mark).reversed() {
        let block = layout.blocks[index]
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
  private(set) var blocks: [CacheBlock] = []
  /// The tokens of the whole request.
  var tokens: Int { blocks.last?.prefixTokens ?? 0 }

  init(_ request: ModelRequest, known: inout KnownBlocks) {
    for message in request.messages {
      var isFirst = true
      for part in message.parts {
        if case .cacheBreakpoint = part {
          if !blocks.isEmpty { blocks[blocks.count - 1].isMarked = true }
          continue
        }
        guard let text = part.text else { continue }
        blocks.append(
          known.block(text, role: message.role, after: blocks.last, beginsMessage: isFirst))
        isFirst = false
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
      let common = zip(own.text.utf8, theirs.text.utf8).prefix { $0 == $1 }.count
      // What is common may end within a character.
      shared += counter.count(ArraySlice(own.text.utf8.prefix(common)))
      break
    }
    return shared
  }
}

private struct CacheBlock {
  var role: Role
  var text: String
  /// The number of everything up to the end of the block.
  var prefix: Int
  /// The tokens of everything up to the end of the block.
  var prefixTokens: Int
  var isMarked = false
}

/// The blocks of all requests, so that each is counted once: a request repeats those before it.
private struct KnownBlocks {
  private struct Key: Hashable {
    var previous: Int?
    var role: Role
    var text: String
    var beginsMessage: Bool
  }

  let counter: any TokenCounter
  private var blocks: [Key: CacheBlock] = [:]

  /// The marks of a message's role and end, about as many in every chat format.
  private static let tokensPerMessage = 4

  init(counter: any TokenCounter) { self.counter = counter }

  mutating func block(
    _ text: String, role: Role, after previous: CacheBlock?, beginsMessage: Bool
  ) -> CacheBlock {
    let key = Key(previous: previous?.prefix, role: role, text: text, beginsMessage: beginsMessage)
    if let known = blocks[key] { return known }
    let tokens = counter.count(text) + (beginsMessage ? Self.tokensPerMessage : 0)
    let block = CacheBlock(
      role: role, text: text, prefix: blocks.count,
      prefixTokens: (previous?.prefixTokens ?? 0) + tokens)
    blocks[key] = block
    return block
  }
}
