package import SourceFiles

extension DocumentNode {
  /// Reads a part of a file that is a JSON document of its own, such as a line of JSON Lines.
  ///
  /// Throws ``SourceError`` with locations in the file.
  package static func parseJSON(
    _ file: SourceFile, in range: Range<Int>
  ) throws(SourceError) -> DocumentNode {
    let part = SourceFile(
      path: file.path, bytes: Array(file.bytes[range]), isQuoted: file.isQuoted)
    do throws(SourceError) {
      return try parseJSON(part).moved(into: file) { $0 + range.lowerBound }
    } catch {
      let start = file.location(at: range.lowerBound)
      let diagnostics = error.diagnostics.map { diagnostic in
        guard let location = diagnostic.location else { return diagnostic }
        var moved = diagnostic
        moved.location = FileLocation(
          file: file.path, line: start.line + location.line - 1,
          column: location.line == 1 ? start.column + location.column - 1 : location.column)
        return moved
      }
      throw SourceError(diagnostics) ?? error
    }
  }

  /// Reads a text that stands at one place of a file, such as a cell of a table: all its values, and its mistakes, are there.
  package static func parse(
    _ text: String, standingAt offset: Int, of file: SourceFile
  ) throws(SourceError) -> DocumentNode {
    do throws(SourceError) {
      return try parse(SourceFile(path: file.path, text: text)).moved(into: file) { _ in offset }
    } catch {
      let diagnostics = error.diagnostics.map { diagnostic in
        Diagnostic(diagnostic.code, diagnostic.message, in: file, at: offset, hint: diagnostic.hint)
      }
      throw SourceError(diagnostics) ?? error
    }
  }

  /// Returns the same value in another file.
  private func moved(into file: SourceFile, _ offset: (Int) -> Int) -> DocumentNode {
    func place(_ position: DocumentPosition) -> DocumentPosition {
      switch position {
      case .offset(let old): .offset(offset(old))
      case .mark: .offset(offset(0))
      }
    }
    let moved: Content =
      switch content {
      case .scalar: content
      case .sequence(let nodes): .sequence(nodes.map { $0.moved(into: file, offset) })
      case .mapping(let entries):
        .mapping(
          entries.map { entry in
            DocumentEntry(
              key: entry.key, position: place(entry.position),
              value: entry.value.moved(into: file, offset))
          })
      }
    return DocumentNode(content: moved, position: place(position), file: file)
  }
}
