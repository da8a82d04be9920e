/// Addresses of machines: IPv4 in four numbers, IPv6 in its text forms (RFC 4291).
enum NetworkAddressDetector {
  static func find(in text: TextTokens) -> [PersonalDatum] {
    let bytes = text.shape
    var found: [PersonalDatum] = []
    var at = 0
    while at < bytes.count {
      let isPart: (UInt8) -> Bool = {
        $0.isWordByte || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":")
      }
      guard isPart(bytes[at]) else {
        at += 1
        continue
      }
      var piece = bytes[at...].prefix(while: isPart)
      let next = piece.endIndex
      // The full stop or colon after an address; `::` is a part of one.
      while let last = piece.last, !last.isWordByte, piece.dropLast().last?.isWordByte ?? false {
        piece.removeLast()
      }
      if isVersion4(piece) || isVersion6(piece) {
        found.append(PersonalDatum(kind: .networkAddress, range: piece.startIndex..<piece.endIndex))
      }
      at = next
    }
    return found
  }

  private static func isVersion4(_ piece: ArraySlice<UInt8>) -> Bool {
    let parts = piece.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.count) && part.allSatisfy(\.isDigit)
          && Int(String(decoding: part, as: UTF8.self)).map { $0 < 256 } ?? false
      }
  }

  private static func isVersion6(_ piece: ArraySlice<UInt8>) -> Bool {
    let parts = piece.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let groups = parts.filter { !$0.isEmpty }
    let isHexadecimal = groups.allSatisfy { group in
      group.count <= 4
        && group.allSatisfy {
          $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20)
        }
    }
    // Times have colons too; two of them in a row, or eight groups, no time has.
    let isShortened = String(decoding: piece, as: UTF8.self).contains("::")
    return isHexadecimal && (groups.count == 8 || isShortened && (3...7).contains(groups.count))
  }
}
