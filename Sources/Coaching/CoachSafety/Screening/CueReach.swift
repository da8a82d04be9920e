import SafetyRules
import TextAnalysis

/// The cues of a message, and which of them apply to a mention.
///
/// A message can be of any length. So how far a cue reaches is read once from the words around it, and a mention is
/// compared only with the cues of its own sentence and with those that reach the whole message.
struct CueReach {
  /// A cue and its position.
  struct Place {
    var cue: Int
    var tokens: ClosedRange<Int>
  }

  /// A cue with the mentions that it reaches.
  private struct Extent {
    var cue: Int
    var tokens: ClosedRange<Int>
    /// The first token with which a mention before the cue may end; the cue's own if it reaches none.
    var first: Int
    /// The last token with which a mention after the cue may begin; the cue's own if it reaches none.
    var last: Int

    func reaches(_ mention: ClosedRange<Int>) -> Bool {
      mention.upperBound < tokens.lowerBound && mention.upperBound >= first
        || mention.lowerBound > tokens.upperBound && mention.lowerBound <= last
    }
  }

  private let tokens: [PhraseToken]
  /// By sentence, its cues that do not reach the whole message.
  private var inSentence: [Int: [Extent]] = [:]
  /// By cue that reaches the whole message, its first and last place: no other lies further before a mention, or
  /// further after it.
  private var inMessage: [Int: (first: Extent, last: Extent)] = [:]

  /// Creates the lookup for the cues of a message, given in the order of the text.
  init(_ places: [Place], of cues: [ScreeningCue], in tokens: [PhraseToken]) {
    self.tokens = tokens
    for index in places {
      let cue = cues[index.cue]
      var extent = Extent(
        cue: index.cue, tokens: index.tokens, first: index.tokens.lowerBound,
        last: index.tokens.upperBound)
      if case .message = cue.reach {
        if cue.direction != .before { extent.first = 0 }
        if cue.direction != .after { extent.last = tokens.count }
        inMessage[index.cue] = (inMessage[index.cue]?.first ?? extent, extent)
      } else {
        if cue.direction != .before { extent.first = Self.first(of: index, cue, in: tokens) }
        if cue.direction != .after { extent.last = Self.last(of: index, cue, in: tokens) }
        inSentence[tokens[index.tokens.lowerBound].sentence, default: []].append(extent)
      }
    }
  }

  /// Returns the cues that apply to a mention.
  func cues(about mention: ClosedRange<Int>) -> Set<Int> {
    var extents = inSentence[tokens[mention.lowerBound].sentence] ?? []
    for (first, last) in inMessage.values { extents += [first, last] }
    return Set(extents.filter { $0.reaches(mention) }.map(\.cue))
  }

  /// Returns the last token with which a mention after a cue may begin.
  private static func last(
    of place: Place, _ cue: ScreeningCue, in tokens: [PhraseToken]
  ) -> Int {
    var way = Way(cue)
    var last = place.tokens.upperBound
    for position in tokens.indices[(last + 1)...] {
      guard tokens[position].sentence == tokens[last].sentence,
        way.isOpen || tokens[position].isAttached
      else { break }
      last = position
      guard way.goesOn(past: tokens[position]) else { break }
    }
    return last
  }

  /// Returns the first token with which a mention before a cue may end.
  private static func first(
    of place: Place, _ cue: ScreeningCue, in tokens: [PhraseToken]
  ) -> Int {
    var way = Way(cue)
    var first = place.tokens.lowerBound
    while first > 0 {
      guard tokens[first - 1].sentence == tokens[first].sentence,
        way.isOpen || tokens[first].isAttached
      else { break }
      first -= 1
      guard way.goesOn(past: tokens[first]) else { break }
    }
    return first
  }

  /// The way from a cue to a mention.
  private struct Way {
    private let stops: ArraySlice<Int32>
    /// The number of words that are not fillers which may still lie in between; `nil` for any number.
    private var left: Int?

    init(_ cue: ScreeningCue) {
      stops = cue.stops[...]
      if case .words(let count) = cue.reach { left = count }
    }

    /// Whether it leads past the beginning of another thought: "I'm not fine, I want to die".
    var isOpen: Bool { left == nil }

    mutating func goesOn(past token: PhraseToken) -> Bool {
      if token.isOne(of: stops) { return false }
      guard let count = left, !token.isFiller else { return true }
      left = count - 1
      return count > 0
    }
  }
}
