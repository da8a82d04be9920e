@testable import CoachDomains
import Testing

@Suite("Scores of domains by their words")
struct RoutingModelTests {
  /// Fifteen examples without information about any class, followed by the given ones.
  private static let filler = (1...15).map { "the \($0)" }

  private func model(
    _ signals: [String: RoutingSignals]
  ) -> RoutingModel {
    RoutingModel(
      signals.sorted { $0.key < $1.key }.map { (RoutingModel.Class(id: $0.key), $0.value) })
  }

  private func signals(
    keywords: [String] = [], hints: [String] = [], examples: [String] = [],
    negatives: [String] = []
  ) -> RoutingSignals {
    RoutingSignals(
      keywords: keywords, hints: hints, examples: Self.filler + examples, negatives: negatives)
  }

  private func scores(_ model: RoutingModel, _ text: String) -> [String: Double] {
    let reading = model.read(text)
    return model.classes.indices.reduce(into: [:]) {
      $0[model.classes[$1].id] = reading.scores[$1]
    }
  }

  /// How much better a text fits class `a` than class `b`.
  private func lead(_ model: RoutingModel, _ text: String) -> Double {
    let scores = scores(model, text)
    return (scores["a"] ?? .nan) - (scores["b"] ?? .nan)
  }

  @Test("a keyword outweighs a hint, a hint a word of an example, and that an unknown word")
  func order() {
    let model = model([
      "a": signals(keywords: ["violin"]), "b": signals(hints: ["trumpet"]),
      "c": signals(examples: ["the drum"]), "d": signals(),
    ])
    let keyword = scores(model, "violin")
    let hint = scores(model, "trumpet")
    let example = scores(model, "drum")
    func gain(_ scores: [String: Double], _ id: String) -> Double {
      (scores[id] ?? .nan) - (scores["d"] ?? .nan)
    }
    #expect(gain(keyword, "a") > gain(hint, "b"))
    #expect(gain(hint, "b") > 0)
    #expect(gain(example, "c") > 0)
    #expect(gain(keyword, "b") == 0)
    let both = scores(model, "violin trumpet")
    #expect((both["a"] ?? 0) > (both["b"] ?? .infinity))
  }

  @Test(
    "a word of several classes weighs less than a word of one, and a word of all weighs nothing")
  func shared() {
    let model = model([
      "a": signals(keywords: ["violin", "bow", "stage"]), "b": signals(keywords: ["bow", "stage"]),
      "c": signals(keywords: ["stage"]),
    ])
    func gain(_ word: String) -> Double {
      let scores = scores(model, word)
      return (scores["a"] ?? .nan) - (scores["c"] ?? .nan)
    }
    #expect(gain("violin") > gain("bow"))
    #expect(gain("bow") > 0)
    #expect(gain("stage") == 0)
    #expect(lead(model, "bow") == 0)
    #expect(lead(model, "violin") > 0)
  }

  @Test("a phrase counts only if its words are adjacent, and weighs more than a single word")
  func phrases() {
    let model = model([
      "a": signals(keywords: ["grand piano", "organ"]), "b": signals(),
    ])
    #expect(lead(model, "a grand piano") > lead(model, "an old organ"))
    #expect(lead(model, "a grand and tuned piano") == 0)
    #expect(lead(model, "piano grand") == 0)
    #expect(model.read("a grand piano").features.map(\.text) == ["grand piano"])
    // A phrase may start where another one breaks off.
    #expect(lead(model, "grand grand piano") > 0)
  }

  @Test("inflected forms of a keyword count as the keyword")
  func forms() {
    let model = model(["a": signals(keywords: ["rehearsals"]), "b": signals()])
    #expect(lead(model, "rehearsal") == lead(model, "Rehearsals"))
    #expect(lead(model, "REHEARSAL") > 0)
  }

  @Test("a keyword that is listed twice counts once")
  func twice() {
    let once = model(["a": signals(keywords: ["violin"]), "b": signals()])
    let twice = model(["a": signals(keywords: ["violin", "Violins", "violin"]), "b": signals()])
    #expect(once.read("violin").scores == twice.read("violin").scores)
    // So does a repeated word, relative to the length of the message.
    #expect(lead(once, "violin violin") < lead(once, "violin") && lead(once, "violin violin") > 0)
  }

  @Test("an emoji can be a keyword")
  func emoji() {
    let model = model(["a": signals(keywords: ["🎻"]), "b": signals()])
    #expect(lead(model, "tonight🎻!") > 0)
  }

  @Test("similarity to an example supports its class, similarity to a negative opposes it")
  func likeness() {
    let text = "the conductor smiles at the second oboe"
    let plain = model(["a": signals(), "b": signals()])
    let example = model(["a": signals(examples: [text]), "b": signals()])
    let negative = model(["a": signals(negatives: [text]), "b": signals()])
    #expect(lead(plain, text) == 0)
    #expect(lead(example, text) > 0)
    #expect(lead(negative, text) < 0)
    let nearest = negative.read(text).likenesses.first
    #expect(nearest.map { negative.examples[$0.example].isNegative } == true)
    #expect(abs((nearest?.likeness ?? 0) - 1) < 1e-9)
    // The less similar, the less it counts against the class.
    let partly = lead(negative, "the conductor smiles")
    #expect(partly < 0 && partly > lead(negative, text))
  }

