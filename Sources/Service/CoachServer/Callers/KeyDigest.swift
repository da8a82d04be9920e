#if Server
  import Crypto
  import Foundation

  /// The SHA-256 of a key, by which the server looks keys up without keeping them.
  struct KeyDigest: Sendable, Hashable {
    private let bytes: [UInt8]

    init(of key: String) { bytes = Array(SHA256.hash(data: Data(key.utf8))) }

    /// Reads 64 hexadecimal digits; `nil` for anything else.
    init?(hexadecimal digits: some StringProtocol) {
      let values = digits.compactMap(\.hexDigitValue).map { UInt8($0) }
      guard digits.utf8.count == 64, values.count == 64 else { return nil }
      bytes = stride(from: 0, to: 64, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
  }
#endif
