package import CoachModel
package import SafetyRules

extension Persona {
  /// The text of a field; `nil` for a domain that is not given.
  package subscript(field: PersonaField) -> String? {
    switch field {
    case .name: name
    case .domain: domain
    case .tone: tone
    case .methodology: methodology
    case .personality: personality
    }
  }
}
