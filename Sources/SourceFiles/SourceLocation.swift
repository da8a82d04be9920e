/// A place in a text file, as an editor shows it.
///
/// Every error and every rendered piece of a prompt carries one, so that "where does this come
/// from?" always has an answer that can be clicked.
public struct SourceLocation: Sendable, Hashable {
  /// The path as the user named it, relative where they were relative.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// Creates a location from a path, a line and a column, both counted from 1.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`, the form that editors and terminals turn into a link.
  public var description: String { "\(file):\(line):\(column)" }
}
