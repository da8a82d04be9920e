import SourceFiles

/// The mistakes in the parts of a file, of which each is read even if another one is broken.
struct Problems {
  private var diagnostics: [Diagnostic] = []

  /// All mistakes in the order in which they were found; `nil` if there are none.
  var error: SourceError? { SourceError(diagnostics) }

  mutating func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Returns a part that `read` reads; `fallback` after a mistake, which is kept.
  mutating func part<Value>(_ fallback: Value, _ read: () throws(SourceError) -> Value) -> Value {
    do throws(SourceError) {
      return try read()
    } catch {
      diagnostics += error.diagnostics
      return fallback
    }
  }

  /// Reads a part, and keeps its mistakes.
  mutating func part(_ read: () throws(SourceError) -> Void) { part((), read) }
}
