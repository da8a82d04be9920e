/// One text in one language: one form, or two between which a number decides.
struct CopyWording: Sendable {
  /// The form for exactly one.
  var one: CopyTemplate?
  /// The form for every other number, and for texts without any.
  var other: CopyTemplate

  /// The form for a number.
  func form(for count: Int?) -> CopyTemplate { count == 1 ? one ?? other : other }
}
