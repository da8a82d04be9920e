import CoachModel
@testable import CoachDomains

/// An invented domain or outcome, as a value and as the text of its file.
struct SampleDomain {
  var id: String
  var name = "Name"
  var signals: RoutingSignals
  var style = StylePreference(
    directExploratory: 0, briefDetailed: 0.25, actionReflective: 1, challengingSupportive: -1)

  init(
    _ id: String, keywords: [String], hints: [String] = [], examples: [String],
    negatives: [String] = []
  ) {
    self.id = id
    signals = RoutingSignals(
      keywords: keywords, hints: hints, examples: examples, negatives: negatives)
  }

  var config: DomainConfig {
    DomainConfig(
      id: id, name: name, description: "d", tone: "t", methodology: "m", personality: "p",
      promptSection: "One.\nTwo.", routing: signals, guardrails: ["g"], style: style,
      starters: ["s"])
  }

  /// The same signals as an outcome.
  func outcome(_ kind: RoutingOutcome.Kind) -> RoutingOutcome {
    RoutingOutcome(kind: kind, name: name, description: "d", routing: signals)
  }

  /// The file of the domain.
  var yaml: String {
    """
    id: \(id)
    name: \(name)
    description: d
    tone: t
    methodology: m
    personality: p
    prompt_section: |
      One.
      Two.
    \(routing)
    guardrails: [g]
    style: {direct_exploratory: 0, brief_detailed: 0.25, action_reflective: 1, challenging_supportive: -1}
    starters: [s]

    """
  }

  /// The file of the outcome.
  var outcomeYAML: String { "id: \(id)\nname: \(name)\ndescription: d\n\(routing)\n" }

  private var routing: String {
    func list(_ key: String, _ texts: [String]) -> String {
      texts.isEmpty
        ? "  \(key): []" : "  \(key):\n" + texts.map { "    - \"\($0)\"" }.joined(separator: "\n")
    }
    return [
      "routing:", list("keywords", signals.keywords), list("hints", signals.hints),
      list("examples", signals.examples), list("negatives", signals.negatives),
    ].joined(separator: "\n")
  }
}

extension SampleDomain {
  static let garden = SampleDomain(
    "garden",
    keywords: ["garden", "gardening", "soil", "compost", "weeds", "seedlings", "prune", "roses"],
    hints: ["pot", "water", "spring", "leaves"],
    examples: [
      "my garden looks like a jungle", "weeds everywhere and no time",
      "How deep should I plant the bulbs?", "the slugs ate all of my lettuce last night",
      "when do i prune the roses", "My compost smells like old socks.",
      "the soil here is heavy clay and nothing grows", "seedlings died again on the windowsill",
      "I'd like to grow beans on the balcony", "the hedge is taller than the house",
      "moss has taken over the lawn", "how much water do courgettes want in august",
      "the apple tree has not carried fruit for three years",
      "I planted forty tulips and the mice had them", "a bed of herbs by the back door",
    ],
    negatives: ["my bishop is stuck behind a hedge of pawns", "the salad leaves taste of nothing"])

  static let kitchen = SampleDomain(
    "kitchen",
    keywords: ["cooking", "cook", "oven", "frying pan", "sourdough", "sauce", "knives", "kitchen"],
    hints: ["pot", "water", "board", "taste", "salt"],
    examples: [
      "the sauce splits every single time", "My sourdough is flat as a plate.",
      "i burn garlic whenever i cook", "how hot must the oven be for bread",
      "I want to learn to cook something other than pasta", "the frying pan sticks",
      "rice turns into glue", "which knives does a beginner need",
      "dinner for eight and i have one pot", "everything I make tastes of nothing but salt",
      "the cake sinks in the middle", "soup for the whole week on sunday",
      "I follow the recipe and it still goes wrong", "how long does the dough rest",
      "fish scares me, it falls apart",
    ],
    negatives: ["a recipe for checkmate in six moves", "the compost has the heat of an oven"])

  static let chess = SampleDomain(
    "chess",
    keywords: ["chess", "checkmate", "endgame", "my rating", "bishop", "knight", "grandmaster"],
    hints: ["board", "opponent", "clock", "move", "opening"],
    examples: [
      "I lose every endgame that I should win", "my rating dropped two hundred points",
      "how do i stop hanging my queen", "The clock kills me, I think too long.",
      "which opening suits somebody who hates theory", "I resigned a drawn position again",
      "my opponent sacrificed a knight and i froze", "the bishop pair means nothing to me",
      "I study chess for an hour a day and get worse", "checkmate in two and i did not see it",
      "first tournament on saturday, nervous", "should I castle early against an attack",
      "i always trade pieces when i am scared", "A child of nine beat me at the club.",
      "puzzles are easy and games are not",
    ],
    negatives: ["the kitchen board is full of knives", "pruning the knight out of the box hedge"])

  static let none = SampleDomain(
    "none",
    keywords: ["what time is", "weather", "tell me a joke", "translate", "capital of"],
    hints: ["hello", "thanks", "test"],
    examples: [
      "what is the capital of peru", "tell me a joke", "what time is it in tokyo",
      "translate good evening into danish", "will it snow tomorrow", "set a timer for ten minutes",
      "Who wrote that book about the whale?", "convert miles to kilometres", "play some music",
      "how tall is the tower in paris", "what is nine times fourteen", "turn off the lamp",
      "is there traffic on the motorway", "define entropy", "hello there, this is a test",
    ])

  static let clinical = SampleDomain(
    "clinical",
    keywords: ["panic attack", "depression", "overdose", "my therapist", "self harm"],
    hints: ["afraid", "pills", "doctor"],
    examples: [
      "I had a panic attack on the train", "my depression is back", "i cannot stop drinking",
      "the doctor doubled my pills", "I hear voices when nobody is there",
      "my therapist is leaving", "i took an overdose last year", "I starve myself for days",
      "he hits me when he is drunk", "i wake up screaming since the crash",
      "is this what depression feels like", "I wash my hands until they bleed",
      "afraid to leave the house for a month now", "i cut myself again", "was I ever well",
    ])

  static let library = [garden, kitchen, chess]

  /// A router of the sample domains, with or without the outcomes.
  static func router(
    _ samples: [SampleDomain] = library, outcomes: Bool = true,
    thresholds: RoutingThresholds = RoutingThresholds()
  ) -> DomainRouter {
    DomainRouter(
      domains: samples.map(\.config),
      outcomes: outcomes ? [none.outcome(.none), clinical.outcome(.clinical)] : [],
      thresholds: thresholds)
  }

  /// The files of the sample domains and outcomes in a folder `D`.
  static var files: [String: String] {
    var files = library.reduce(into: [:]) { $0["D/\($1.id).yaml"] = $1.yaml }
    files["D/_none.yaml"] = none.outcomeYAML
    files["D/_clinical.yaml"] = clinical.outcomeYAML
    return files
  }
}
