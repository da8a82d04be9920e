@testable import CoachSafety
import SafetyRules
import SourceFiles
import Testing
import TestKit

@Suite("Weighting mentions by the words around them")
struct ScreeningLexiconTests {
  @Test("a mention has the strength of its phrase or its concept")
  func plain() throws {
    let lexicon = try FruitLexicon.read()
    #expect(lexicon.described("I want apples") == ["wish 1.0 writer"])
    #expect(
      lexicon.described("I WANT green pears, and talk about apples") == [
        "wish 1.0 writer", "talk 0.4 writer",
      ])
    #expect(lexicon.described("she hides apples") == ["theirs 1.0 someone_else"])
    #expect(lexicon.described("hablo de peras") == ["talk 0.4 writer"])
    #expect(lexicon.described("I want bread").isEmpty && lexicon.described("").isEmpty)
    let plums = try #require(lexicon.mentions(in: "ok, want  plums!").first)
    #expect(plums.strength == 0.5 && plums.severity == .imminent && plums.range == 4..<15)
    #expect(lexicon.mentions(in: "want apples").first?.severity == .high)
  }

  @Test("every effect reduces the strength by its factor", arguments: CueEffect.allCases)
  func effects(effect: CueEffect) throws {
    let lexicon = try FruitLexicon.read(
      FruitLexicon.cue(effect.rawValue, factor: "0.25", hears: "signal"))
    let subject = effect == .otherPerson ? "someone_else" : "writer"
    #expect(lexicon.described("signal want apples") == ["wish 0.25 \(subject) \(effect.rawValue)"])
    #expect(lexicon.described("want apples") == ["wish 1.0 writer"])
  }

  @Test("a cue without a factor does not change the strength")
  func withoutFactor() throws {
    let cue = FruitLexicon.cue("study", hears: "signal").replacing("factor: 0.5\n", with: "")
    try expect(
      FruitLexicon.read(cue).described("signal want apples"), equals: ["wish 1.0 writer study"])
  }

  @Test(
    "a cue applies on its side of the mention only",
    arguments: [
      ("before", "signal want apples", true), ("before", "want apples signal", false),
      ("after", "want apples signal", true), ("after", "signal want apples", false),
      ("both", "signal want apples", true), ("both", "want apples signal", true),
    ])
  func direction(direction: String, text: String, isHeard: Bool) throws {
    for reach in ["2", "sentence", "message"] {
      let lexicon = try FruitLexicon.read(
        FruitLexicon.cue(
          "negation", direction: direction, reach: reach, factor: "0", hears: "signal"))
      #expect(lexicon.described(text) == ["wish \(isHeard ? "0.0 writer negation" : "1.0 writer")"])
    }
  }

  @Test(
    "a reach in words skips fillers and ends with the clause",
    arguments: [
      ("0", "signal want apples", true), ("0", "signal just so want apples", true),
      ("0", "signal I want apples", false), ("2", "signal here I want apples", true),
      ("2", "signal here I do want apples", false), ("2", "signal, want apples", false),
      ("2", "signal I, want apples", false), ("2", "signal. Want apples", false),
      ("20", "signal - want apples", false), ("2", "want apples here signal", true),
      ("2", "want apples, signal", false), ("2", "want apples or here now signal", false),
    ])
  func words(reach: String, text: String, isHeard: Bool) throws {
    let lexicon = try FruitLexicon.read(
      FruitLexicon.cue("negation", direction: "both", reach: reach, factor: "0", hears: "signal"))
    #expect(lexicon.described(text) == ["wish \(isHeard ? "0.0 writer negation" : "1.0 writer")"])
  }

  @Test(
    "a reach of a sentence crosses commas, that of a message crosses sentences",
    arguments: [
      ("signal and then there, it was long ago, I want apples", true, true),
      ("I want apples, and, well, so what, signal", true, true),
      ("signal. I want apples", false, true), ("I want apples\nsignal", false, true),
      ("I want apples. Yes. No? Signal", false, true), ("I want apples", false, false),
    ])
  func sentence(text: String, inSentence: Bool, inMessage: Bool) throws {
    for (reach, isHeard) in [("sentence", inSentence), ("message", inMessage)] {
      let lexicon = try FruitLexicon.read(
        FruitLexicon.cue("past", direction: "both", reach: reach, hears: "signal"))
      #expect(lexicon.described(text) == ["wish \(isHeard ? "0.5 writer past" : "1.0 writer")"])
    }
  }

  @Test(
    "a cue does not reach across words that start another thought",
    arguments: [
      ("signal but I want apples", "sentence", false), ("signal I want apples", "sentence", true),
      ("but signal I want apples", "sentence", true),
      ("signal I want apples but no", "sentence", true),
      ("want apples now but signal", "sentence", false), ("signal yet want apples", "3", false),
      ("signal BÚT want apples", "3", false),
      // As written, and in normalised form.
      ("signal im want apples", "sentence", false), ("signal appl3 want apples", "sentence", false),
      ("signal. But want apples", "message", true),
    ])
  func stops(text: String, reach: String, isHeard: Bool) throws {
    let lexicon = try FruitLexicon.read(
      FruitLexicon.cue(
        "past", direction: "both", reach: reach, hears: "signal",
        more: "stops_at: {en: [but, im, apple], es: [yet]}"))
    #expect(lexicon.described(text) == ["wish \(isHeard ? "0.5 writer past" : "1.0 writer")"])
  }

  @Test(
    "an exception suppresses the cue that it covers",
    arguments: [
      ("signal want apples", true), ("no signal want apples", false),
      ("signal flare want apples", false), ("a signal that flares, want apples", true),
      ("signal flare, signal want apples", true), ("no. Signal want apples", true),
      // An exception of another cue.
      ("other signal want apples", true),
    ])
  func exceptions(text: String, isHeard: Bool) throws {
    let lexicon = try FruitLexicon.read(
      FruitLexicon.cue(
        "past", reach: "sentence", hears: "signal",
        more: "exceptions: {en: [no signal, signal flare, flare (one|two)]}"),
      FruitLexicon.cue("study", hears: "essay", more: "exceptions: {en: [other signal]}"))
    #expect(lexicon.described(text) == ["wish \(isHeard ? "0.5 writer past" : "1.0 writer")"])
  }

  @Test("a concept is immune to the listed effects, and to no others")
  func immunities() throws {
    let lexicon = try FruitLexicon.read(
      FruitLexicon.cue("humour", reach: "sentence", hears: "haha"),
      FruitLexicon.cue("past", reach: "sentence", hears: "once"),
      FruitLexicon.cue("study", reach: "sentence", hears: "essay"))
    #expect(
      lexicon.described("haha want apples about apples") == [
        "wish 0.5 writer humour", "talk 0.4 writer",
      ]
    )
    #expect(lexicon.described("haha once about apples") == ["talk 0.4 writer"])
    #expect(lexicon.described("haha essay about apples") == ["talk 0.2 writer study"])
  }

  @Test("of cues with one effect the strongest counts, and different effects multiply")
  func several() throws {
    let lexicon = try FruitLexicon.read(
      FruitLexicon.cue("past", reach: "sentence", factor: "0.5", hears: "once"),
      FruitLexicon.cue(
        "long_past", effect: "past", reach: "sentence", factor: "0.25", hears: "long ago"),
      FruitLexicon.cue("humour", reach: "sentence", factor: "0.5", hears: "haha"))
    #expect(lexicon.described("once once want apples") == ["wish 0.5 writer past"])
    #expect(lexicon.described("once long ago want apples") == ["wish 0.25 writer past"])
    #expect(lexicon.described("haha once want apples") == ["wish 0.25 writer past humour"])
    #expect(
      lexicon.described("haha once want apples. Want apples") == [
        "wish 0.25 writer past humour", "wish 1.0 writer",
      ])
  }

  @Test("a cue inside the phrase is ignored")
  func inside() throws {
    let lexicon = try FruitLexicon.read(
      FruitLexicon.cue(
        "negation", direction: "both", reach: "sentence", factor: "0", hears: "never, out"))
    #expect(lexicon.described("never without plums") == ["wish 1.0 writer"])
    #expect(lexicon.described("never, never without plums") == ["wish 0.0 writer negation"])
  }

  @Test("a cue for the present cancels cues for the past")
  func stillPresent() throws {
    let past = FruitLexicon.cue("past", direction: "both", reach: "sentence", hears: "once")
    let still = FruitLexicon.cue(
      "still_present", direction: "both", reach: "message", factor: "1", hears: "again")
    let lexicon = try FruitLexicon.read(past, still)
    #expect(lexicon.described("once I want apples. Again") == ["wish 1.0 writer still_present"])
    #expect(lexicon.described("once I want apples") == ["wish 0.5 writer past"])
    #expect(lexicon.described("I want apples again") == ["wish 1.0 writer still_present"])
    // It cancels nothing else.
    let denied = try FruitLexicon.read(
      past, still, FruitLexicon.cue("negation", reach: "0", factor: "0", hears: "not"))
    #expect(
      denied.described("once, again, not want apples") == ["wish 0.0 writer negation still_present"]
    )
  }

  @Test("a mention of another person is about them, unless it is about the writer after all")
  func people() throws {
    let lexicon = try FruitLexicon.read(
      FruitLexicon.cue("other_person", reach: "2", factor: "1", hears: "my aunt"),
      FruitLexicon.cue(
        "asking_for_a_friend", direction: "both", reach: "message", factor: "1",
        hears: "for a friend"))
    #expect(lexicon.described("my aunt may want apples") == ["wish 1.0 someone_else other_person"])
    #expect(lexicon.described("my aunt says. I want apples") == ["wish 1.0 writer"])
    #expect(
      lexicon.described("my aunt may want apples. For a friend") == [
        "wish 1.0 writer asking_for_a_friend"
      ])
    #expect(
      lexicon.described("she hides apples, for a friend") == [
        "theirs 1.0 writer asking_for_a_friend"
      ])
    #expect(lexicon.described("my aunt hides apples") == ["theirs 1.0 someone_else other_person"])
  }

  @Test("cues without a mention have no effect")
  func alone() throws {
    let lexicon = try FruitLexicon.read(FruitLexicon.cue("past", hears: "signal"))
    #expect(lexicon.mentions(in: "signal signal").isEmpty)
  }

  @Test("an empty lexicon finds nothing")
  func empty() {
    #expect(ScreeningLexicon().mentions(in: "I want apples").isEmpty)
  }
}
