import CoachModel
import JSON
import LanguageModels
import PromptTemplates
import SourceFiles

/// A single call of a prompt whose reply is data or a text, not a conversation.
///
/// Failures are reported as sentences for operators, never thrown: the caller has a default for a missing answer.
struct PromptTask: Sendable {
  /// The result of the call.
  struct Result: Sendable {
    /// The data, which satisfies the prompt's schema; `nil` if there is none.
    var json: JSONValue?
    /// The text of a reply without a schema; `nil` if there is none.
    var text: String?
    /// The reference of the prompt that was used; `nil` if none could be assembled.
    var prompt: String?
    /// The tokens consumed by the calls; `nil` if there were none.
    var usage: TokenUsage?
    /// The reason for missing data; `nil` if there is data.
    var problem: String?
  }

  var assembler: PromptAssembler
  var route: ModelRoute

  /// Asks the model for a text.
  func text(_ request: AssemblyRequest) async -> Result {
    let rendered: RenderedPrompt
    do throws(SourceError) {
      rendered = try assembler.assemble(request)
    } catch {
      return Result(problem: error.description)
    }
    do throws(ModelError) {
      let reply = try await route.model.stream(ModelRequest(rendered: rendered, route: route))
        .reply()
      let text = reply.words.trimmingWhitespace
      return Result(
        text: text.isEmpty ? nil : text, prompt: rendered.reference, usage: reply.usage,
        problem: text.isEmpty ? "the reply has no text" : nil)
    } catch {
      return Result(prompt: rendered.reference, problem: error.description)
    }
  }

  /// Asks the model, and once more if the answer does not satisfy the prompt's schema.
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
        for: ModelRequest(rendered: rendered, route: route), schema: schema, named: name)
      return Result(json: reply.json, prompt: rendered.reference, usage: reply.usage)
    } catch {
      return Result(
        prompt: rendered.reference, usage: error.usage, problem: error.description)
    }
  }
}
