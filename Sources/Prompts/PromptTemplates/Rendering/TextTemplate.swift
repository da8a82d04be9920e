package import Documents
package import SourceFiles

/// A template for a document that is not a prompt, such as a report: the same language and strictness, without roles
/// and sections.
package struct TextTemplate: Sendable {
  private let prompt: PreparedPrompt

  /// Parses a template. Throws ``SourceError`` with the locations of the problems.
  package init(_ file: SourceFile) throws(SourceError) {
    prompt = PreparedPrompt(try PromptTemplate(name: file.path, version: nil, file: file))
    if let error = SourceError(prompt.problems) { throw error }
  }

  /// Renders the document; `escape` is applied to every value that is written.
  package func render(
    _ values: JSONObject, escape: @escaping @Sendable (String) -> String
  ) throws(SourceError) -> String {
    var data = prompt.program.constants
    data.addInputs(PromptInputs(values), values: values) { _ in
      InputDeclaration(cache: .stable, trust: .trusted)
    }
    let mode = TemplateRenderer.Mode(escape: escape)
    var renderer = TemplateRenderer(
      prompt.program, data: data, mode: mode, neutraliser: nil, caches: [])
    try renderer.render()
    return String(decoding: renderer.writer.output, as: UTF8.self)
  }
}
