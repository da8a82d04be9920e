/// Removes the inflection of words, approximately, so that "worries" and "worried" have one stem.
///
/// A light stemmer: it has endings and a few irregular forms, and no dictionary. A stem is for comparison and is not
/// always a word. An ending is removed only if at least three letters remain.
struct LightStemmer {
  /// The languages for which it has endings.
  static let languages: Set<String> = ["en", "es", "de", "fr", "pt"]

  private let language: String

  /// Creates a stemmer; `nil` for an unsupported language.
  init?(language: String) {
    guard Self.languages.contains(language) else { return nil }
    self.language = language
  }

  /// Returns the stem of a word in lower case.
  func stem(_ word: String) -> String {
    let plain = word.withoutAccents
    guard plain.count > 3 else { return plain }
    switch language {
    case "en": return Self.english(plain)
    case "de": return Self.german(plain)
    case "es": return Self.cut(plain, endings: Self.spanishEndings)
    case "pt": return Self.cut(plain, endings: Self.portugueseEndings)
    default: return Self.single(Self.cut(plain, endings: Self.frenchEndings)[...])
    }
  }

  private static let shortest = 3

  private static func english(_ word: String) -> String {
    if let regular = irregular[word] { return regular }
    var stem = word[...]
    func drop(_ ending: String, adding: String = "") -> Bool {
      let rest = stem.dropLast(ending.count)
      guard stem.hasSuffix(ending), rest.count >= shortest, rest.contains(where: isVowel) else {
        return false
      }
      stem = rest + adding
      return true
    }
    if !drop("ies", adding: "y"), !drop("sses", adding: "ss"), !drop("ches", adding: "ch"),
      !drop("shes", adding: "sh"), !drop("xes", adding: "x"),
      !["ss", "us", "is"].contains(where: stem.hasSuffix)
    {
      _ = drop("s")
    }
    if let regular = irregular[String(stem)] { return regular }
    if !drop("ily", adding: "y") { _ = drop("ly") }
    _ = drop("ness")
    if !stem.hasSuffix("eed"), !drop("ied", adding: "y"), !drop("ing") { _ = drop("ed") }
    if stem.last == "e" { stem = stem.dropLast() }
    if stem.last == "i" { stem = stem.dropLast() + "y" }
    // "stopp" of "stopped" is "stop"; "fall" becomes "fal" in all its forms.
    return single(stem)
  }

  /// Reduces a doubled last letter to one.
  private static func single(_ stem: Substring) -> String {
    let isDouble = stem.count > shortest && stem.last == stem.dropLast().last
    return String(isDouble ? stem.dropLast() : stem)
  }

  private static func isVowel(_ letter: Character) -> Bool { "aeiouy".contains(letter) }

  /// Removes endings, and the beginning of a participle: "gearbeitet" becomes "arbeit".
  private static func german(_ word: String) -> String {
    var stem = word
    if stem.hasPrefix("ge"), stem.count > 6, stem.hasSuffix("t") || stem.hasSuffix("en") {
      stem = String(stem.dropFirst(2))
    }
    return cut(cut(stem, endings: germanEndings), endings: germanEndings)
  }

  /// Removes the longest ending that leaves enough of the word.
  private static func cut(_ word: String, endings: [String]) -> String {
    for ending in endings where word.hasSuffix(ending) && word.count >= ending.count + shortest {
      return String(word.dropLast(ending.count))
    }
    return word
  }

  private static func endings(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init).sorted { $0.count > $1.count }
  }

  private static let germanEndings = endings(
    "ungen ung keiten keit heiten heit lichen liche lich igen iger ige ig isch ischen ern em en er es e n s st t te ten test tet et est end ende enden"
  )

  private static let spanishEndings = endings(
    """
    amientos amiento imientos imiento aciones acion iciones icion mente idades idad ando iendo yendo ados adas \
    ado ada idos idas ido ida aban abas aba abamos ian ias ia iamos aran aras are ara aremos eran eras ere era \
    iran iras ire ira iria eria aria ar er ir arme arte arse erme erte erse irme irte irse amos emos imos aste \
    iste aron ieron ito ita itos itas osos osas oso osa es as os an en e a o s
    """)

  private static let portugueseEndings = endings(
    """
    amentos amento imentos imento acoes acao icoes icao mente idades idade ando endo indo ados adas ado ada idos \
    idas ido ida avam ava ias iam ia aram eram iram ara era ira aria eria iria ar er ir ou eu iu amos emos imos \
    aste este iste asse esse isse inho inha inhos inhas osos osas oso osa oes ao aes es as os em am e a o s
    """)

  private static let frenchEndings = endings(
    """
    issements issement ements ement ments ment ations ation itions ition ites ite euses euse eux ees ee es er ir \
    re ant ants ante antes ait ais aient ions iez ons ez ent era erai eras erez eront erons ira irai iras iront ie \
    ies is it e s x i u ue us ues
    """)

  /// Irregular forms that people use when they speak about themselves.
  private static let irregular: [String: String] = [
    "ate": "eat", "eaten": "eat", "began": "begin", "begun": "begin", "bought": "buy",
    "broke": "break",
    "broken": "break", "brought": "bring", "built": "build", "caught": "catch", "children": "child",
    "chose": "choos", "chosen": "choos", "cried": "cry", "died": "die", "dying": "die",
    "drank": "drink",
    "drove": "driv", "driven": "driv", "fallen": "fal", "fell": "fal", "feet": "foot",
    "fought": "fight",
    "flew": "fly", "forgot": "forget", "forgotten": "forget", "gotten": "get", "grew": "grow",
    "grown": "grow", "heard": "hear", "held": "hold", "hid": "hid", "hidden": "hid", "hung": "hang",
    "laid": "lay", "left": "leav", "led": "lead", "lives": "lif", "lost": "los", "lying": "lie",
    "men": "man", "met": "meet", "paid": "pay", "ran": "run", "rang": "ring", "sang": "sing",
    "sat": "sit",
    "sent": "send", "shook": "shak", "slept": "sleep", "sold": "sel", "spent": "spend",
    "spoke": "speak",
    "spoken": "speak", "stood": "stand", "stuck": "stick", "swam": "swim", "taught": "teach",
    "told": "tel", "threw": "throw", "thrown": "throw", "understood": "understand", "wives": "wif",
    "woke": "wak", "women": "woman", "wore": "wear", "worn": "wear", "won": "win",
    "written": "writ",
    "wrote": "writ",
  ]
}
