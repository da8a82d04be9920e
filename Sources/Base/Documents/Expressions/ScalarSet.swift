/// A set of characters, as a bracket expression or an escape such as `\d` names it.
struct ScalarSet: Sendable {
  /// A class of characters that is too large to list.
  enum Class: Sendable {
    case digit
    case digitASCII
    case word
    case wordASCII
    case whitespace
    /// What `\s` stands for in ECMA-262.
    case whitespaceECMA
    case alphabetic
    case uppercase
    case lowercase
    case emoji
    case category(Set<Unicode.GeneralCategory>)
  }

  /// A class, or all characters outside it.
  struct Member: Sendable {
    let `class`: Class
    let isNegated: Bool

    init(_ class: Class, isNegated: Bool) {
      self.class = `class`
      self.isNegated = isNegated
    }
  }

  private var ranges: [ClosedRange<Unicode.Scalar>] = []
  private var members: [Member] = []
  private var isNegated = false
  private var ignoresCase = false
  /// Which of the ASCII characters belong to the set, since most text consists of them.
  private var ascii: (low: UInt64, high: UInt64) = (0, 0)

  init(
    ranges: [ClosedRange<Unicode.Scalar>] = [], classes: [Member] = [],
    isNegated: Bool = false, ignoresCase: Bool = false
  ) {
    self.ranges = ranges
    members = classes
    self.isNegated = isNegated
    self.ignoresCase = ignoresCase
    for value in UInt8(0)..<128 where containsUncached(Unicode.Scalar(value)) {
      if value < 64 { ascii.low |= 1 << value } else { ascii.high |= 1 << (value - 64) }
    }
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 64 { return ascii.low >> UInt64(value) & 1 == 1 }
    if value < 128 { return ascii.high >> UInt64(value - 64) & 1 == 1 }
    return containsUncached(scalar)
  }

  private func containsUncached(_ scalar: Unicode.Scalar) -> Bool {
    let isMember =
      isListed(scalar) || (ignoresCase && Self.caseVariants(of: scalar).contains(where: isListed))
    return isMember != isNegated
  }

  private func isListed(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar) }
      || members.contains { $0.class.contains(scalar) != $0.isNegated }
  }

  /// Returns the lowercase, uppercase and titlecase forms that are single scalars.
  private static func caseVariants(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    let properties = scalar.properties
    return [properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping]
      .compactMap { mapping in
        let scalars = mapping.unicodeScalars
        return scalars.count == 1 && scalars.first != scalar ? scalars.first : nil
      }
  }
}

extension ScalarSet.Class {
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch self {
    case .digit: return properties.generalCategory == .decimalNumber
    case .digitASCII: return ("0"..."9").contains(scalar)
    case .wordASCII:
      return scalar.isASCII
        && (("0"..."9").contains(scalar) || properties.isAlphabetic || scalar == "_")
    case .whitespaceECMA:
      return (properties.isWhitespace && scalar != "\u{85}") || scalar == "\u{FEFF}"
    case .word:
      return properties.isAlphabetic || scalar == "_"
        || [.decimalNumber, .nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation]
          .contains(properties.generalCategory)
    case .whitespace: return properties.isWhitespace
    case .alphabetic: return properties.isAlphabetic
    case .uppercase: return properties.isUppercase
    case .lowercase: return properties.isLowercase
    case .emoji: return properties.isEmoji
    case .category(let categories): return categories.contains(properties.generalCategory)
    }
  }

  /// The class that `\p{…}` names: a general category or one of a few properties; nil if the name is unknown.
  init?(property name: String) {
    let normalized = name.lowercased().filter { $0 != "_" && $0 != " " && $0 != "-" }
    let key =
      ["generalcategory=", "gc="].first(where: normalized.hasPrefix)
      .map { String(normalized.dropFirst($0.count)) } ?? normalized
    if let categories = Self.categories[key] {
      self = .category(categories)
      return
    }
    switch key {
    case "alphabetic", "alpha": self = .alphabetic
    case "whitespace", "space": self = .whitespace
    case "uppercase", "upper": self = .uppercase
    case "lowercase", "lower": self = .lowercase
    case "emoji": self = .emoji
    case "digit": self = .digit
    default: return nil
    }
  }

  /// The general categories by their short and long names.
  private static let categories: [String: Set<Unicode.GeneralCategory>] = {
    let single: [(names: [String], category: Unicode.GeneralCategory)] = [
      (["lu", "uppercaseletter"], .uppercaseLetter), (["ll", "lowercaseletter"], .lowercaseLetter),
      (["lt", "titlecaseletter"], .titlecaseLetter), (["lm", "modifierletter"], .modifierLetter),
      (["lo", "otherletter"], .otherLetter), (["mn", "nonspacingmark"], .nonspacingMark),
      (["mc", "spacingmark"], .spacingMark), (["me", "enclosingmark"], .enclosingMark),
      (["nd", "decimalnumber"], .decimalNumber), (["nl", "letternumber"], .letterNumber),
      (["no", "othernumber"], .otherNumber),
      (["pc", "connectorpunctuation"], .connectorPunctuation),
      (["pd", "dashpunctuation"], .dashPunctuation), (["ps", "openpunctuation"], .openPunctuation),
      (["pe", "closepunctuation"], .closePunctuation),
      (["pi", "initialpunctuation"], .initialPunctuation),
      (["pf", "finalpunctuation"], .finalPunctuation),
      (["po", "otherpunctuation"], .otherPunctuation),
      (["sm", "mathsymbol"], .mathSymbol), (["sc", "currencysymbol"], .currencySymbol),
      (["sk", "modifiersymbol"], .modifierSymbol), (["so", "othersymbol"], .otherSymbol),
      (["zs", "spaceseparator"], .spaceSeparator), (["zl", "lineseparator"], .lineSeparator),
      (["zp", "paragraphseparator"], .paragraphSeparator), (["cc", "control"], .control),
      (["cf", "format"], .format), (["cs", "surrogate"], .surrogate),
      (["co", "privateuse"], .privateUse), (["cn", "unassigned"], .unassigned),
    ]
    let groups = [
      "l": "letter", "m": "mark", "n": "number", "p": "punctuation", "s": "symbol",
      "z": "separator", "c": "other",
    ]
    var result: [String: Set<Unicode.GeneralCategory>] = [:]
    for (names, category) in single {
      for name in names { result[name, default: []].insert(category) }
      guard let first = names.first?.prefix(1), let group = groups[String(first)] else { continue }
      for name in [String(first), group] { result[name, default: []].insert(category) }
    }
    return result
  }()
}
