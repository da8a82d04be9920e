extension SourceFile {
  /// Returns the byte offset of a line and a column; that of the end of the line if it is shorter, and 0 if
  /// there is no such line.
  package func offset(of location: FileLocation) -> Int {
    bounds(ofLine: location.line).map { offset(ofScalar: max(0, location.column - 1), in: $0) } ?? 0
  }
}
