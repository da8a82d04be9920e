package import TextAnalysis

/// Direct statements of danger in languages that the crisis screen does not read.
///
/// The screen judges English, Spanish and German. Someone who writes "I want to die" in another language should still
/// be shown help at once, so each of these has a few dozen statements, which count by themselves wherever they stand in
/// a message. A statement is a run of words; in scripts without spaces each letter is a word.
package struct ForeignStatements: Sendable {
  /// A statement that was found.
  package struct Match: Sendable, Hashable {
    /// The code of its language.
    package var language: String
    package var kind: StatementKind
    /// Its range in the text, in UTF-8 bytes.
    package var range: Range<Int>
  }

  private var words = WordTable()
  /// The statements as numbers of words.
  private var statements = PackedLists()
  /// By statement, the positions of its kind and of its language.
  private var kinds: [Int32] = []
  private var owners: [Int32] = []
  /// By number of a word, the statements that begin with it.
  private var byFirstWord: [Int32: [Int32]] = [:]
  private var languages: [ForeignLanguage] = []
  /// By language, the words that reverse a statement which follows them.
  private var negations = PackedLists()

  /// Creates a list without any statement.
  package init() {}

  /// Creates the list of some languages.
  package init(_ languages: [ForeignLanguage]) {
    for language in languages { append(language) }
    index()
  }

  /// The codes of the languages, in the order of their files.
  package var codes: [String] { languages.map(\.code) }

  /// The number of statements in all languages.
  package var count: Int { statements.count }

  /// Returns what to do in an emergency, in a language; `nil` if it has no statements.
  ///
  /// `number` is the emergency number of the country, if that is known.
  package func emergencyLine(in language: String, number: String?) -> String? {
    guard let language = languages.first(where: { $0.code == language }) else { return nil }
    guard let number else { return language.emergencyUnknown }
    return language.emergency.replacing(ForeignLanguage.placeholder, with: number)
  }

  /// Returns the gravest statement in a text, the first of several.
  package func gravest(in text: String) -> Match? {
    let folded = FoldedWords(text, splitsUnspaced: true)
    let numbers = folded.numbers(in: words)
    var best: Match?
    for start in numbers.indices where numbers[start] != WordTable.unknown {
      for statement in byFirstWord[numbers[start]] ?? [] {
        let run = statements[Int(statement)]
        guard numbers[start...].starts(with: run) else { continue }
        let (kind, owner) = (
          StatementKind.allCases[Int(kinds[Int(statement)])], Int(owners[Int(statement)])
        )
        if start > 0, negations[owner].contains(numbers[start - 1]), folded.isNext(start) {
          continue
        }
        if let best, best.kind.severity >= kind.severity { continue }
        let last = folded.range(at: start + run.count - 1)
        best = Match(
          language: languages[owner].code, kind: kind,
          range: folded.range(at: start).lowerBound..<last.upperBound)
      }
    }
    return best
  }

  private mutating func append(_ language: ForeignLanguage) {
    let owner = Int32(languages.count)
    languages.append(language)
    negations.append(language.negations.flatMap { numbers(of: $0) })
    for statement in language.statements {
      statements.append(numbers(of: statement.text))
      kinds.append(Int32(StatementKind.allCases.firstIndex(of: statement.kind) ?? 0))
      owners.append(owner)
    }
  }

  private mutating func numbers(of text: String) -> [Int32] {
    FoldedWords(text, splitsUnspaced: true).map { words.insert($0.text.utf8) }
  }

  private mutating func index() {
    for statement in 0..<statements.count {
      guard let first = statements[statement].first else { continue }
      byFirstWord[first, default: []].append(Int32(statement))
    }
  }
}

extension ForeignStatements: TableValue {
  package func write(to table: inout TableWriter) {
    words.write(to: &table)
    statements.write(to: &table)
    table.write(kinds)
    table.write(owners)
    table.write(languages.map(\.code))
    table.write(languages.map(\.emergency))
    table.write(languages.map(\.emergencyUnknown))
    negations.write(to: &table)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    words = try WordTable(from: &table)
    statements = try PackedLists(from: &table)
    (kinds, owners) = (try table.numbers(), try table.numbers())
    let (codes, lines, unknown) = (try table.texts(), try table.texts(), try table.texts())
    negations = try PackedLists(from: &table)
    guard kinds.count == statements.count, owners.count == statements.count,
      lines.count == codes.count, unknown.count == codes.count, negations.count == codes.count,
      kinds.allSatisfy({ StatementKind.allCases.indices.contains(Int($0)) }),
      owners.allSatisfy({ codes.indices.contains(Int($0)) })
    else { throw TableDamage() }
    languages = codes.indices.map {
      ForeignLanguage(code: codes[$0], emergency: lines[$0], emergencyUnknown: unknown[$0])
    }
    index()
  }
}

extension FoldedWords {
  /// Returns whether only a space or a hyphen separates a word from the one before: in "no, I want to die", the comma does.
  fileprivate func isNext(_ position: Int) -> Bool {
    isAttached(at: position)
      || range(at: position - 1).upperBound + 1 == range(at: position).lowerBound
  }
}
