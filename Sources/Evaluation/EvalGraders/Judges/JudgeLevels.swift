import Documents
import SourceFiles

/// The levels by which a judge decides in place of a bare verdict: each says what a message of that level does.
struct JudgeLevels {
  /// A level, with what it is worth.
  struct Level {
    var name: String
    /// The score from 0 to 1; a message passes with 1.
    var score: Double
    /// What a message of this level does.
    var text: String
  }

  /// From the worst to the best, as the judge sees them.
  var levels: [Level]
  /// When the rubric applies; `nil` if it always does.
  var applies: String?

  /// The answer of a judge that the rubric does not apply, and of one that cannot tell.
  static let notApplicable = "not_applicable"
  static let unsure = "unsure"

  /// The member of an answer that decides.
  static let decisiveMembers = ["level"]

  /// Returns the schema of an answer: quotations, then reasons, then the level.
  func schema() throws -> JSONSchema {
    try JSONSchema([
      "type": "object",
      "properties": [
        "evidence": ["type": "array", "items": ["type": "string"]],
        "reasoning": ["type": "string"],
        "level": ["type": "string", "enum": .array(words.map { .string($0) })],
      ],
      "required": ["evidence", "reasoning", "level"], "additionalProperties": false,
    ])
  }

  /// What the prompt is given of the levels.
  var inputs: JSONObject {
    var object: JSONObject = [
      "levels": .array(levels.map { ["name": .string($0.name), "text": .string($0.text)] })
    ]
    object["applies"] = applies.map { .string($0) }
    return object
  }

  /// Reads an answer that fits the schema; an unknown level is inconclusive.
  ///
  /// Of the judge's quotations, the vote keeps those that are in the message as a person reads it.
  func vote(_ answer: JSONValue, on message: String) -> JudgeBallot.Vote {
    let word = answer["level"]?.string ?? Self.unsure
    let level = levels.first { $0.name == word }
    let verdict: Grade.Verdict =
      if let level {
        level.score == 1 ? .pass : .fail
      } else {
        applies != nil && word == Self.notApplicable ? .notApplicable : .inconclusive
      }
    let evidence = answer["evidence"]?.array?.compactMap(\.string) ?? []
    let reasoning = answer["reasoning"]?.string ?? ""
    return JudgeBallot.Vote(
      verdict: verdict, degree: level?.score, reasoning: reasoning,
      quotes: JudgeBallot.quotes(evidence, from: message),
      record: [
        "level": .string(word), "reasoning": .string(reasoning),
        "evidence": .array(evidence.map { .string($0) }),
      ])
  }
}

extension JudgeLevels {
  /// Reads the levels of a suite's options; `nil` if it has none.
  init?(_ options: GraderOptions) throws(SourceError) {
    applies = try options.text("applies")
    guard let node = options.node("levels") else {
      guard applies == nil else {
        throw options.error(
          for: "applies", "only a judge by levels can say that its rubric does not apply",
          hint: "write 'levels', too")
      }
      return nil
    }
    levels = []
    for entry in try MappingReader(node, "'levels'").entries {
      let level = try Level(entry)
      if let last = levels.last, level.score < last.score {
        throw entry.value.error(
          "grader.option",
          "the level '\(level.name)' has a lower score than '\(last.name)' before it",
          hint:
            "the judge is told that they go from the worst to the best: write them in that order")
      }
      levels.append(level)
    }
    guard levels.contains(where: { $0.score == 1 }), levels.contains(where: { $0.score < 1 })
    else {
      throw options.error(
        for: "levels", "a judge needs a level that passes and one that fails",
        hint: "levels are a mapping of names to {score, text}; a score of 1 passes")
    }
  }

  /// What a judge may answer for a level.
  var words: [String] {
    levels.map(\.name) + (applies == nil ? [] : [Self.notApplicable]) + [Self.unsure]
  }
}

extension JudgeLevels.Level {
  fileprivate init(_ entry: DocumentEntry) throws(SourceError) {
    name = entry.key
    guard name != JudgeLevels.notApplicable, name != JudgeLevels.unsure else {
      throw entry.value.error(
        "grader.option", "'\(name)' is an answer of every judge, and no level",
        hint: "give the level another name")
    }
    var level = try MappingReader(entry.value, "the level '\(name)'")
    score = try level.required("score").number("the score of '\(name)'", in: 0...1)
    text = try level.required("text").string("the text of '\(name)'")
    try level.finish()
  }
}
