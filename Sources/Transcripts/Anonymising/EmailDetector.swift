/// E-mail addresses.
enum EmailDetector {
  static func find(in text: TextTokens) -> [PersonalDatum] {
    let bytes = text.shape
    return bytes.indices.filter { bytes[$0] == UInt8(ascii: "@") }.compactMap { at in
      var start = at
      while start > 0, bytes[start - 1].isWordByte || "._%+-".utf8.contains(bytes[start - 1]) {
        start -= 1
      }
      while start < at, ".-".utf8.contains(bytes[start]) { start += 1 }
      var domain = bytes[(at + 1)...].prefix {
        $0.isWordByte || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
      }
      while let last = domain.last, !last.isWordByte { domain.removeLast() }
      let labels = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard start < at, labels.count > 1, labels.allSatisfy({ !$0.isEmpty }),
        let ending = labels.last, ending.count > 1, ending.allSatisfy(\.isASCIILetter)
      else { return nil }
      return PersonalDatum(kind: .email, range: start..<domain.endIndex)
    }
  }
}

/// Names of users, as `@name`.
enum HandleDetector {
  static func find(in text: TextTokens) -> [PersonalDatum] {
    let bytes = text.shape
    return bytes.indices.filter { bytes[$0] == UInt8(ascii: "@") }.compactMap { at in
      guard at == 0 || !(bytes[at - 1].isWordByte || bytes[at - 1] == UInt8(ascii: "@")) else {
        return nil
      }
      var name = bytes[(at + 1)...].prefix {
        $0.isDigit || $0.isASCIILetter || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
      }
      while name.last == UInt8(ascii: ".") { name.removeLast() }
      guard name.count > 1, name.contains(where: \.isASCIILetter) else { return nil }
      return PersonalDatum(kind: .handle, range: at..<name.endIndex)
    }
  }
}
