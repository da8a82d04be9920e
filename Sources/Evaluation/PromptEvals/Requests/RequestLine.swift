import CoachModel
package import Documents
import LanguageModels
import SourceFiles

/// A line of a file of requests: everything that is needed to answer one, and nothing that says which version of a
/// prompt it belongs to.
package struct RequestLine: Sendable {
  /// The line as JSON.
  package let json: JSONObject

  /// Creates a line for people and programs.
  ///
  /// - Parameter isLabelled: Whether the line says which samples it belongs to, as `label` or, for several, as `labels`.
  ///   Whoever answers should not know.
  package init(_ open: RequestCollector.OpenRequest, isLabelled: Bool) {
    let request = open.request
    var object: JSONObject = ["digest": .string(request.digest.hexadecimal)]
    if isLabelled {
      let labels = open.labels.sorted()
      if labels.count == 1 { object["label"] = .string(labels[0]) }
      if labels.count > 1 { object["labels"] = .array(labels.map { .string($0) }) }
    }
    object["messages"] = .array(
      request.messages.map { ["role": .string($0.role.rawValue), "content": .string($0.text)] })
    object["parameters"] = .object(request.parameters.json)
    if case .schema(_, let schema, _) = request.format { object["schema"] = schema }
    if open.samples.count > 1 { object["samples"] = .integer(open.samples.count) }
    json = object
  }
}
