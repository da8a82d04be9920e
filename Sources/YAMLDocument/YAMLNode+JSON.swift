package import SourceFiles
import Conversations

extension YAMLNode {
  /// Reads a JSON document to nodes with their places, strictly: what is YAML and not JSON is refused.
  ///
  /// JSON is YAML but for one thing: a character beyond the first 65,536 may be escaped as two halves.
  package static func parseJSON(_ file: SourceFile) throws(SourceError) -> YAMLNode {
    do throws(JSONSyntaxError) {
      _ = try JSONValue(parsing: file.bytes)
    } catch {
      throw SourceError(
        Diagnostic(
          "json.syntax", error.message, in: file, at: error.offset, hint: "check it as JSON"))
    }
    return try parse(SourceFile(path: file.path, bytes: joiningHalves(file.bytes)))
  }

  /// Writes characters that are escaped in two halves as they are.
  private static func joiningHalves(_ bytes: [UInt8]) -> [UInt8] {
    func half(at place: Int) -> UInt32? {
      guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"),
        bytes[place + 1] == UInt8(ascii: "u")
      else { return nil }
      let digits = String(decoding: bytes[(place + 2)..<(place + 6)], as: UTF8.self)
      return UInt32(digits, radix: 16).flatMap { (0xd800...0xdfff).contains($0) ? $0 : nil }
    }
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      if let high = half(at: place) {
        if high < 0xdc00, let low = half(at: place + 6), low >= 0xdc00,
          let scalar = Unicode.Scalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00))
        {
          joined += String(scalar).utf8
          place += 12
        } else {
          joined += "\u{fffd}".utf8
          place += 6
        }
      } else if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count {
        // An escaped backslash escapes nothing after it.
        joined += bytes[place...(place + 1)]
        place += 2
      } else {
        joined.append(bytes[place])
        place += 1
      }
    }
    return joined
  }
}
