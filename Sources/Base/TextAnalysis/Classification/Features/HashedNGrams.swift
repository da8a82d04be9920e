/// The hashed n-grams of a text: of one to three words, and of two to five letters within a word and its spaces.
package enum HashedNGrams {
  /// The maximum number of words in a feature.
  package static let maximumWords = 3
  /// The numbers of bytes in a feature within a word.
  package static let letters = 2...5
  /// The maximum number of bytes of a word that are read: what is longer is no word.
  package static let maximumWordLength = 40

  /// The two kinds of features, which are normalized separately.
  package enum Block: Int, CaseIterable, Sendable {
    case words, letters
  }

  /// Passes the hash of every n-gram of some tokens to a function, repeated ones repeatedly.
  ///
  /// - Parameter token: Called after the n-grams that end with a token.
  package static func visit(
    _ text: FoldedText, _ tokens: Range<Int>, _ feature: (Block, UInt32) -> Void,
    token: () -> Void = {}
  ) {
    var before: (UInt32, UInt32) = (0, 0)
    var count = 0
    text.bytes.withUnsafeBufferPointer { bytes in
      for index in text.tokens[tokens] {
        let end = min(index.upperBound, index.lowerBound + maximumWordLength)
        let word = hash(bytes, index.lowerBound..<end, seed: 0)
        feature(.words, word)
        if count > 0 {
          var pair = TextHash(seed: 101)
          pair.add(before.1)
          pair.add(word)
          feature(.words, pair.value)
        }
        if count > 1 {
          var triple = TextHash(seed: 102)
          triple.add(before.0)
          triple.add(before.1)
          triple.add(word)
          feature(.words, triple.value)
        }
        before = (before.1, word)
        count += 1
        // With the spaces around the word.
        let spaced = (index.lowerBound - 1)..<(end + 1)
        for start in spaced {
          var hash = TextHash(seed: 0)
          for index in start..<min(start + letters.upperBound, spaced.upperBound) {
            hash.add(bytes[index])
            if index - start + 1 >= letters.lowerBound { feature(.letters, hash.value) }
          }
        }
        token()
      }
    }
  }

  private static func hash(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, seed: UInt32
  ) -> UInt32 {
    var hash = TextHash(seed: seed)
    for index in range { hash.add(bytes[index]) }
    return hash.value
  }
}
