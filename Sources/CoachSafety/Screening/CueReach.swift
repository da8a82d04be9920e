import Phrases
import SafetyRules

/// The cues of a message, and which of them apply to a mention.
///
/// A message can be of any length. So what lies between two words is read from prefix counts, which are made once,
/// and a mention is compared only with the cues of its own sentence and with those that reach the whole message.
struct CueReach {
  /// A cue and its position.
  struct Place {
    var cue: Int
    var tokens: ClosedRange<Int>
  }

  private let cues: [ScreeningCue]
  /// By token, the index of its sentence.
  private let sentences: [Int]
  /// By sentence, its cues that do not reach the whole message.
  private var inSentence: [Int: [Place]] = [:]
  /// By cue that reaches the whole message, its first and last place: no other lies further before a mention, or
  /// further after it.
  private var inMessage: [Int: (first: Place, last: Place)] = [:]
  /// By token, the number of tokens before it that are not fillers.
  private let contentBefore: [Int]
  /// By token, the number of tokens before it that begin another thought: "I'm not fine, I want to die".
  private let thoughtsBefore: [Int]
  /// By cue of this message and token, the number of tokens before it that stop the cue.
  private var stopsBefore: [Int: [Int]] = [:]

  /// Creates the lookup for the cues of a message, given in the order of the text.
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

  /// Returns the cues that apply to a mention.
  func cues(about place: ClosedRange<Int>) -> Set<Int> {
    var numbers: Set<Int> = []
    for found in inSentence[sentences[place.lowerBound]] ?? []
    where !numbers.contains(found.cue) && reaches(place, from: found) {
      numbers.insert(found.cue)
    }
    for (cue, ends) in inMessage
    where reaches(place, from: ends.first)
      || reaches(place, from: ends.last)
    {
      numbers.insert(cue)
    }
    return numbers
  }

  private func reaches(_ place: ClosedRange<Int>, from found: Place) -> Bool {
    let cue = cues[found.cue]
    guard !found.tokens.overlaps(place) else { return false }
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
