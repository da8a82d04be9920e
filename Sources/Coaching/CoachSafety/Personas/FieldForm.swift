import SafetyRules

/// Checks the length of a field, and whether it has enough text to mean anything.
enum FieldForm {
  /// The maximum number of characters in a name.
  static let maximumNameLength = 60
  /// The maximum number of characters in any other field.
  static let maximumFieldLength = 2000

  static func found(in text: FieldText, original: String) -> [FieldText.Found] {
    let limit = text.field == .name ? maximumNameLength : maximumFieldLength
    let whole = 0..<text.scalars.count
    let count = original.count
    // A visible character may consist of any number of scalars; four each are enough for every script.
    if count > limit || original.unicodeScalars.count > 4 * limit {
      return [
        FieldText.Found(check: .tooLong, range: whole, detail: "\(count) > \(limit)")
      ]
    }
    return saysSomething(text) ? [] : [FieldText.Found(check: .tooShort, range: whole)]
  }

  private static func saysSomething(_ text: FieldText) -> Bool {
    let letters = text.scalars.filter(\.properties.isAlphabetic)
    // A Chinese or Japanese character, or a Korean syllable, carries as much meaning as three letters.
    let weight = letters.reduce(0) { $0 + (isSyllable($1) ? 3 : 1) }
    let isVaried =
      weight > letters.count || Set(letters).count >= min(4, minimumWeight(of: text.field))
    return weight >= minimumWeight(of: text.field) && isVaried
  }

  /// The minimum number of letters that can carry meaning.
  private static func minimumWeight(of field: PersonaField) -> Int {
    switch field {
    case .name, .domain: 2
    case .tone, .personality: 8
    case .methodology: 20
    }
  }

  private static func isSyllable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7AF, 0x20000...0x3FFFF: true
    default: false
    }
  }
}
