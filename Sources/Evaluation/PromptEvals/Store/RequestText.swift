/// Encodes the requests of a sample as a short text with one entry per message.
///
/// `1:9f3ac07b21e85d64,6:0` stands for the request of message 1, and for a message 6 whose request is not known.
enum RequestText {
  static func write(_ requests: [SentRequest]) -> String {
    requests.map { "\($0.message):\(String($0.digest, radix: 16))" }.joined(separator: ",")
  }

  /// Reads requests; nil for anything that ``write(_:)`` does not write.
  static func read(_ text: String) -> [SentRequest]? {
    var requests: [SentRequest] = []
    var (message, digest, digits) = (0, UInt64(0), 0)
    var isDigest = false
    func isComplete() -> Bool { isDigest && digits > 0 && message > 0 }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: ","):
        guard isComplete() else { return nil }
        requests.append(SentRequest(message: message, number: digest))
        (message, digest, digits, isDigest) = (0, 0, 0, false)
      case UInt8(ascii: ":"):
        guard !isDigest else { return nil }
        isDigest = true
      default:
        guard let value = hexadecimalValue(of: byte) else { return nil }
        if isDigest {
          guard digits < 16 else { return nil }
          digest = digest << 4 | UInt64(value)
          digits += 1
        } else {
          guard value < 10, message < StoredRange.counts.upperBound / 10 else { return nil }
          message = message * 10 + value
        }
      }
    }
    guard !text.isEmpty else { return [] }
    guard isComplete() else { return nil }
    return requests + [SentRequest(message: message, number: digest)]
  }

  private static func hexadecimalValue(of byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
    default: nil
    }
  }
}
