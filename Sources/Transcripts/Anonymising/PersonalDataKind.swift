/// What may tell who somebody is.
public enum PersonalDataKind: String, Sendable, Hashable, CaseIterable {
  /// The name of a person.
  case name
  /// An e-mail address.
  case email = "e-mail"
  /// The address of a page.
  case link
  /// A user's name, as `@name`.
  case handle
  /// A telephone number.
  case phone
  /// An international bank account number.
  case bankAccount = "bank account"
  /// A payment card's number.
  case paymentCard = "payment card"
  /// The address of a machine.
  case networkAddress = "network address"
  /// The day somebody was born.
  case birthDate = "date of birth"
  /// A street with its number.
  case streetAddress = "street address"
  /// A postcode.
  case postcode
}

/// A piece of a text that may tell who somebody is.
struct PersonalDatum: Sendable, Hashable {
  let kind: PersonalDataKind
  /// Its bytes.
  let range: Range<Int>
}
