@testable import CoachDomains
import Testing

@Suite("Stemming for routing")
struct RoutingWordsTests {
  @Test(
    "English inflectional endings are removed",
    arguments: [
      ("jobs", "job"), ("running", "run"), ("runs", "run"), ("stopped", "stop"),
      ("planning", "plan"), ("planned", "plan"), ("meetings", "meet"), ("meeting", "meet"),
      ("needed", "need"), ("needs", "need"), ("studies", "study"), ("studying", "study"),
      ("classes", "class"), ("class", "class"), ("bosses", "boss"), ("dresses", "dress"),
      ("dressing", "dress"), ("missed", "miss"), ("kissing", "kiss"), ("falling", "fall"),
      ("really", "real"), ("supposedly", "suppos"), ("families", "fami"), ("family", "fami"),
    ])
  func stems(word: String, stem: String) {
    #expect(RoutingWords.stem(word) == stem)
  }

  @Test(
    "short words stay unchanged",
    arguments: [
      "", "s", "ss", "ed", "ing", "ies", "yes", "his", "bus", "run", "red", "bed", "need", "care",
      "sing", "being", "bring", "king", "fly", "only", "early", "love",
    ])
  func short(word: String) {
    #expect(RoutingWords.stem(word) == word)
  }

  @Test("overstemming is consistent across the forms of a word")
  func coarse() {
    // The stemmer has no dictionary: overstemmed words match their own forms only.
    #expect(RoutingWords.stem("caring") == "car" && RoutingWords.stem("cared") == "car")
    #expect(RoutingWords.stem("hoping") == RoutingWords.stem("hoped"))
    #expect(RoutingWords.stem("loving") == RoutingWords.stem("loved"))
    #expect(RoutingWords.stem("string") == RoutingWords.stem("strings"))
    #expect(RoutingWords.stem("speed") == RoutingWords.stem("speeds"))
  }

  @Test(
    "a verb in -y matches its inflected forms",
    arguments: [
      ("tidied", "tidy"), ("worried", "worry"), ("studied", "study"), ("replied", "reply"),
    ])
  func verbsInY(form: String, verb: String) {
    #expect(RoutingWords.stem(form) == RoutingWords.stem(verb))
  }

  @Test(
    "Spanish words lose only a plural ending or a final e",
    arguments: [
      ("trabajo", "trabajo"), ("trabajos", "trabajo"), ("dormir", "dormir"), ("hijos", "hijo"),
      ("jefe", "jefe"), ("universidad", "universidad"), ("despido", "despido"), ("mes", "mes"),
      ("siempre", "siempr"), ("familia", "familia"), ("nino", "nino"), ("corazon", "corazon"),
    ])
  func spanish(word: String, stem: String) {
    #expect(RoutingWords.stem(word) == stem)
  }

  @Test("other scripts and emoji stay unchanged", arguments: ["дом", "家", "😴", "écrans"])
  func otherScripts(word: String) {
    #expect(RoutingWords.stem(word) == (word == "écrans" ? "écran" : word))
  }

  @Test("a stem is stable, and a prefix of the word")
  func stable() {
    for word in ["jobs", "running", "meetings", "tidies", "classes", "families", "supposedly"] {
      let stem = RoutingWords.stem(word)
      #expect(!stem.isEmpty)
      #expect(RoutingWords.stem(word) == stem)
      #expect(word.hasPrefix(stem.dropLast()))
    }
  }

  @Test("the words of a text are folded and stemmed, in order")
  func words() {
    #expect(
      RoutingWords.words(of: "My BOSSES' meetings, running… 24/7 😤 Él está")
        == ["my", "boss", "meet", "run", "24", "7", "😤", "el", "esta"])
    #expect(RoutingWords.words(of: "I'm") == RoutingWords.words(of: "Im"))
    #expect(RoutingWords.words(of: "") == [])
    #expect(RoutingWords.words(of: " .,!? \n") == [])
  }

  @Test("of a long text, the start and the end are read")
  func long() {
    let words = RoutingWords.words(of: (0..<1000).map { "\($0)" }.joined(separator: " "))
    #expect(words.count == RoutingWords.maximumCount)
    #expect(words.first == "0" && words.last == "999")
    let half = RoutingWords.maximumCount / 2
    #expect(words[half - 1] == "\(half - 1)" && words[half] == "\(1000 - half)")
    let whole = RoutingWords.words(
      of: (0..<RoutingWords.maximumCount).map { "\($0)" }.joined(separator: " "))
    #expect(whole.count == RoutingWords.maximumCount && whole[half] == "\(half)")
  }
}
