extension AnonymousPerson {
  /// An id with the names, addresses and numbers in it replaced; it stays the name of a file.
  mutating func identifier(_ id: String, cluster: String?) -> String {
    let known = TextTokens.data(in: cluster ?? "") + starts(ofNames: false)
    var bytes = Array(id.utf8)
    for datum in IdentifierNumbers.find(in: id).reversed() {
      let number = String(decoding: bytes[datum.range], as: UTF8.self)
      let original = known.first { Self.isSameNumber($0, as: number) }?.original ?? number
      guard !isKept(original) else { continue }
      bytes.replaceSubrange(datum.range, with: Self.word(standIn(for: original, .phone)).utf8)
    }
    var result = String(decoding: bytes, as: UTF8.self)
    for (kind, original) in known where !isKept(original) {
      let word = Self.word(original)
      // A shorter one may be a part of a word.
      guard word.utf8.count > 5, result.firstRange(of: word) != nil else { continue }
      result = result.replacing(word, with: Self.word(standIn(for: original, kind)))
    }
    return withoutNames(result)
  }

  /// A text as import writes it in ids.
  private static func word(_ text: String) -> String {
    ConversationIdentifier.slug(of: text.lowercased())
  }

  /// Whether a number is a telephone number that is known, with or without what depends on where one
  /// calls from.
  private static func isSameNumber(
    _ known: (kind: PersonalDataKind, original: String), as number: String
  ) -> Bool {
    let digits = number.filter(\.isNumber).drop { $0 == "0" }
    let others = known.original.filter(\.isNumber).drop { $0 == "0" }
    return known.kind == .phone && min(digits.count, others.count) > 6
      && (digits.hasSuffix(others) || others.hasSuffix(digits))
  }

  /// The id with the names in it replaced; its words are in small letters.
  private func withoutNames(_ id: String) -> String {
    var result = ""
    var word = ""
    for character in id + " " {
      if character.isLetter {
        word.append(character)
      } else {
        result += nameInIdentifier(word) ?? word
        result.append(character)
        word = ""
      }
    }
    return String(result.dropLast())
  }
}

extension TextTokens {
  /// What can be found in a text by its form.
  fileprivate static func data(in text: String) -> [(kind: PersonalDataKind, original: String)] {
    let tokens = TextTokens(text)
    return PersonalDataFinder.find(in: tokens).map { ($0.kind, tokens.text($0.range)) }
  }
}
