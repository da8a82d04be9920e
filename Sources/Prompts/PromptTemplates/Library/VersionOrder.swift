/// The order of versions: `v9` before `v10`, `v1.9` before `v1.10`, and `v11-rc.1` before `v11`.
///
/// Runs of digits are compared as numbers, and a prerelease comes before its release, with the parts of its suffix
/// compared as Semantic Versioning 2.0.0 does (section 11): numbers before words, and fewer parts before more. Unlike
/// there, digits within a word count as a number (`rc2` before `rc10`), and a date may have hyphens: a suffix begins with
/// a letter, except after three numbers without leading zeros (`1.0.0-1`).
package struct VersionOrder: Comparable {
  /// A run of digits with the text before it.
  private struct Run: Comparable {
    var text: Substring
    /// The digits without leading zeros; `nil` if there are none.
    var digits: Substring?

    static func < (left: Run, right: Run) -> Bool {
      guard left.text == right.text else { return left.text < right.text }
      guard let digits = left.digits, let others = right.digits else {
        return left.digits == nil && right.digits != nil
      }
      return (digits.utf8.count, digits) < (others.utf8.count, others)
    }
  }

  private let version: String
  private let release: [Run]
  private let suffix: [[Run]]

  /// Whether the version is a prerelease, such as `v11-rc.1`, `v11-beta` or `v11rc1`.
  package var isPrerelease: Bool { !suffix.isEmpty }

  package init(_ version: String?) {
    self.version = version ?? ""
    let text = Substring(self.version)
    let end = Self.suffixStart(in: text) ?? text.endIndex
    release = Self.runs(of: text[..<end])
    suffix = text[end...].drop { "-._".contains($0) }.split(separator: ".").map(Self.runs)
  }

  /// Words that begin a suffix without a hyphen, too.
  private static let marks: Set<String> = ["alpha", "beta", "rc", "pre", "preview", "dev"]

  private static func suffixStart(in text: Substring) -> Substring.Index? {
    var digit = text.firstIndex(where: \.isDigit)
    while let number = digit {
      let rest = text[number...].drop(while: \.isDigit)
      let next = rest.dropFirst().first
      if rest.first == "-",
        next?.isLetter == true || next?.isDigit == true && isCore(text[..<rest.startIndex])
      {
        return rest.startIndex
      }
      let word = rest.drop { "._".contains($0) }.prefix(while: \.isLetter)
      if marks.contains(word.lowercased()) { return rest.startIndex }
      digit = rest.firstIndex(where: \.isDigit)
    }
    return nil
  }

  /// Returns whether a text is three numbers without leading zeros, as the core of a semantic version is.
  private static func isCore(_ text: Substring) -> Bool {
    let numbers = text.drop(while: \.isLetter)
      .split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 3
      && numbers.allSatisfy { number in
        !number.isEmpty && number.allSatisfy(\.isDigit)
          && (number.first != "0" || number.count == 1)
      }
  }

  private static func runs(of text: Substring) -> [Run] {
    var runs: [Run] = []
    var rest = text
    while !rest.isEmpty {
      let words = rest.prefix { !$0.isDigit }
      let digits = rest.dropFirst(words.count).prefix(while: \.isDigit)
      rest = rest[digits.endIndex...]
      runs.append(Run(text: words, digits: digits.isEmpty ? nil : digits.drop { $0 == "0" }))
    }
    return runs
  }

  /// Whether a name alone means the other version rather than this one: a release comes before any prerelease, and a newer
  /// one before an older one.
  package func yields(to other: Self) -> Bool {
    isPrerelease == other.isPrerelease ? self < other : isPrerelease
  }

  package static func == (left: Self, right: Self) -> Bool { left.version == right.version }

  package static func < (left: Self, right: Self) -> Bool {
    if left.release != right.release {
      return left.release.lexicographicallyPrecedes(right.release)
    }
    if left.isPrerelease != right.isPrerelease { return left.isPrerelease }
    if left.suffix != right.suffix {
      return left.suffix.lexicographicallyPrecedes(right.suffix) {
        $0.lexicographicallyPrecedes($1)
      }
    }
    return left.version < right.version
  }
}

extension Character {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
