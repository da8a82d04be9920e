public import Documents

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
  /// that does not change its meaning (a code fence, a comma) and validated. If a reply holds several values, the last
  /// one counts that it does not quote, and a member that is there twice is a problem. A reply that does not conform is sent
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
    try await value(
      for: request, schema: schema, named: name, attempts: attempts, progress: progress
    ) { json throws(StructuredMisfit) in
      do {
        return try JSONDecoder().decode(type, from: Data(json.text().utf8))
      } catch {
        throw StructuredMisfit(["it cannot be read as \(type): \(error)"])
      }
    }
  }

  /// Requests a value that conforms to a schema, as JSON. It otherwise works like
  /// ``value(_:for:schema:named:attempts:progress:)``.
  public func json(
    for request: ModelRequest, schema: JSONSchema, named name: String = "reply", attempts: Int = 2,
    progress: (StructuredProgress) -> Void = { _ in }
  ) async throws(StructuredOutputError) -> StructuredReply<JSONValue> {
    try await value(
      for: request, schema: schema, named: name, attempts: attempts, progress: progress
    ) { json in json }
  }

  /// Requests a value that conforms to a schema and to what `decode` demands beyond it.
  ///
  /// `decode` throws the reasons for which a reply that fits the schema cannot be used; the model gets them and is asked
  /// again. It otherwise works like ``value(_:for:schema:named:attempts:progress:)``.
  ///
  /// - Parameter sent: The schema that the provider or the model gets, which may also say what `decode` demands; `nil` for
  ///   the one that the reply is validated against.
  public func value<Value: Sendable>(
    for request: ModelRequest, schema: JSONSchema, sending sent: JSONValue? = nil,
    named name: String = "reply", attempts: Int = 2,
    progress: (StructuredProgress) -> Void = { _ in },
    decode: (JSONValue) throws(StructuredMisfit) -> Value
  ) async throws(StructuredOutputError) -> StructuredReply<Value> {
    try await value(
      for: request, schema: schema, sending: sent, named: name, attempts: attempts,
      reading: .last, progress: progress, decode: decode)
  }

  /// Requests a value as ``value(for:schema:sending:named:attempts:progress:decode:)`` does.
  ///
  /// - Parameter reading: How the value is told from whatever else a reply holds.
  package func value<Value: Sendable>(
    for request: ModelRequest, schema: JSONSchema, sending sent: JSONValue? = nil,
    named name: String = "reply", attempts: Int = 2, reading: ReplyReading,
    progress: (StructuredProgress) -> Void = { _ in },
    decode: (JSONValue) throws(StructuredMisfit) -> Value
  ) async throws(StructuredOutputError) -> StructuredReply<Value> {
    var call = StructuredCall(
      model: self, request: request,
      output: .json(schema, sent: sent ?? schema.source, named: name, reading), attempts: attempts)
    return try await call.run(progress, decode: decode)
  }

  /// Requests a text from which `decode` makes a value.
  ///
  /// `decode` throws the reasons for which the text cannot be used; the model gets them and is asked again until
  /// `attempts` replies have been read.
  public func value<Value: Sendable>(
    for request: ModelRequest, attempts: Int = 2,
    progress: (StructuredProgress) -> Void = { _ in },
    decode: (_ text: String) throws(StructuredMisfit) -> Value
  ) async throws(StructuredOutputError) -> StructuredReply<Value> {
    var call = StructuredCall(model: self, request: request, output: .text, attempts: attempts)
    return try await call.run(progress) { json throws(StructuredMisfit) in
      try decode(json.string ?? "")
    }
  }
}
