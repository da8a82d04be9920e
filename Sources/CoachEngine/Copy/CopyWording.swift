/// A text in one language, with a singular form if it depends on a number.
struct CopyWording: Sendable {
  /// The form for the number 1.
  var one: CopyTemplate?
  /// The form for all other numbers and for texts without a number.
  var other: CopyTemplate

  /// Returns the form for a number.
  func form(for count: Int?) -> CopyTemplate { count == 1 ? one ?? other : other }
}
