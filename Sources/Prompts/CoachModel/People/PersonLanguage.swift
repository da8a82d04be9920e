package import Documents

extension String {
  /// Whether the text has the form of a language tag (BCP 47, RFC 5646): two or three letters, then at most five parts
  /// of one to eight letters and digits, separated by hyphens.
  ///
  /// The standard reserves longer first parts for the future, and none is in use, so `english` is a mistake: what is
  /// said in a crisis would be in another language than the person's. A person's tag is trusted in prompts, so it
  /// must not be a sentence.
  package var isLanguageTag: Bool {
    let parts = split(separator: "-", omittingEmptySubsequences: false)
    guard let language = parts.first, (2...3).contains(language.count), parts.count <= 6,
      language.allSatisfy({ $0.isASCII && $0.isLetter })
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      (1...8).contains(part.count)
        && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }
}

extension JSONForm where Value == String {
  /// A language tag. `en_US`, as operating systems write it, is read as `en-US`.
  package static var languageTag: JSONForm {
    converted(
      .filledText, write: \.self,
      read: { text in
        let tag = text.replacing("_", with: "-")
        return tag.isLanguageTag ? tag : nil
      }, "person.language", "is not a language tag", hint: "write one such as 'en' or 'pt-BR'"
    ).describing([
      "type": "string", "pattern": "^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8}){0,5}$",
    ])
  }
}
