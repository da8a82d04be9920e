/// Postcodes whose form tells them: British, Canadian, American with state or extension, Brazilian,
/// Portuguese with the town; any other number only where a word or an address before it says so.
enum PostcodeDetector {
  private static let states: Set<String> = [
    "AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS",
    "KY", "LA", "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY",
    "NC", "ND", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT", "VA", "WA", "WV",
    "WI", "WY", "DC",
  ]
  private static let cues: Set<String> = [
    "zip", "zipcode", "postcode", "postal", "postleitzahl", "plz", "cep", "cap",
  ]

  static func find(in text: TextTokens) -> [PersonalDatum] {
    let addresses = PostalAddressDetector.find(in: text).map(\.range.upperBound)
    return lettered(text) + numbered(text, addresses)
  }

  /// British (`SW1A 1AA`) and Canadian (`K1A 0B1`) ones.
  private static func lettered(_ text: TextTokens) -> [PersonalDatum] {
    let bytes = text.shape
    var found: [PersonalDatum] = []
    for start in bytes.indices where bytes[start].isASCIILetter {
      guard start == 0 || !bytes[start - 1].isWordByte else { continue }
      let outward = bytes[start...].prefix { $0.isDigit || $0.isASCIILetter }
      var inward = bytes[outward.endIndex...]
      let hasBlank = inward.first == UInt8(ascii: " ")
      if hasBlank { inward = inward.dropFirst() }
      inward = inward.prefix { $0.isDigit || $0.isASCIILetter }
      guard hasBlank, inward.count == 3 else { continue }
      let shape = shape(outward) + " " + shape(inward)
      let all = outward + inward
      let isLower = !all.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      let isUpper = !all.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      let isBritish =
        ["A9 9AA", "A99 9AA", "AA9 9AA", "AA99 9AA", "A9A 9AA", "AA9A 9AA"].contains(shape)
        && inward.dropFirst().allSatisfy { !"cikmov".utf8.contains($0 | 0x20) }
      let isOrdinal = ["st", "nd", "rd", "th"].contains(
        String(decoding: inward.dropFirst(), as: UTF8.self).lowercased())
      guard isBritish && !isOrdinal && (isUpper || isLower) || shape == "A9A 9A9" && isUpper else {
        continue
      }
      found.append(PersonalDatum(kind: .postcode, range: start..<inward.endIndex))
    }
    return found
  }

  private static func shape(_ bytes: ArraySlice<UInt8>) -> String {
    String(
      decoding: bytes.map { $0.isDigit ? UInt8(ascii: "9") : UInt8(ascii: "A") }, as: UTF8.self)
  }

  private static func numbered(_ text: TextTokens, _ addresses: [Int]) -> [PersonalDatum] {
    text.tokens.indices.compactMap { position in
      let token = text.tokens[position]
      guard token.kind == .number, text[position - 1]?.isAfterSpace ?? true || token.isAfterSpace,
        !(text.plain(position - 1) == "." && !token.isAfterSpace)
      else { return nil }
      let digits = token.text.utf8.count
      let isExtended =
        text.plain(position + 1) == "-" && !(text[position + 1]?.isAfterSpace ?? true)
        && text[position + 2]?.kind == .number && !(text[position + 2]?.isAfterSpace ?? true)
      let extra = isExtended ? text.plain(position + 2).utf8.count : 0
      let end = isExtended ? position + 3 : position + 1
      // It must end here: of a longer number this would be a part.
      if text.plain(end) == "-", text[end + 1]?.kind == .number { return nil }
      let isTown = text[end]?.isCapitalised ?? false
      // `(11) 98765-4321` is a telephone number.
      let isAfterNumber = text.plain(position - 1) == ")" || text[position - 1]?.kind == .number
      let isKnownForm =
        !isAfterNumber
        && (digits == 5 && (extra == 4 || extra == 3) || digits == 4 && extra == 3 && isTown)
      let isAfterState =
        digits == 5 && states.contains(text[position - 1]?.text ?? "") && extra == 0
      let isAfterAddress =
        (4...5).contains(digits)
        && addresses.contains { $0 <= token.range.lowerBound && token.range.lowerBound - $0 < 40 }
        && (isTown || text.plain(position - 1) == "," && text[end]?.kind != .number)
      let isAfterCue =
        (4...6).contains(digits)
        && (1...3).contains { cues.contains(text.plain(position - $0)) }
      guard isKnownForm || isAfterState || isAfterAddress || isAfterCue else { return nil }
      let upper = text.tokens[end - 1].range.upperBound
      return PersonalDatum(kind: .postcode, range: token.range.lowerBound..<upper)
    }
  }
}
