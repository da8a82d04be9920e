package import SourceFiles
package import TextAnalysis

/// The common words of the languages that the crisis screen reads, as evidence that a message is in one of them.
///
/// Function words alone do not tell the language of three words, and that a message is short must not mean that it was
/// read: "Je veux mourir" has three.
package struct KnownWords: Sendable {
  private var words = WordTable()
  /// By number of the word, the languages that have it: bit 0 for the first of ``languages``.
  private var owners: [Int32] = []
  /// The codes of the languages.
  package private(set) var languages: [String] = []

  /// Creates a list without any word.
  package init() {}

  /// Reads the files in a folder, one for each language, `en.txt`, with a word on each line.
  ///
  /// Throws ``SourceError`` if a file cannot be read.
  package init(
    folder: String, files: some FileSystem = DiskFileSystem()
  ) throws(SourceError) {
    for name in try files.names(in: folder) where name.hasSuffix(".txt") {
      let file = try files.read("\(folder)/\(name)")
      add(
        FoldedWords(String(decoding: file.bytes, as: UTF8.self)).map(\.text),
        of: String(name.dropLast(4)))
    }
  }

  /// Creates a list of the words of some languages, given by their codes.
  package init(_ lists: [String: [String]]) {
    for (language, words) in lists.sorted(by: { $0.key < $1.key }) { add(words, of: language) }
  }

  private mutating func add(_ texts: [String], of language: String) {
    let bit = Int32(1) << Int32(languages.count)
    languages.append(language)
    for text in texts {
      let number = Int(words.insert(text.utf8))
      if number == owners.count { owners.append(0) }
      owners[number] |= bit
    }
  }

  /// The share of words in the language that has most of them, from 0 to 1; `nil` for a text without a word.
  ///
  /// Numbers in digits, web addresses and what follows `#` or `@` are no words.
  package func share(of text: String) -> (share: Double, words: Int)? {
    var count = 0
    var known = [Int](repeating: 0, count: languages.count)
    for piece in text.split(whereSeparator: \.isWhitespace) {
      guard piece.first != "#", piece.first != "@", !piece.contains("://") else { continue }
      let folded = FoldedWords(piece, splitsUnspaced: true)
      for (word, number) in zip(folded, folded.numbers(in: words)) where Self.isWord(word.text) {
        count += 1
        guard number != WordTable.unknown else { continue }
        for language in languages.indices where owners[Int(number)] & 1 << Int32(language) != 0 {
          known[language] += 1
        }
      }
    }
    guard count > 0, let best = known.max() else { return nil }
    return (Double(best) / Double(count), count)
  }

  /// Returns the words that occur in at least `minimum` of some texts in a language, sorted.
  ///
  /// Texts that are mostly in another language do not count: those of which too few words are among the commonest.
  package static func common(in texts: [String], minimum: Int) -> [String] {
    let words = texts.map { FoldedWords($0).map(\.text).filter(isWord) }
    let commonest = counts(of: words).filter { $0.value >= minimumOfCommonest }
    let read = words.filter { words in
      Double(words.count { commonest[$0] != nil }) >= 0.6 * Double(words.count)
    }
    return counts(of: read).filter { $0.value >= minimum }.keys.sorted()
  }

  /// In how many texts the commonest words are at least.
  private static let minimumOfCommonest = 10

  /// Returns in how many texts each word is.
  private static func counts(of texts: [[String]]) -> [String: Int] {
    texts.reduce(into: [:]) { counts, words in
      for word in Set(words) { counts[word, default: 0] += 1 }
    }
  }

  /// Returns whether a word is more than digits and signs.
  private static func isWord(_ word: String) -> Bool {
    word.unicodeScalars.contains(where: \.properties.isAlphabetic)
  }
}

extension KnownWords: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(languages)
    words.write(to: &table)
    table.write(owners)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    languages = try table.texts()
    words = try WordTable(from: &table)
    owners = try table.numbers()
    guard owners.count == words.count else { throw TableDamage() }
  }
}
