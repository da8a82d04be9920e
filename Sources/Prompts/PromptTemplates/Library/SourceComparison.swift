package import SourceFiles

/// What differs between the files of two versions of a prompt, whatever they render to.
package struct SourceComparison: Sendable {
  /// Where the template of the second version begins to differ; nil if the templates are the same.
  package let template: FileLocation?
  /// The partials of either version that the other has not, or has with another text, sorted by name.
  package let partials: [String]
  /// Whether the front matter differs.
  package let isFrontMatterChanged: Bool

  package var isSame: Bool { template == nil && partials.isEmpty && !isFrontMatterChanged }

  /// Compares two templates with the partials of their libraries.
  package init(
    from before: PromptTemplate, in earlier: PromptLibrary, to after: PromptTemplate,
    in later: PromptLibrary
  ) {
    template = Self.firstChange(from: before, to: after)
    let old = Self.partials(of: before, in: earlier)
    let new = Self.partials(of: after, in: later)
    partials = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    isFrontMatterChanged = before.frontMatter.raw != after.frontMatter.raw
  }

  private static func partials(
    of template: PromptTemplate, in library: PromptLibrary
  ) -> [String: String] {
    template.reachedPartials(among: library.partials).reduce(into: [:]) {
      $0[$1.name] = $1.ownDigest
    }
  }

  private static func firstChange(
    from before: PromptTemplate, to after: PromptTemplate
  ) -> FileLocation? {
    let (old, new) = (before.file.bytes[before.body], after.file.bytes[after.body])
    guard old != new else { return nil }
    let same = zip(old, new).prefix { $0 == $1 }.count
    let line = after.file.location(at: after.body.lowerBound + same).line
    return FileLocation(file: after.file.path, line: line, column: 1)
  }
}
