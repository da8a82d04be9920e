public import SourceFiles

/// A token counter that applies a model's own byte-pair encoding, read from its rank file.
///
/// Rank files (`cl100k_base.tiktoken`, `o200k_base.tiktoken`) are published by the models' makers and are not part of
/// this project. Special tokens such as `<|endoftext|>` are treated as ordinary text, as they must be in what a
/// person typed. The role marks of a chat, three or four tokens a message, are not counted. Counts are exact except
/// for pieces longer than 4 KiB, which are split first to bound the time that encoding takes.
///
/// ```swift
/// func countTokens(of text: String, rankFile path: String) throws -> Int {
///   let file = try DiskFileSystem().read(path)  // such as o200k_base.tiktoken
///   let tokenizer = try BytePairTokenizer(rankFile: file, pattern: .o200k)
///   return tokenizer.count(text)
/// }
/// ```
public struct BytePairTokenizer: TokenCounter {
  /// The rules by which a text is split into pieces before encoding; each vocabulary has its own.
  public enum Pattern: String, Sendable, Hashable, CaseIterable {
    /// The pattern of GPT-4 and GPT-3.5.
    case cl100k
    /// The pattern of GPT-4o and later.
    case o200k
  }

  private let ranks: RankTable
  private let pattern: Pattern

  /// Reads a rank file, which has a line `base64(bytes) rank` for each token.
  ///
  /// Throws ``SourceError`` with code `tokens.rank-file` at the first other line, or if there are fewer than 256
  /// tokens.
  public init(rankFile: SourceFile, pattern: Pattern) throws(SourceError) {
    ranks = try RankTable(rankFile)
    self.pattern = pattern
  }

  /// The name of the pattern, such as `o200k`.
  public var method: String { pattern.rawValue }

  /// Returns the number of tokens of a text in UTF-8.
  public func count(_ bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    forEachPiece(of: bytes) { piece in
      if ranks.rank(of: piece) != nil { count += 1 } else { count += merged(piece).count - 1 }
    }
    return count
  }

  /// Returns the tokens of a text by rank; -1 for bytes that the rank file lacks.
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

  /// Merges the adjacent pair with the lowest rank until no pair is a token; returns the tokens' start offsets and
  /// the end.
  ///
  /// A long piece is split at 4 KiB first, since merging takes quadratic time.
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
