import CoachModel

/// A run of rendered bytes with one origin, as numbers: a prompt has a few hundred of them, so they are kept small
/// and are converted to ``PromptSegment``s on demand.
struct SegmentRecord: Sendable {
  /// The end of the run in the rendered bytes; it starts at the end of the previous one.
  var end: Int32
  /// The byte offset of the origin in ``file``.
  var origin: Int32
  /// The node that was written; -1 for the template's own text.
  var value: Int32 = Self.none
  /// The index of the message in the conversation history; -1 for all other text.
  var history: Int32 = Self.none
  /// The number of the message that the run belongs to; every role tag starts a new one, even with the same role.
  var message: Int32
  /// The index of the file in the program.
  var file: Int32
  /// The index of the section; -1 before the first.
  var section: Int16
  var role: Role
  var trust: Trust
  /// Whether the run stands for a file or an image instead of text.
  var isMedia = false

  static let none: Int32 = -1
}

/// The start of a section.
struct SectionMark: Sendable {
  /// The index of the section in the program.
  var section: Int16
  /// The index of the first segment after the mark.
  var segment: Int32
  /// The number of the message that the mark belongs to.
  var message: Int32
  var role: Role
}
