public import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension LanguageModel {
  /// Requests a value that conforms to a schema, and decodes it.
  ///
  /// The provider's structured output is used unless the model is known not to support it, or the provider rejects
  /// the schema; the model then gets the schema as part of its instructions. Either way the JSON is repaired where
  /// that does not change its meaning (a code fence, a comma) and validated. A reply that does not conform is sent
  /// back with the list of problems until `attempts` replies have been read. A reply that was cut off at the token
  /// limit, or in which the model declines, is not requested again, because it would end the same way.
  ///
  /// - Parameter name: A name for the schema, which some providers require: letters, digits, `_` and `-`.
  /// - Parameter attempts: The maximum number of replies to read, at least 1.
  /// - Parameter progress: Called with events as they arrive.
  /// - Throws: ``StructuredOutputError``, which holds all replies and their token usage.
  public func value<Value: Decodable & Sendable>(
    _ type: Value.Type, for request: ModelRequest, schema: JSONSchema, named name: String = "reply",
    attempts: Int = 2, progress: (StructuredProgress) -> Void = { _ in }
  ) async throws(StructuredOutputError) -> StructuredReply<Value> {
    var call = StructuredCall(
      model: self, request: request, schema: schema, name: name, attempts: attempts)
    return try await call.run(progress) { json throws(StructuredCall.Misfit) in
      do {
        return try JSONDecoder().decode(type, from: Data(json.text().utf8))
      } catch {
        throw StructuredCall.Misfit(problems: ["it cannot be read as \(type): \(error)"])
      }
    }
  }

  /// Requests a value that conforms to a schema, as JSON. It otherwise works like
  /// ``value(_:for:schema:named:attempts:progress:)``.
  public func json(
    for request: ModelRequest, schema: JSONSchema, named name: String = "reply", attempts: Int = 2,
    progress: (StructuredProgress) -> Void = { _ in }
  ) async throws(StructuredOutputError) -> StructuredReply<JSONValue> {
    var call = StructuredCall(
      model: self, request: request, schema: schema, name: name, attempts: attempts)
    return try await call.run(progress) { json throws(StructuredCall.Misfit) in json }
  }
}
