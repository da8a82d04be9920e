import Testing
@testable import TextAnalysis

@Suite("Text tools")
struct TextToolTests {
  @Test(
    "syllables",
    arguments: [
      ("cat", 1), ("hope", 1), ("hoped", 1), ("wanted", 2), ("little", 2), ("houses", 2),
      ("movement", 2),
      ("science", 2), ("quiet", 2), ("question", 2), ("something", 2), ("everybody", 4),
      ("beautiful", 3), ("creature", 2), ("create", 2), ("being", 2), ("reptilian", 4),
      ("didn't", 2),
      ("don't", 1), ("i'm", 1), ("boss's", 2), ("well-being", 3), ("the", 1), ("rhythm", 2),
      ("café", 2),
      ("carefully", 3), ("basically", 3), ("realized", 3), ("ideas", 3), ("xyz", 1),
    ])
  func syllables(word: String, count: Int) {
    #expect(Syllables.count(word) == count)
  }

  @Test("words are counted as people count them, and split for comparison")
  func words() {
    let words = SpokenWords("It’s self-care – 3.5 km, isn't it?")
    #expect(words.words == ["it's", "self", "care", "3.5", "km", "isn't", "it"])
    #expect(words.count == 6)
    #expect(SpokenWords("東京タワーへ行く").count == 4)
    #expect(SpokenWords("東京").words == ["東", "京"])
    #expect(SpokenWords("- 'quoted' -").words == ["quoted"])
  }

  @Test(
    "inflected forms of a word have one stem",
    arguments: [
      ("en", ["worry", "worries", "worried", "worrying"]),
      ("en", ["stop", "stops", "stopped", "stopping"]),
      ("en", ["fall", "falling", "falls", "fell"]), ("en", ["make", "making", "makes"]),
      ("en", ["speak", "spoke", "spoken"]),
      ("es", ["trabajo", "trabajando", "trabajar", "trabajaba"]),
      ("de", ["arbeit", "arbeiten", "gearbeitet", "arbeitet"]), ("fr", ["travail", "travaille"]),
      ("pt", ["trabalho", "trabalhando", "trabalhava"]), ("de", ["baum", "bäume", "bäumen"]),
    ])
  func stems(language: String, words: [String]) throws {
    let stemmer = try #require(LightStemmer(language: language))
    #expect(Set(words.map(stemmer.stem)).count == 1, "\(words.map(stemmer.stem))")
  }

  @Test("accents are removed, composed or not, and nothing else")
  func accents() {
    #expect("coração straße œuvre popović".withoutAccents == "coracao strasse oeuvre popovic")
    #expect("cafe\u{301}".withoutAccents == "cafe")
    #expect("it's 3.5-fold, नमस्ते, мой".withoutAccents == "it's 3.5-fold, नमस्ते, мой")
  }

  @Test("different words keep different stems")
  func differentStems() throws {
    let stemmer = try #require(LightStemmer(language: "en"))
    let words = [
      "need", "bring", "thing", "boss", "bus", "work", "word", "hope", "tired", "tree",
    ]
    #expect(Set(words.map(stemmer.stem)).count == words.count)
    #expect(LightStemmer(language: "ja") == nil)
  }

  @Test("a text without its function words is what it is about")
  func content() throws {
    let words = try #require(
      ContentWords("I don't think Kwame's going to the wards.", language: "en"))
    #expect(words.stems.map { words.forms[$0] ?? "" } == ["kwame", "wards"])
    #expect(ContentWords("X", language: "ja") == nil)
  }

  @Test(
    "languages are detected",
    arguments: [
      ("de", "Das klingt, als ob dir die Arbeit gerade alles abverlangt."),
      ("de", "DAS KLINGT, ALS OB DIR DIE ARBEIT GERADE ALLES ABVERLANGT."),
      ("fr", "Aujourd'hui j'ai pris le train et l'e\u{301}cole e\u{301}tait ferme\u{301}e."),
      ("fr", "On dirait que ton travail prend toute la place."),
      ("pt", "Parece que o trabalho está a ocupar tudo."),
      ("it", "Sembra che il lavoro occupi tutto lo spazio."),
      ("nl", "Het klinkt alsof je werk alles opeist."),
      ("es", "Parece que hay algo de miedo en lo que cuentas."),
      ("ja", "どうなるでしょうか？"), ("zh", "如果你把这件事放下一个星期，会有什么不同呢？"), ("ko", "어떨까요, 지금?"),
      ("el", "Τι θα άλλαζε;"),
      ("en", "Paweł and João keep turning up in what you say about home."),
    ])
  func languages(code: String, text: String) {
    #expect(LanguageDetector.language(of: text) == .language(code))
  }

  @Test(
    "an ambiguous text has no language",
    arguments: [
      "", "Mm.", "Take your time.", "1234 5678",
      "Co by się zmieniło, gdybyś odpuścił to na tydzień?",
      "Bunu bir hafta bırakırsan ne değişir?",
    ])
  func unknown(text: String) {
    #expect(LanguageDetector.language(of: text) == nil)
  }

  @Test("a script shared by languages gives all of them")
  func sharedScripts() {
    #expect(LanguageDetector.language(of: "日本語") == nil)
    #expect(LanguageDetector.language(of: "東京大学") == .oneOf(["zh", "ja"]))
  }

  @Test(
    "letters of all Arabic blocks are Arabic",
    arguments: ["\u{628}", "\u{8a0}", "\u{fb50}", "\u{fefb}"])
  func arabic(letter: String) throws {
    let scalar = try #require(letter.unicodeScalars.first)
    #expect(Script(scalar) == .arabic)
  }

  @Test(
    "chrF equals sacreBLEU 2.6",
    arguments: [
      ("the cat sat on the mat", "the cat is on the mat", 64.5779420625287),
      ("日本語の文です", "日本語の文章です", 47.17807737691748), ("abc", "xyz", 0), ("ab", "ab", 100),
      (
        "So the forecast is how a proud man gets round to telling somebody about the sock.",
        "The forecast is a way for a proud man to talk about his sock.", 47.544199380914115
      ),
    ])
  func chrF(text: String, reference: String, score: Double) throws {
    let own = try #require(CharacterFScore.score(of: text, against: reference))
    #expect(abs(own * 100 - score) < 1e-9)
    #expect(CharacterFScore.score(of: text, against: " ") == nil)
  }
}
