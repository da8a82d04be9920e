import CoachModel

/// A run of rendered bytes that has one origin, in numbers: a few hundred of these make a prompt, so
/// they are kept small and become ``PromptSegment``s when somebody looks.
struct SegmentRecord: Sendable {
  /// Where the run ends in the rendered bytes; it begins where the one before it ends.
  var end: Int32
  /// The byte offset of its origin in ``file``.
  var origin: Int32
  /// The value it was written from; -1 for the template's own text.
  var value: Int32 = Self.none
  /// The position in the earlier conversation; -1 for everything else.
  var history: Int32 = Self.none
  /// The number of the message it belongs to: a role begins a new one, even the same role again.
  var message: Int32
  /// The position of the file among the program's.
  var file: Int32
  /// The section it stands in; -1 before the first.
  var section: Int16
  var role: Role
  var trust: Trust
  /// Whether it is a file or an image instead of text.
  var isMedia = false

  static let none: Int32 = -1
}

/// A place at which a section begins.
struct SectionMark: Sendable {
  /// The section's position among the program's sections.
  var section: Int16
  /// The first segment after it.
  var segment: Int32
  /// The message it stands in.
  var message: Int32
  var role: Role
}
