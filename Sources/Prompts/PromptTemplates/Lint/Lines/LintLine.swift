import SourceFiles

/// A line of a template's file with its text, without tags and comments.
struct LintLine {
  /// A part of the text that no tag interrupts.
  struct Piece {
    /// The byte of the line's text at which it begins.
    var start: Int
    /// The byte of the file at which it begins.
    var offset: Int
    var conditions: BranchConditions
  }

  /// The text, without leading spaces.
  var text: String
  var location: FileLocation
  /// The line as written in the file.
  var source: String
  /// The file the line is from; a partial's lines count for every prompt that includes it.
  var file: SourceFile
  /// The parts of the text, in order.
  var pieces: [Piece]
  /// Where in the prompt the line is.
  var position: LintPosition

  /// The conditions under which the line is rendered.
  var conditions: BranchConditions { pieces.first?.conditions ?? BranchConditions() }

  /// Returns the part of the text that a byte is in.
  func piece(at byte: Int) -> Piece? { pieces.last { $0.start <= byte } }
}

/// A position in the assembled prompt.
struct LintPosition: Hashable {
  /// The name of the section; nil before the first one.
  var section: String?
  /// The names of the partials that the text is in, the outermost first.
  var partials: [String] = []
  /// The last heading above; nil for none.
  var heading: Heading?
  /// Whether the conversation comes before it.
  var isAfterHistory = false

  struct Heading: Hashable {
    var text: String
    var location: FileLocation
  }

  /// Whether this is in the section or partial of that name.
  func isIn(_ place: String) -> Bool { section == place || partials.contains(place) }

  /// Whether this is in the section or partial itself, and not in a partial that it includes.
  func isDirectlyIn(_ place: String) -> Bool {
    partials.isEmpty ? section == place : partials.last == place
  }

  /// Whether both are in the same section, and in the same partial or in none.
  func isSamePart(as other: LintPosition) -> Bool {
    section == other.section && partials == other.partials
  }
}
