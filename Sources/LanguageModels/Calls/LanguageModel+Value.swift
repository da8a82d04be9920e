public import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension LanguageModel {
  /// Asks for a value that fits a schema, and decodes it.
  ///
  /// Where the model is held to a schema by its provider, that is used; where it is known not to be, or the
  /// provider refuses the schema, the model is told in words. Either way the reply is mended where that
  /// changes no meaning (a code fence, a comma), then checked. A reply that does not fit is sent back once
  /// with what is wrong. A reply that was cut at the limit of tokens, and one in which the model declines,
  /// is not asked for again: it would end the same way.
  ///
  /// Throws ``StructuredOutputError``, which holds what all replies consumed.
  /// - Parameter name: a name for the schema, which some providers want: letters, digits, `_` and `-`.
  /// - Parameter progress: hears of events while they come.
  public func value<Value: Decodable & Sendable>(
    _ type: Value.Type, for request: ModelRequest, schema: JSONSchema, named name: String = "reply",
    attempts: Int = 2, progress: (StructuredProgress) -> Void = { _ in }
  ) async throws(StructuredOutputError) -> StructuredReply<Value> {
    var call = StructuredCall(self, request, schema, name, attempts: attempts)
    return try await call.run(progress) { json throws(StructuredCall.Misfit) in
      do {
        return try JSONDecoder().decode(type, from: Data(json.text().utf8))
      } catch {
        throw StructuredCall.Misfit(problems: ["it cannot be read as \(type): \(error)"])
      }
    }
  }

  /// Asks for a value that fits a schema, as JSON; otherwise as ``value(_:for:schema:named:attempts:progress:)``.
  public func json(
    for request: ModelRequest, schema: JSONSchema, named name: String = "reply", attempts: Int = 2,
    progress: (StructuredProgress) -> Void = { _ in }
  ) async throws(StructuredOutputError) -> StructuredReply<JSONValue> {
    var call = StructuredCall(self, request, schema, name, attempts: attempts)
    return try await call.run(progress) { json throws(StructuredCall.Misfit) in json }
  }
}
