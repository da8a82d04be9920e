import CoachModel
import SourceFiles

/// Finds conversations that are nearly the same, which would count twice in an evaluation.
///
/// Two conversations are similar if their sets of five-word shingles have a Jaccard similarity of at least 0.8.
/// Candidate pairs are found by min-wise hashing in bands (Broder 1997; Leskovec, Rajaraman and Ullman, Mining of
/// Massive Datasets, chapter 3): 16 bands of 4 miss a pair at the threshold about once in five thousand times.
enum NearDuplicates {
  private static let threshold = 0.8
  private static let shingleLength = 5
  private static let bands = 16
  private static let rows = 4

  /// Returns a finding for each conversation that is similar to an earlier one.
  static func findings(among transcripts: [LocatedTranscript]) -> [Diagnostic] {
    let shingled = transcripts.map { shingles(of: $0.transcript) }
    var buckets: [[UInt64]: [Int]] = [:]
    var found: [Diagnostic] = []
    for (position, own) in shingled.enumerated() where !own.isEmpty {
      let bands = keys(of: own)
      let candidates = Set(bands.flatMap { buckets[$0] ?? [] }).sorted()
      let best = candidates.map { ($0, similarity(between: own, and: shingled[$0])) }.max {
        $0.1 < $1.1
      }
      if let (other, similarity) = best, similarity >= threshold {
        let percent = Int((similarity * 100).rounded(.down))
        found.append(
          transcripts[position].diagnostic(
            "transcript.near-duplicate",
            "nearly the same text is in '\(transcripts[other].transcript.id)' (\(percent) % alike)",
            at: transcripts[position].id,
            hint: "remove one, or give both the same 'cluster', so that they count as one"))
      }
      for key in bands { buckets[key, default: []].append(position) }
    }
    return found
  }

  private static func similarity(between left: Set<UInt64>, and right: Set<UInt64>) -> Double {
    let both = left.intersection(right).count
    return Double(both) / Double(left.count + right.count - both)
  }

  /// Returns the hashes of all shingles of five words, or one hash of all words of a shorter conversation.
  private static func shingles(of transcript: Transcript) -> Set<UInt64> {
    let words = transcript.messages.flatMap { message in
      message.text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { hash($0.utf8) }
    }
    guard words.count > shingleLength else { return words.isEmpty ? [] : [mix(words[...])] }
    return Set((0...(words.count - shingleLength)).map { mix(words[$0..<($0 + shingleLength)]) })
  }

  /// Returns the bands of the signature, each with its number.
  private static func keys(of shingles: Set<UInt64>) -> [[UInt64]] {
    (0..<bands).map { band in
      [UInt64(band)]
        + (0..<rows).map { row in
          let seed = UInt64(band * rows + row + 1) &* 0x9e37_79b9_7f4a_7c15
          return shingles.lazy.map { finish($0 ^ seed) }.min() ?? 0
        }
    }
  }

  /// Returns the 64-bit FNV-1a hash, which is the same in every process.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  private static func mix(_ words: ArraySlice<UInt64>) -> UInt64 {
    words.reduce(0) { finish($0 &* 31 &+ $1) }
  }

  /// The finalizer of SplitMix64, which spreads every bit over all.
  private static func finish(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
