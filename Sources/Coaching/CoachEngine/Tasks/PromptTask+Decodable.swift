import Documents
import LanguageModels

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension PromptTask where Value: Decodable {
  /// Creates a task whose value is decoded from the data of the reply.
  ///
  /// What does not decode is sent back to the model like any other violation of the contract, with the name of the
  /// member.
  ///
  /// ```swift
  /// struct Haiku: Decodable, Sendable { var lines: [String] }
  ///
  /// let haiku = PromptTask<Haiku>(AssemblyRequest(prompt: .init(name: "haiku"), person: person))
  /// let lines = try await service.tasks.run(haiku).value.lines
  /// ```
  ///
  /// - Parameter decoder: Makes the decoder, such as one that converts names from snake case.
  public init(
    _ request: AssemblyRequest, timeout: Duration? = nil,
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) {
    self.init(request, timeout: timeout) { reply throws(StructuredMisfit) in
      do {
        return try decoder().decode(Value.self, from: Data(reply.json.text().utf8))
      } catch let error as DecodingError {
        throw StructuredMisfit([error.sentence])
      } catch {
        throw StructuredMisfit(["the value cannot be read: \(error)"])
      }
    }
  }
}

extension DecodingError {
  /// The problem and its location, without any value of the reply.
  fileprivate var sentence: String {
    switch self {
    case .keyNotFound(let key, let context): "\(Self.name(context.codingPath + [key])) is missing"
    case .valueNotFound(_, let context): "\(Self.name(context.codingPath)) is null"
    case .typeMismatch(let type, let context):
      "\(Self.name(context.codingPath)) is not of the type \(type)"
    case .dataCorrupted(let context): "\(Self.name(context.codingPath)) is not valid"
    @unknown default: "the value cannot be read"
    }
  }

  private static func name(_ path: [any CodingKey]) -> String {
    let words = path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return words.isEmpty ? "the reply" : "'\(words.joined(separator: "."))'"
  }
}
