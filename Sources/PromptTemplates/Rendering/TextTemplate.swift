package import Conversations
package import SourceFiles

/// A template for a document that is no prompt, such as a report: the same language and the same
/// strictness, without roles and sections.
package struct TextTemplate: Sendable {
  private let template: PromptTemplate

  /// Parses a template. Throws ``SourceError`` with the place of what is wrong.
  package init(_ file: SourceFile) throws(SourceError) {
    template = try PromptTemplate(name: file.path, version: nil, file: file)
  }

  /// Renders the document; `escape` is applied to every value that goes into it.
  package func render(
    _ values: JSONObject, escape: @escaping @Sendable (String) -> String
  ) throws(SourceError) -> String {
    var renderer = TemplateRenderer(
      template, partials: [:], helpers: TemplateHelper.standard, containers: [],
      inputs: PromptInputs(), escape: escape)
    try renderer.render(template, values: values)
    return renderer.segments.map(\.text).joined()
  }
}
