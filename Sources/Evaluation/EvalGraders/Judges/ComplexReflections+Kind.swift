import Documents
import LanguageModels
import SourceFiles

extension ComplexReflections {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "complex-reflections",
      summary: "Reflections add meaning to what the person said, instead of repeating it.",
      discussion: """
        A model finds the reflections in each message, quotes them, and says of each whether it is simple (it rewords \
        what was said) or complex (it adds substantial meaning or emphasis), as in the coding of motivational \
        interviewing (MITI). A message with a complex reflection passes, one with simple reflections only fails, and \
        one without any is not applicable: a question or a fact is no bad reflection. So the rate of passes is MITI's \
        ratio of complex reflections, with one code for a message; MITI calls 40 % fair and 50 % good for trained \
        counsellors. Each verdict has the counts of both kinds, and measures the share of complex ones in the message. \
        Of several models the majority counts. Its examples are in `Evals/calibrations/complex-reflections.yaml`.
        """,
      options: [
        GraderOption(
          "models", form: .models, isRequired: true, text: "The model that judges, or several."),
        GraderOption(
          "share", form: .choice(Share.allCases.map(\.rawValue)),
          text:
            "Which share the rate of passes is: of messages with a complex reflection among those that reflect at all (the default), or among all, or of messages with any reflection among all."
        ),
        GraderOption(
          "history", form: .integer(0...1000),
          text: "The number of preceding messages that the judge sees; 6 by default."),
        GraderOption(
          "parameters", form: .value,
          text: "Generation parameters of the judge. The temperature is 0 by default."),
      ],
      example: """
        - use: complex-reflections
          models: anthropic:claude-haiku-4-5
        """)
  ) { options throws(SourceError) in try ComplexReflections(options) }

  init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    let models = try options.models("models")
    guard !models.isEmpty else { throw options.error(for: "models", "a judge needs a model") }
    self.models = models
    share = try options.choice("share").flatMap(Share.init) ?? .complexOfReflecting
    shownHistory = try options.integer("history") ?? 6
    parameters = try options.parameters("parameters") ?? ModelParameters()
  }
}
