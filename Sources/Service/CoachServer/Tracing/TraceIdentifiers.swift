#if Server
  /// The identifier of a trace: 16 bytes that are not all zero.
  struct TraceID: Sendable, Hashable {
    let high: UInt64
    let low: UInt64

    /// Creates a random identifier.
    init(using random: inout some RandomNumberGenerator) {
      high = random.next()
      // Zero is not valid, and as unlikely as any other number.
      low = max(1, random.next())
    }

    /// Reads 32 lower-case hexadecimal digits; nil for other texts and for zero.
    init?(hex: some Collection<UInt8>) {
      guard hex.count == 32, let high = UInt64(hex: hex.prefix(16)),
        let low = UInt64(hex: hex.dropFirst(16)), high != 0 || low != 0
      else { return nil }
      self.high = high
      self.low = low
    }

    /// The identifier as 32 hexadecimal digits.
    var hex: String { high.hex + low.hex }
  }

  /// The identifier of a span within its trace: 8 bytes that are not all zero.
  struct SpanID: Sendable, Hashable {
    private let value: UInt64

    /// Creates a random identifier.
    init(using random: inout some RandomNumberGenerator) {
      value = max(1, random.next())
    }

    /// Reads 16 lower-case hexadecimal digits; nil for other texts and for zero.
    init?(hex: some Collection<UInt8>) {
      guard hex.count == 16, let value = UInt64(hex: hex), value != 0 else { return nil }
      self.value = value
    }

    /// The identifier as 16 hexadecimal digits.
    var hex: String { value.hex }
  }

  extension UInt64 {
    /// Reads lower-case hexadecimal digits, the only ones that W3C's Trace Context permits.
    init?(hex: some Collection<UInt8>) {
      self = 0
      for byte in hex {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          self = self << 4 | UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"):
          self = self << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
        default: return nil
        }
      }
    }

    fileprivate var hex: String {
      let digits = String(self, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
  }
#endif
