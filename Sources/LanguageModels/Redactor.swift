public import JSON

/// Takes secrets out of texts that are kept: logs, recordings, stored replies.
///
/// It knows the secrets it was given, raw and as they stand in addresses, and what keys of the usual makers
/// look like: the keys of model providers, GitHub's and AWS's, bearer tokens, signed tokens (JWT),
/// private keys in PEM, and passwords in addresses. A secret of another form that nobody named passes.
public struct Redactor: Sendable {
  /// What stands in the place of a secret.
  public static let mark = "•••"

  /// Known secrets, the longest first, so that one inside another is not left in halves.
  private let known: [[UInt8]]

  /// Creates a redactor that knows some secrets beside the usual forms. Those of fewer than 6 bytes are
  /// passed over: they would be found in ordinary words.
  public init(_ secrets: [Secret] = []) {
    let values = secrets.map(\.value).filter { $0.utf8.count >= 6 }
    let escaped = values.map(\.queryEscaped)
    let quoted = values.map { String(JSONValue.string($0).text().dropFirst().dropLast()) }
    let slashed = quoted.map { text in
      text.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "\\/")
    }
    let forms = Set(
      quoted + slashed + values + escaped
        + zip(values, escaped).filter { $0 != $1 }.map { $1.lowercased() })
    known = forms.map { Array($0.utf8) }.sorted { ($0.count, $0[0]) > ($1.count, $1[0]) }
  }

  /// The text without its secrets.
  public func redact(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let found = spans(in: bytes)
    guard !found.isEmpty else { return text }
    var result: [UInt8] = []
    var at = 0
    for span in found {
      result += bytes[at..<span.lowerBound]
      result += Self.mark.utf8
      at = span.upperBound
    }
    result += bytes[at...]
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a text holds no secret.
  public func isClean(_ text: String) -> Bool { spans(in: Array(text.utf8)).isEmpty }

  /// The value with every text in it redacted; names of members stay.
  public func redact(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(redact(text))
    case .array(let list): .array(list.map(redact))
    case .object(let object): .object(redact(object))
    case .null, .bool, .integer, .number: value
    }
  }

  /// The members with every text in them redacted.
  public func redact(_ object: JSONObject) -> JSONObject {
    var result: JSONObject = [:]
    for (name, value) in object { result[name] = redact(value) }
    return result
  }

  /// Where secrets are, in order and apart.
  private func spans(in bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var at = 0
    while at < bytes.count {
      guard let secret = secret(at: at, in: bytes) else {
        at += 1
        continue
      }
      let whole = secret.lowerBound..<end(of: secret, in: bytes)
      found.append(whole)
      at = max(whole.upperBound, at + 1)
    }
    return found
  }

  /// Where a secret ends when a known one begins inside it and goes on behind it.
  private func end(of secret: Range<Int>, in bytes: [UInt8]) -> Int {
    var end = secret.upperBound
    var at = secret.lowerBound
    while at < end {
      for other in known where at + other.count > end && bytes[at...].starts(with: other) {
        end = at + other.count
      }
      at += 1
    }
    return end
  }

  private func secret(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
    for secret in known where bytes[start...].starts(with: secret) {
      return start..<(start + secret.count)
    }
    return SecretForm.secret(at: start, in: bytes)
  }
}
