import ArgumentParser
import CoachEngine
import CoachModel
import CoachSafety
import CommandLineSupport
import Documents
import LanguageModels
import SafetyRules
import SourceFiles

struct PersonasCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "personas", abstract: "Review personas that creators want to publish.",
    subcommands: [Review.self])

  struct Review: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "review",
      abstract: "Review whether personas may be published, with reasons.",
      discussion: """
        Local rules check every field. With --model, a model also reads the persona, and the more severe verdict \
        counts. If the model is unavailable or its answer is invalid, the verdict is at least 'revise', since a \
        human then has to review the persona.

        Exits with 0 if all are approved, with 1 otherwise. With --json each persona is one line of JSON.

        Examples:
          coachkit personas review Evals/personas/hedda-brandt.yaml
          coachkit personas review Evals/personas/*.yaml --model local
          coachkit personas review my-persona.yaml --language de --json
        """)

    @Argument(help: ArgumentHelp("The personas' files.", valueName: "file"))
    var files: [String]

    @Option(
      help: ArgumentHelp("The language of the explanations (BCP 47).", valueName: "language"))
    var language = "en"

    @Flag(help: "Print one persona per line, as JSON.")
    var json = false

    @OptionGroup var modelOptions: ModelOptions
    @OptionGroup var generation: GenerationOptions
    @OptionGroup(title: "Calls") var calls: CallOptions
    @OptionGroup var workspace: WorkspaceOptions

    func run() async throws {
      let (secondLook, layered) = await secondLook()
      let task = PersonaReviewTask(secondLook: secondLook)
      defer { layered?.reportBudget() }
      var verdicts: [PersonaVerdict] = []
      var isBroken = false
      for path in files {
        do throws(SourceError) {
          let source = try PersonaSource(try DiskFileSystem().read(path))
          let result = await task.review(source.persona, language: language)
          verdicts.append(result.review.verdict)
          show(result, of: source)
        } catch {
          isBroken = true
          Terminal.printError(error.description)
        }
      }
      if verdicts.count > 1, !json { Terminal.print(Self.summary(verdicts)) }
      if isBroken || verdicts.contains(where: { $0 != .approve }) { throw ExitCode(1) }
    }

    /// Creates the model's part of the review. If the model is unavailable, the review applies the rules and
    /// reports the model as unavailable.
    private func secondLook() async -> (PersonaReviewTask.SecondLook, LayeredCalls?) {
      guard let model = modelOptions.model else { return (.none, nil) }
      do {
        let calls = try await calls.model(model, from: modelOptions.factory)
        let route = ModelRoute(
          calls.model, parameters: generation.parameters, fallsBack: !self.calls.fallback.isEmpty)
        return (.model(PersonaReader(route, prompts: try workspace.promptLibrary())), calls)
      } catch let error as CommandError {
        return (.unavailable("\(error.message); \(error.hint)"), nil)
      } catch {
        return (.unavailable("\(error)"), nil)
      }
    }

    private func show(_ result: PersonaReviewTask.Result, of source: PersonaSource) {
      guard json else { return PersonaReviewView(review: result.review, source: source).show() }
      var object: JSONObject = ["file": .string(source.file.path)]
      for (name, value) in result.review.json.object ?? [:] { object[name] = value }
      object["status"] = source.persona.status.map { .string($0.rawValue) }
      object["next_status"] = .string(
        PersonaWorkflow().status(after: result.review).rawValue)
      object["prompt"] = result.prompt.map { .string($0) }
      Terminal.print(JSONValue.object(object).printed())
    }

    private static func summary(_ verdicts: [PersonaVerdict]) -> String {
      let counts = PersonaVerdict.allCases.map { verdict in
        "\(verdicts.count { $0 == verdict }) \(verdict.rawValue)"
      }
      return "\(verdicts.count) personas: \(counts.joined(separator: ", "))"
    }
  }
}
