package import Testing

/// Expects a value that has to be awaited, or whose making may fail, and prints it when it is another.
///
/// `#expect(try await f() == [])` prints the source and no value, since the macro cannot take such an expression
/// apart.
package func expect<Value: Equatable>(
  _ found: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(found == expected, comment(), sourceLocation: sourceLocation)
}

/// The same for a text that must hold another.
package func expect(
  _ found: String, contains part: String, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(found.contains(part), comment(), sourceLocation: sourceLocation)
}

/// The same for what must have no elements.
package func expectEmpty(
  _ found: some Collection, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(found.isEmpty, comment(), sourceLocation: sourceLocation)
}
