import Documents
import LanguageModels
import PromptTemplates
import SourceFiles

extension ModelJudge {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "judge",
      summary: "A model, or a jury of models, judges by a rubric.",
      discussion: """
        Shows the judge what was said before and the coach's message, as material that it must not take
        orders from, and asks for evidence first, then for each criterion, then for a verdict. A judge may say
        that it cannot decide; one that fails, or ignores the format even after a correction, loses
        its vote; if all do, it is an error of the grader, not of the coach. Several models form a jury.
        A reply is one JSON object. If it holds more, the verdict is the last complete object that is the judge's own: \
        what stands in quotation marks or in a block quotation, what is reasoning, and JSON that the reply repeats from \
        the material is not. A judge that names a member twice, or whose reply holds two different verdicts, has failed.
        In a suite with `cases` the judge sees the inputs of the case, its `target` and the reply. \
        Use judges of other families than the candidate's: models prefer their own. Compare a judge with
        human labels before you trust it: coachkit eval calibrate.
        """,
      options: [
        GraderOption(
          "rubric", form: .text, isRequired: true,
          text: "The conditions under which the coach's words pass."),
        GraderOption(
          "models", form: .models, isRequired: true, text: "The model that judges, or several."),
        GraderOption(
          "criteria", form: .value,
          text: "Questions that the judge answers one by one: a mapping of names to questions."),
        GraderOption(
          "at_least", form: .integer(1...100),
          text:
            "The minimum number of criteria answered with yes; by default the judge's own verdict counts."
        ),
        GraderOption(
          "levels", form: .value,
          text:
            "Levels in place of pass and fail, from the worst to the best: a mapping of names to {score, text}. The judge quotes first and names the level that fits; its score counts, and 1 passes."
        ),
        GraderOption(
          "applies", form: .text,
          text:
            "With levels: when the rubric applies at all. A message to which it does not is not applicable, which is neither a pass nor a fail."
        ),
        GraderOption(
          "scope", form: .choice(["message", "conversation"]),
          text: "What is judged: each message (the default), or the whole conversation."),
        GraderOption(
          "history", form: .integer(0...1000),
          text: "The number of preceding messages that the judge sees; all by default."),
        GraderOption(
          "votes", form: .integer(1...99),
          text: "The number of votes of each model, each with another seed; one by default."),
        GraderOption(
          "rule", form: .choice(JuryRule.allCases.map(\.rawValue)),
          text:
            "Which votes make a pass: a majority of the decided ones (the default), all, or any."
        ),
        GraderOption(
          "examples", form: .value,
          text: "Examples judged by people: a list of {words, verdict, why}."),
        GraderOption(
          "parameters", form: .value,
          text:
            "Generation parameters of the judge. The temperature is 0 by default, or 0.7 if 'votes' is above 1, since votes at 0 would all be the same."
        ),
        GraderOption(
          "prompt", form: .text,
          text: "A prompt of the workspace that replaces the built-in one, as name@version."),
      ],
      example: """
        - use: judge
          id: reflects-first
          models: [anthropic:claude-haiku-4-5, openai:gpt-6-luna]
          rubric: The coach shows an exact understanding of what the person said before asking anything.
          criteria:
            precise: Does the coach name something the person said, more exactly than a summary would?
            first: Does that come before any question?
          at_least: 2
        """)
  ) { options throws(SourceError) in try ModelJudge(options) }

  init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    rubric = try options.requiredText("rubric")
    let models = try options.models("models")
    guard !models.isEmpty else {
      throw options.error(
        for: "models", "a judge needs a model", hint: "write models: provider:model, or a list")
    }
    self.models = models
    let criteria = try Self.criteria(options)
    self.criteria = criteria
    minimumCriteria = try options.integer("at_least")
    if let minimumCriteria, minimumCriteria > criteria.count {
      throw options.error(
        for: "at_least",
        "'at_least' is \(minimumCriteria), but the number of criteria is \(criteria.count)",
        hint: criteria.isEmpty
          ? "add 'criteria', a mapping of names to questions, or leave out 'at_least'"
          : "write a number from 1 to \(criteria.count)")
    }
    levels = try JudgeLevels(options)
    guard levels == nil || criteria.isEmpty else {
      throw options.error(
        for: "criteria", "a judge by levels has no criteria", hint: "leave out one of the two")
    }
    scope = try options.choice("scope").flatMap(GraderScope.init) ?? .message
    shownHistory = try options.integer("history")
    votes = try options.integer("votes") ?? 1
    rule = try options.choice("rule").flatMap(JuryRule.init) ?? .majority
    examples = try Self.examples(options, verdicts: levels?.words ?? ["pass", "fail", "unsure"])
    parameters = try options.parameters("parameters") ?? ModelParameters()
    prompt = try options.prompt("prompt")
  }

  private static func criteria(_ options: GraderOptions) throws(SourceError) -> [Criterion] {
    guard let value = options.value("criteria") else { return [] }
    guard let object = value.object else {
      throw options.error(for: "criteria", "criteria are a mapping", hint: "write name: question")
    }
    var criteria: [Criterion] = []
    for (name, question) in object {
      guard let question = question.string else {
        throw options.error(
          for: "criteria", "the criterion '\(name)' is not a text",
          hint: "write a question after '\(name):'")
      }
      criteria.append(Criterion(name: name, question: question))
    }
    return criteria
  }

  /// Reads the examples, whose verdicts must be answers that the judge may give.
  private static func examples(
    _ options: GraderOptions, verdicts: [String]
  ) throws(SourceError) -> [JSONValue] {
    guard let node = options.node("examples") else { return [] }
    return try node.list("'examples'").map { node throws(SourceError) in
      var example = try MappingReader(node, "an example")
      _ = try example.string("words")
      _ = try example.string("why")
      let verdict = try example.required("verdict")
      let word = try verdict.string("'verdict'")
      guard verdicts.contains(word) else {
        throw verdict.unknownChoice("the verdict of an example", word, among: verdicts)
      }
      try example.finish()
      return node.json
    }
  }
}
