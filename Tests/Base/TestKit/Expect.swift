package import Testing

/// Expects the value of a call that is awaited or that may throw, and prints it when it differs.
///
/// `#expect(try await f() == [])` prints only its source: the macro does not record the values of such an expression.
package func expect<Value: Equatable>(
  _ found: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(found == expected, comment(), sourceLocation: sourceLocation)
}

/// The same for a text that must contain another.
package func expect(
  _ found: String, contains part: String, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(found.contains(part), comment(), sourceLocation: sourceLocation)
}

/// The same for a collection that must be empty.
package func expectEmpty(
  _ found: some Collection, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(found.isEmpty, comment(), sourceLocation: sourceLocation)
}
