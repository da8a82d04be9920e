public import Documents

/// Removes secrets from text that is stored: logs, recordings, cached replies.
///
/// It recognizes the secrets it was given, verbatim, percent-encoded and as JSON strings, and common credential
/// formats: API keys of model providers, GitHub and AWS credentials, bearer tokens, signed tokens (JWT), private keys
/// in PEM, and passwords in URLs. A secret in any other format that was not passed to ``init(_:)`` is not detected.
public struct Redactor: Sendable {
  /// The text that replaces a secret.
  public static let mark = "•••"

  /// The known secrets, longest first, so that a secret contained in another one does not leave part of it behind.
  private let known: [[UInt8]]

  /// Creates a redactor for the given secrets, in addition to the common formats. Secrets of fewer than 6 bytes are
  /// ignored, because they would match ordinary words.
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

  /// Returns the text with every secret replaced by ``mark``.
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

  /// Returns whether the text contains no secret.
  public func isClean(_ text: String) -> Bool { spans(in: Array(text.utf8)).isEmpty }

  /// Returns the value with every string redacted. Member names are left unchanged.
  public func redact(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(redact(text))
    case .array(let list): .array(list.map(redact))
    case .object(let object): .object(redact(object))
    case .null, .bool, .integer, .number: value
    }
  }

  /// Returns the object with every string redacted. Member names are left unchanged.
  public func redact(_ object: JSONObject) -> JSONObject {
    var result: JSONObject = [:]
    for (name, value) in object { result[name] = redact(value) }
    return result
  }

  /// Returns the ranges of the secrets, ordered and not overlapping.
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

  /// Returns the end of a secret, extended while another known secret starts inside it and ends after it.
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
