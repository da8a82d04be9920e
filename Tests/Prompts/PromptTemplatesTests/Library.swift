import CoachModel
import Documents
import PromptTemplates
import SourceFiles

/// A library of one prompt `p@v1` and some partials, in memory.
func library(
  _ prompt: String, partials: [String: String] = [:],
  helpers: [String: TemplateHelper] = [:]
) throws -> PromptLibrary {
  var files = ["P/p.v1.prompt": prompt]
  for (name, text) in partials { files["P/_\(name).prompt"] = text }
  return try PromptLibrary(folder: "P", files: InMemoryFileSystem(files), helpers: helpers)
}

/// The front matter of a prompt with two reply tags, up to its closing fence.
let tagContract = """
  ---
  coachkit.contract:
    tags:
      DONE: {form: signal}
      MEMORY: {form: inline}
  ---

  """

/// The text that a prompt renders to.
func render(
  _ prompt: String, _ values: JSONObject = [:], partials: [String: String] = [:],
  untrusted: Set<String> = [], history: [Message] = [], variables: JSONObject = [:]
) throws -> RenderedPrompt {
  try library(prompt, partials: partials).render(
    PromptReference(name: "p"),
    with: PromptInputs(values, untrusted: untrusted, history: history, variables: variables))
}
