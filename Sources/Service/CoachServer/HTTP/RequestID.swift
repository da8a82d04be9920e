#if Server
  import HTTPTypes

  /// The id of a request, in the response, the log and the trace.
  enum RequestID {
    static let header = HTTPField.Name("x-request-id")

    /// Returns the id that a proxy or a caller gave, if it can be written to a log, and otherwise a new one.
    static func id(of head: HTTPRequest, random: () -> UInt64) -> String {
      if let header, let given = head.headerFields[header], isPlain(given) { return given }
      return new(random)
    }

    /// Returns a new id.
    static func new(_ random: () -> UInt64) -> String {
      let digits = String(random(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func isPlain(_ text: String) -> Bool {
      (1...128).contains(text.utf8.count)
        && text.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."):
            true
          default: false
          }
        }
    }
  }
#endif
