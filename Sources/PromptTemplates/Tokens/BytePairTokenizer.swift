public import SourceFiles

/// Counts tokens exactly as a model's own byte-pair tokenizer does, from its rank file.
///
/// Rank files (`cl100k_base.tiktoken`, `o200k_base.tiktoken`) are published by the models' makers and
/// are not part of this project. Marks such as `<|endoftext|>` are ordinary text here, as they must be
/// in what a person typed; a chat's role marks, three or four tokens a message, are in no text's count.
public struct BytePairTokenizer: TokenCounter {
  /// How a text is cut into pieces before tokens are looked for; each vocabulary has its own way.
  public enum Pattern: String, Sendable, Hashable, CaseIterable {
    /// GPT-4 and GPT-3.5.
    case cl100k
    /// GPT-4o and later.
    case o200k
  }

  private let ranks: RankTable
  private let pattern: Pattern

  /// Reads a rank file: a line a token, `base64(bytes) rank`. Throws ``SourceError`` with the line that
  /// is something else.
  public init(rankFile: SourceFile, pattern: Pattern) throws(SourceError) {
    ranks = try RankTable(rankFile)
    self.pattern = pattern
  }

  /// The pattern's name.
  public var method: String { pattern.rawValue }

  /// The exact number of tokens.
  public func count(_ bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    forEachPiece(of: bytes) { piece in
      if ranks.rank(of: piece) != nil { count += 1 } else { count += merged(piece).count - 1 }
    }
    return count
  }

  /// The tokens of a text, by rank.
  public func encode(_ text: String) -> [Int] {
    var tokens: [Int] = []
    forEachPiece(of: Array(text.utf8)[...]) { piece in
      if let rank = ranks.rank(of: piece) {
        tokens.append(Int(rank))
      } else {
        let bounds = merged(piece)
        for (start, end) in zip(bounds, bounds.dropFirst()) {
          tokens.append(ranks.rank(of: piece[start..<end]).map(Int.init) ?? -1)
        }
      }
    }
    return tokens
  }

  private func forEachPiece(of bytes: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
    var cutter = TextCutter(bytes, pattern: pattern)
    while let piece = cutter.next() { body(piece) }
  }

  /// Merges the neighbours whose union has the lowest rank, again and again; returns where the tokens
  /// begin, and the end.
  ///
  /// A long piece is cut at 4 KiB first, so that a text without blanks cannot cost its square.
  private func merged(_ piece: ArraySlice<UInt8>) -> [Int] {
    guard piece.count <= Self.maximumPieceLength else {
      let middle = piece.startIndex + Self.maximumPieceLength
      return merged(piece[..<middle]).dropLast() + merged(piece[middle...])
    }
    var bounds = Array(piece.startIndex...piece.endIndex)
    func rank(_ at: Int) -> Int32 {
      at + 2 < bounds.count ? ranks.rank(of: piece[bounds[at]..<bounds[at + 2]]) ?? .max : .max
    }
    var pairRanks = bounds.indices.map { rank($0) }
    while bounds.count > 2 {
      guard let lowest = pairRanks.dropLast(2).enumerated().min(by: { $0.element < $1.element }),
        lowest.element < .max
      else { break }
      bounds.remove(at: lowest.offset + 1)
      pairRanks.remove(at: lowest.offset + 1)
      pairRanks[lowest.offset] = rank(lowest.offset)
      if lowest.offset > 0 { pairRanks[lowest.offset - 1] = rank(lowest.offset - 1) }
    }
    return bounds
  }

  private static let maximumPieceLength = 4_096
}
