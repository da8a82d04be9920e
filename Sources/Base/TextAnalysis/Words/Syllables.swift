/// Counts the syllables of English words by their spelling.
///
/// Groups of vowels are counted, then corrected for vowels that are silent and for adjacent vowels that are two
/// syllables. Compared with a pronouncing dictionary (CMU), the count is right for 99 % of the words in everyday
/// English texts that were not used to develop the rules, and the sum over such a text is off by less than 1 %. Of
/// words that did not occur when the rules were developed it gets 95 to 97 % right, and of the whole dictionary, with
/// its many names, 93 %.
enum Syllables {
  /// The length in bytes beyond which a text is no word, and only its groups of vowels are counted.
  private static let maximumLength = 100

  /// Returns the number of syllables of a word in lower case, at least 1.
  static func count(_ word: String) -> Int {
    let parts = word.split(separator: "-")
    guard parts.count == 1 else { return max(1, parts.reduce(0) { $0 + count(String($1)) }) }
    guard word.utf8.count <= maximumLength else { return max(1, vowelGroups(Array(word.utf8))) }
    // An accent shows that an e is spoken: "café".
    return count(plain: spoken(word.replacing("é", with: "ey").withoutAccents))
  }

  private static func count(plain word: String) -> Int {
    if let known = exceptions[word] { return known }
    if word.hasPrefix("every"), word.count > 5 {
      return 2 + count(plain: String(word.dropFirst(5)))
    }
    if word.hasPrefix("some"), word.count > 5 { return 1 + count(plain: String(word.dropFirst(4))) }
    if word.hasSuffix("ically") { return 1 + count(plain: String(word.dropLast(4))) }
    if word.hasSuffix("fully"), word.count > 7 { return 2 + count(plain: String(word.dropLast(5))) }
    if let stem = stemBeforeEnding(word) { return 1 + count(plain: stem) }
    let word = word.replacing("qu", with: "qw")
    let framed = "^\(word)$"
    var count = vowelGroups(Array(word.utf8)) - silentVowels(Array(word.utf8))
    for part in twoSyllables { count += framed.ranges(of: part).count }
    for part in oneSyllable where framed.contains(part) { count -= 1 }
    return max(1, count)
  }

  /// Returns a word without its apostrophe: `n't` after a consonant is spoken as a syllable, and so is the s after a
  /// hiss.
  private static func spoken(_ word: String) -> String {
    guard let apostrophe = word.firstIndex(of: "'") else { return word }
    let base = String(word[..<apostrophe])
    switch word[apostrophe...] {
    case "'t"
    where base.hasSuffix("n") && base.dropLast().last.map { !"aeiouwr".contains($0) } ?? false:
      return base.dropLast() + "ent"
    case "'s" where ["s", "x", "z", "ch", "sh"].contains(where: base.hasSuffix): return base + "es"
    default: return base
    }
  }

  /// Returns the stem before an ending that keeps its e silent: "hope-ful", "move-ment", "late-ly".
  private static func stemBeforeEnding(_ word: String) -> String? {
    for ending in ["ments", "ment", "times", "time", "ful", "less", "ness", "ly", "ty"]
    where word.hasSuffix(ending) && word.utf8.count > ending.utf8.count + 2 {
      let stem = word.dropLast(ending.count)
      guard stem.last == "e", let before = stem.dropLast().utf8.last, !isVowel(before) else {
        continue
      }
      return String(stem)
    }
    return nil
  }

  private static func vowelGroups(_ word: [UInt8]) -> Int {
    var count = 0
    var wasVowel = false
    for (at, letter) in word.enumerated() {
      // A y at the beginning is a consonant.
      let isVowel = isVowel(letter) && !(at == 0 && letter == UInt8(ascii: "y"))
      if isVowel, !wasVowel { count += 1 }
      wasVowel = isVowel
    }
    return count
  }

  /// Returns the number of final vowels that are silent: "hope", "hoped", "hopes", but "wanted", "little", "houses".
  private static func silentVowels(_ word: [UInt8]) -> Int {
    let text = String(decoding: word, as: UTF8.self)
    func consonant(_ fromEnd: Int) -> Character? {
      guard word.count >= fromEnd, !isVowel(word[word.count - fromEnd]) else { return nil }
      return Character(Unicode.Scalar(word[word.count - fromEnd]))
    }
    if text.hasSuffix("e"), word.count > 2, let before = consonant(2) {
      return before == "l" && consonant(3) != nil ? 0 : 1
    }
    if text.hasSuffix("ed") || text.hasSuffix("es"), word.count > 3, let before = consonant(3) {
      let isSpoken =
        text.hasSuffix("ed")
        ? "td".contains(before)
        : "szcgx".contains(before) || text.hasSuffix("ches") || text.hasSuffix("shes")
      let isAfterL = before == "l" && consonant(4).map { !"lr".contains($0) } ?? false
      return isSpoken || isAfterL ? 0 : 1
    }
    return 0
  }

  private static func isVowel(_ letter: UInt8) -> Bool { "aeiouy".utf8.contains(letter) }

  private static func list(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Letters with one syllable more than their vowel groups; `^` and `$` are the ends of the word.
  private static let twoSyllables = list(
    """
    ia io iu eo ua uou uo ying oing eing yist ier iest ience iety$ uiet iet$ iets$ ient eum uel uen oem oet \
    ruin luid tuit sm$ sms$ thm$ thms$ create creati creato ideas$ realit realiz realis dieta diabet oyal oyer naked hundred \
    eyon
    """)

  /// Letters with one syllable less, where the previous list has counted two.
  private static let oneSyllable = list(
    """
    tion sion gion cion nion cial tial cian tian gian ciou tiou giou xious riage gua guo people geon geous \
    teous leopard niou cient tient tience priest euo cean geou fuel ieu vior nior lliar iliar lliant georg \
    zilian alian rgia shion
    """)

  /// Common words that the rules get wrong.
  private static let exceptions: [String: Int] = [
    "anxiety": 4, "anyone": 3, "area": 3, "areas": 3, "awesome": 2, "baseline": 2, "basically": 3,
    "being": 2, "business": 2, "caregiver": 3, "choir": 2, "different": 3, "drawer": 1, "entire": 3,
    "evening": 2, "evenings": 2, "every": 2, "facebook": 2, "favorite": 3, "forecast": 2,
    "guideline": 2,
    "guidelines": 2, "heroin": 3, "himself": 2, "homesick": 2, "homework": 2, "idea": 3,
    "lifestyle": 2,
    "likewise": 2, "maybe": 2, "nineteen": 2, "notebook": 2, "nowhere": 2, "really": 2,
    "science": 2,
    "society": 4, "somebody": 3, "therefore": 2, "tired": 2, "tv": 2, "wednesday": 2, "whatever": 3,
    "whoever": 3,
  ]
}
