import SafetyRules

/// The words of labelled messages by language, from which the lists of ``KnownWords`` are made.
package struct LanguageWords: Sendable {
  /// By the code of the language, its texts.
  private var invented: [String: [String]] = [:]
  /// The English texts by people.
  private var byPeople: [String] = []

  /// In how many invented texts a word occurs at least.
  private static let minimum = 2
  /// The same for texts by people, which have more misspelt and foreign words.
  private static let minimumByPeople = 3

  /// Creates lists without words.
  package init() {}

  /// Adds an invented text in a language.
  package mutating func add(_ text: String, language: String) {
    invented[language, default: []].append(text)
  }

  /// Adds texts by people in English.
  package mutating func add(byPeople texts: some Sequence<String>) { byPeople += texts }

  /// By the code of the language, the common words of its texts, sorted.
  package var lists: [String: [String]] {
    var lists = invented.mapValues { KnownWords.common(in: $0, minimum: Self.minimum) }
    if let english = lists["en"] {
      let others = KnownWords.common(in: byPeople, minimum: Self.minimumByPeople)
      lists["en"] = Set(english).union(others).sorted()
    }
    return lists
  }
}
