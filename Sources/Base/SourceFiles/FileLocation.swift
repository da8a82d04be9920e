/// A position in a text file, in an editor's terms.
///
/// Problems in files and the segments of a rendered prompt carry one, so that an editor or a terminal can open the
/// place they come from.
public struct FileLocation: Sendable, Hashable {
  /// The path as the user gave it: relative if they gave a relative one.
  public var file: String
  /// The line number, starting at 1.
  public var line: Int
  /// The column in Unicode scalars, starting at 1.
  public var column: Int

  /// Creates a location; line and column both start at 1.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension FileLocation: CustomStringConvertible {
  /// `file:line:column`, the form that editors and terminals turn into a link.
  public var description: String { "\(file):\(line):\(column)" }
}
