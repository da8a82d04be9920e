import CoachModel
import JSON
import LanguageModels
import PromptTemplates
import SourceFiles

/// A prompt whose reply is data, asked once. What goes wrong is a sentence for operators, never an error: whoever
/// asks has decided beforehand what holds without an answer.
struct PromptTask: Sendable {
  /// What came of it.
  struct Result: Sendable {
    /// The data, which fits the prompt's schema; nil when none came.
    var json: JSONValue?
    /// Which version of the prompt was asked; nil when none could be assembled.
    var prompt: String?
    /// What the calls consumed; nil when none was made.
    var usage: TokenUsage?
    /// Why there is none.
    var problem: String?
  }

  var assembler: PromptAssembler
  var route: ModelRoute

  /// Asks, and asks once more where the answer does not fit the prompt's schema.
  func run(_ request: AssemblyRequest, named name: String) async -> Result {
    let rendered: RenderedPrompt
    do throws(SourceError) {
      rendered = try assembler.assemble(request)
    } catch {
      return Result(problem: error.description)
    }
    guard let schema = rendered.template.frontMatter.outputSchema else {
      return Result(problem: "\(rendered.reference) declares no schema for its output")
    }
    do throws(StructuredOutputError) {
      let reply = try await route.model.json(
        for: ModelRequest(rendered, route), schema: schema, named: name)
      return Result(json: reply.json, prompt: rendered.reference, usage: reply.usage)
    } catch {
      return Result(
        prompt: rendered.reference, usage: error.usage, problem: error.description)
    }
  }
}
