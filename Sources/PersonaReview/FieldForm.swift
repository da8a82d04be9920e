import SafetyRules

/// How long a field is, and whether it says anything.
enum FieldForm {
  /// The most characters of a name.
  static let maximumNameLength = 60
  /// The most characters of any other field.
  static let maximumFieldLength = 2000

  /// Finds what is too long or too short.
  static func found(in text: FieldText, original: String) -> [FieldText.Found] {
    let limit = text.field == .name ? maximumNameLength : maximumFieldLength
    let whole = 0..<text.scalars.count
    let count = original.count
    // One character on the screen may be made of any number; four each are enough for every script.
    if count > limit || original.unicodeScalars.count > 4 * limit {
      return [
        FieldText.Found(check: .tooLong, range: whole, detail: "\(count) > \(limit)")
      ]
    }
    return saysSomething(text) ? [] : [FieldText.Found(check: .tooShort, range: whole)]
  }

  private static func saysSomething(_ text: FieldText) -> Bool {
    let letters = text.scalars.filter(\.properties.isAlphabetic)
    // A character of Chinese, or a syllable of Korean, says as much as three letters.
    let weight = letters.reduce(0) { $0 + (isSyllable($1) ? 3 : 1) }
    let isVaried = weight > letters.count || Set(letters).count >= min(4, fewest(text.field))
    return weight >= fewest(text.field) && isVaried
  }

  /// The fewest letters that can say something.
  private static func fewest(_ field: PersonaField) -> Int {
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