  @Test("a negative does not reduce the weight of a keyword")
  func negativeWords() {
    let model = model([
      "a": signals(keywords: ["violin"], negatives: ["a violin of words, said the poet"]),
      "b": signals(),
    ])
    #expect(lead(model, "my violin lesson") > 0)
    #expect(lead(model, "a violin of words, said the poet") < lead(model, "a violin"))
  }

  @Test("similarities start at 1 for the same text, in descending order, at most eight")
  func nearest() {
    // Each word occurs in four examples; one that occurred in most would have no weight.
    let examples = ["oboe", "flute", "harp"].flatMap { word in
      (1...4).map { "\(word) lesson\($0)\(word)" }
    }
    let model = model(["a": signals(examples: examples), "b": signals()])
    let found = model.read("oboe lesson2oboe, flute and harp").likenesses
    #expect(found.count == 8)
    #expect(found.map(\.likeness) == found.map(\.likeness).sorted(by: >))
    #expect(found.first.map { model.examples[$0.example].text } == "oboe lesson2oboe")
    #expect(found.allSatisfy { (0...1.000_001).contains($0.likeness) })
  }

  @Test("leaving out an example that shares no words removes all of its similarity")
  func leavingOutUnique() throws {
    let text = "oboes murmur beneath scarlet curtains"
    let model = model(["a": signals(examples: [text]), "b": signals(), "c": signals()])
    let number = try #require(model.examples.firstIndex { $0.text == text })
    #expect(Set(model.read(text).scores).count == 2)
    let without = model.read(text, leavingOut: number)
    #expect(Set(without.scores) == [0])
    #expect(without.likenesses.isEmpty)
  }

  @Test("leaving out an example affects its class only")
  func leavingOut() throws {
    let examples = ["the conductor smiles", "the conductor frowns", "the conductor is late"]
    let model = model([
      "a": signals(examples: examples), "b": signals(keywords: ["trumpet"]),
      "c": signals(examples: ["the late trumpet"]),
    ])
    for (number, example) in model.examples.enumerated() where example.class == 0 {
      let with = model.read(example.text).scores
      let without = model.read(example.text, leavingOut: number).scores
      #expect(without[0] - without[1] <= with[0] - with[1])
      #expect(without[0] - without[2] <= with[0] - with[2])
      #expect(
        !model.read(example.text, leavingOut: number).likenesses.contains { $0.example == number })
    }
    // The distances between the others stay the same, except for a small shift of the mean.
    let number = try #require(model.examples.firstIndex { $0.text == "the conductor smiles" })
    let with = model.read("the conductor smiles").scores
    let without = model.read("the conductor smiles", leavingOut: number).scores
    #expect(without[0] < with[0])
    let drop = with[0] - without[0]
    #expect(abs((without[1] - without[2]) - (with[1] - with[2])) < drop / 100)
  }

  @Test("leaving out a negative changes nothing but the similarity of its class")
  func leavingOutNegative() throws {
    let text = "a violin of words"
    let model = model([
      "a": signals(keywords: ["violin"], negatives: [text]), "b": signals(hints: ["words"]),
    ])
    let number = try #require(model.examples.firstIndex { $0.text == text })
    let with = model.read(text).scores
    let without = model.read(text, leavingOut: number).scores
    #expect(without[0] > with[0])
    #expect(without[1] == with[1])
  }

  @Test("the same files give the same scores, regardless of earlier messages")
  func deterministic() {
    let texts = SampleDomain.library.flatMap(\.signals.examples) + ["", "unknown", "the pot"]
    let first = SampleDomain.router().model
    let second = SampleDomain.router().model
    for text in texts {
      let scores = first.read(text).scores
      #expect(scores == second.read(text).scores)
      #expect(scores == first.read(text).scores)
      #expect(
        first.read(text).likenesses.map(\.example) == second.read(text).likenesses.map(\.example))
    }
  }

  @Test(
    "words that occur in no file have no weight",
    arguments: ["", "   ", "?!…", "zxqv", "zxqv wvut 123456789", "🪗🪗", "\u{0}", "\u{301}"])
  func unknown(text: String) {
    let reading = SampleDomain.router().model.read(text)
    #expect(Set(reading.scores) == [0])
    #expect(reading.features.isEmpty && reading.likenesses.isEmpty)
  }

  @Test("a very long text is read and still gets scores")
  func long() {
    let model = SampleDomain.router().model
    let long = String(repeating: "zxqv and so on ", count: 20_000) + "my opponent took the bishop"
    let reading = model.read(long)
    #expect(reading.length == RoutingWords.maximumCount)
    #expect(reading.scores.allSatisfy { $0.isFinite })
    #expect(reading.scores.max() == reading.scores[2])
    let word = model.read(String(repeating: "x", count: 1_000_000))
    #expect(word.length == 1 && Set(word.scores) == [0])
  }

  @Test("a model without classes, with one class, or with classes without words is valid")
  func small() {
    #expect(RoutingModel([]).read("hello").scores == [])
    let one = model(["a": RoutingSignals(keywords: ["violin"], examples: [])])
    #expect(one.read("violin").scores.count == 1)
    #expect(one.read("violin").scores.allSatisfy { $0.isFinite })
    let empty = model([
      "a": RoutingSignals(keywords: ["?"], examples: ["", "!"]),
      "b": RoutingSignals(keywords: [], examples: []),
    ])
    #expect(empty.read("violin ?").scores == [0, 0])
  }
}
