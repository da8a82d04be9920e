import SafetyRules
import Phrases

/// The cues of a message, and which of them say something about a mention.
///
/// A message is as long as somebody likes. So what stands between two words is read off counts that are made once,
/// and a mention is compared only with the cues of its own sentence.
struct CueReach {
  /// A cue where it stands.
  struct Place {
    var cue: Int
    var tokens: ClosedRange<Int>
  }

  private let cues: [ScreeningCue]
  /// By word, the sentence that it belongs to.
  private let sentences: [Int]
  /// By sentence, the cues that reach no further.
  private var inSentence: [Int: [Place]] = [:]
  /// Of each cue that reaches the whole message its first and its last place: no other lies further before a
  /// mention, or further behind it.
  private var inMessage: [Int: (first: Place, last: Place)] = [:]
  /// By word, how many before it say something of their own.
  private let contentBefore: [Int]
  /// By word, how many before it begin another thought: "I'm not fine, I want to die".
  private let thoughtsBefore: [Int]
  /// By cue of this message, by word, how many before it are words that the cue does not reach behind.
  private var stopsBefore: [Int: [Int]] = [:]

  /// Takes the cues of a message, in the order in which they stand.
  init(_ places: [Place], of cues: [ScreeningCue], in tokens: [PhraseToken]) {
    self.cues = cues
    sentences = tokens.map(\.sentence)
    contentBefore = Self.counts(tokens) { !$0.isFiller }
    thoughtsBefore = Self.counts(tokens) { !$0.isAttached }
    for place in places {
      if case .message = cues[place.cue].reach {
        inMessage[place.cue] = (inMessage[place.cue]?.first ?? place, place)
      } else {
        inSentence[sentences[place.tokens.lowerBound], default: []].append(place)
      }
      let stops = cues[place.cue].stops
      if !stops.isEmpty, stopsBefore[place.cue] == nil {
        stopsBefore[place.cue] = Self.counts(tokens) {
          stops.contains($0.text) || stops.contains($0.written)
        }
      }
    }
  }

  private static func counts(
    _ tokens: [PhraseToken], where isCounted: (PhraseToken) -> Bool
  ) -> [Int] {
    var counts = [0]
    counts.reserveCapacity(tokens.count + 1)
    var count = 0
    for token in tokens {
      if isCounted(token) { count += 1 }
      counts.append(count)
    }
    return counts
  }

  /// The cues that say something about a mention, which is one stretch of words or several that belong together.
  func cues(about members: [ClosedRange<Int>], from place: ClosedRange<Int>) -> Set<Int> {
    var heard: Set<Int> = []
    for found in inSentence[sentences[place.lowerBound]] ?? []
    where !heard.contains(found.cue) && reaches(found, place, members) {
      heard.insert(found.cue)
    }
    for (cue, ends) in inMessage
    where reaches(ends.first, place, members) || reaches(ends.last, place, members) {
      heard.insert(cue)
    }
    return heard
  }

  private func reaches(
    _ found: Place, _ place: ClosedRange<Int>, _ members: [ClosedRange<Int>]
  ) -> Bool {
    let cue = cues[found.cue]
    guard !members.contains(where: { $0.overlaps(found.tokens) }) else { return false }
    // Between words that come together, a cue is about them.
    if found.tokens.overlaps(place) { return true }
    let isBefore = found.tokens.upperBound < place.lowerBound
    switch cue.direction {
    case .before where !isBefore, .after where isBefore: return false
    default: break
    }
    if case .message = cue.reach { return true }
    let (left, right) = isBefore ? (found.tokens, place) : (place, found.tokens)
    let between = (left.upperBound + 1)..<right.lowerBound
    if let stopsBefore = stopsBefore[found.cue],
      stopsBefore[between.upperBound] > stopsBefore[between.lowerBound]
    {
      return false
    }
    guard case .words(let reach) = cue.reach else { return true }
    return thoughtsBefore[right.lowerBound + 1] == thoughtsBefore[between.lowerBound]
      && contentBefore[between.upperBound] - contentBefore[between.lowerBound] <= reach
  }
}
