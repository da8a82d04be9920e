import Foundation
import LanguageModels
import ModelProviders
import ModelTestKit

/// One reply as a provider streams it, byte for byte.
struct StreamFixture: Sendable, CustomStringConvertible {
  let wire: WireProtocol
  let name: String
  let bytes: [UInt8]

  var description: String { "\(wire.rawValue)/\(name)" }

  static let folder =
    "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Fixtures"

  /// All fixtures of a protocol, by name.
  static func all(of wire: WireProtocol) throws -> [StreamFixture] {
    let folder = "\(Self.folder)/\(wire.rawValue)"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { file in
      // Not Data's own reader, which leaks a page for an empty file.
      let data = try FileHandle(forReadingFrom: URL(filePath: "\(folder)/\(file)")).readToEnd()
      return StreamFixture(wire: wire, name: file, bytes: Array(data ?? Data()))
    }
  }

  static func all() throws -> [StreamFixture] {
    try WireProtocol.included.flatMap { try all(of: $0) }
  }

  /// The result of decoding these pieces.
  func outcome(in chunks: [[UInt8]]) async -> (events: [ModelEvent], error: ModelError?) {
    await ModelTestKit.outcome(wire.model(answering: chunks).stream(greeting))
  }

  /// The position after the value in which the model first states why it stopped; nil if it never does. It is found by
  /// text search, independently of our decoders.
  var endOfReason: Int? {
    let text = String(decoding: bytes, as: UTF8.self)
    let reason = wire.reasons.compactMap { text.firstMatch(of: $0)?.range.lowerBound }.min()
    guard let reason else { return nil }
    let start = text.utf8.distance(from: text.startIndex, to: reason)
    let ends = wire == .ollama ? ["\n"] : ["\n\n", "\r\n\r\n", "\r\r"]
    return ends.compactMap { bytes[start...].firstRange(of: Array($0.utf8))?.upperBound }.min()
  }

  /// The position after the JSON value with the reason: the line end after it may be missing without harm.
  var endOfReasonValue: Int? {
    endOfReason.map { end in
      bytes[..<end].lastIndex { $0 != 0x0a && $0 != 0x0d }.map { $0 + 1 } ?? end
    }
  }
}

extension WireProtocol {
  /// Patterns for the finish reason.
  fileprivate var reasons: [Regex<Substring>] {
    switch self {
    case .anthropic: [#/"stop_reason"\s*:\s*"/#]
    case .openAIChat: [#/"finish_reason"\s*:\s*"[^"]/#]
    case .openAIResponses: [#/"type"\s*:\s*"response\.(?:completed|incomplete)"/#]
    case .gemini: [#/"finishReason"\s*:\s*"/#]
    case .geminiInteractions: [#/"status"\s*:\s*"(?!in_progress)/#]
    default: [#/"done_reason"\s*:\s*"/#, #/"eval_count"\s*:/#]
    }
  }
}
