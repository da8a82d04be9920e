/// The lines that version control leaves in a file of which two people changed the same place.
///
/// Git, Mercurial, Subversion and Jujutsu write the same ones. They are looked for in every file before it is used,
/// since what is left of them may be valid: in a prompt, they are text that a model would get.
package enum MergeConflict {
  /// The code of the diagnostics.
  package static let code = "file.conflict"

  /// Returns whether a line is a marker, with a name behind it or not: for formats such as JSON Lines in which no line
  /// can begin like that.
  package static func isMarker(_ line: some Collection<UInt8>) -> Bool {
    Marker(line)?.isUsualLength ?? false
  }

  /// A marker that is all that is left of a conflict.
  package static let remains = "a line of a merge conflict is left here"
  package static let hint = "keep one side, or join them, and remove the marker lines"
  /// The hint for a prompt, whose text may show such lines to a model.
  static let promptHint = "\(hint); to show such a line to the model, begin it with `{{! }}`"

  /// A line that marks a conflict.
  fileprivate struct Marker {
    enum Kind: UInt8 {
      /// Before the own side.
      case ours = 60  // <
      /// Before what both sides were.
      case base = 124  // |
      /// Between the sides.
      case separator = 61  // =
      /// After the other side.
      case theirs = 62  // >
    }

    let kind: Kind
    /// The number of equal characters: seven, or more for a conflict within a conflict.
    let length: Int
    /// Whether the name of a side, such as a branch, follows.
    let hasName: Bool

    /// The length that git uses.
    private static let usualLength = 7

    var isUsualLength: Bool { length == Self.usualLength }

    init?(_ line: some Collection<UInt8>) {
      guard let first = line.first, let kind = Kind(rawValue: first) else { return nil }
      let run = line.prefix { $0 == first }
      guard run.count >= Self.usualLength else { return nil }
      let rest = line.dropFirst(run.count)
      let name = rest.drop { $0.isBlank }
      // In `>>>>>>>text`, nothing separates the characters from a name.
      guard name.isEmpty || rest.first == UInt8(ascii: " ") else { return nil }
      self.kind = kind
      length = run.count
      hasName = !name.isEmpty
      switch kind {
      case .separator: guard !hasName else { return nil }
      // A row of a table in Markdown has cells, and ends with the character with which it begins.
      case .base: guard !name.contains(first) else { return nil }
      case .ours, .theirs: break
      }
    }
  }
}

extension SourceFile {
  /// Throws ``SourceError`` with code `file.conflict` if the file has merge conflicts.
  package func refuseMergeConflicts() throws(SourceError) {
    if let error = SourceError(mergeConflicts) { throw error }
  }

  /// The merge conflicts in the file: those with all of their lines, and single lines that are left of one.
  ///
  /// A single line counts only if it names a side, as git's do, so that a text may draw a line of seven characters or
  /// put a quotation between `<<<<<<<` and `>>>>>>>`; and `>>>>>>> text` is a quotation in an e-mail if the line before
  /// or after it is one, too.
  package var mergeConflicts: [Diagnostic] { conflicts(isProse: true) }

  /// The merge conflicts in a file that its format's parser has rejected: any marker in it is one of a conflict.
  package var certainMergeConflicts: [Diagnostic] { conflicts(isProse: false) }

  private func conflicts(isProse: Bool) -> [Diagnostic] {
    let markers = markers
    var found: [Diagnostic] = []
    var next = 0
    while next < markers.count, found.count < SourceError.maximumListed {
      let (line, marker) = markers[next]
      if let end = end(ofConflictAt: next, among: markers) {
        found.append(
          conflict(
            "this merge conflict, up to line \(markers[end].line), is not resolved", at: line))
        next = end + 1
        continue
      }
      if isProse ? isRemains(marker, ofLine: line) : marker.isUsualLength {
        found.append(conflict(MergeConflict.remains, at: line))
      }
      next += 1
    }
    return found
  }

  private var markers: [(line: Int, marker: MergeConflict.Marker)] {
    var markers: [(Int, MergeConflict.Marker)] = []
    for (number, start) in lineStarts.enumerated() where start < bytes.count {
      guard MergeConflict.Marker.Kind(rawValue: bytes[start]) != nil,
        let range = bounds(ofLine: number + 1),
        let marker = MergeConflict.Marker(bytes[range])
      else { continue }
      markers.append((number + 1, marker))
    }
    return markers
  }

  /// Returns the position of the marker that ends the conflict which begins at a marker; nil if none begins there.
  private func end(
    ofConflictAt start: Int, among markers: [(line: Int, marker: MergeConflict.Marker)]
  ) -> Int? {
    let opening = markers[start].marker
    guard opening.kind == .ours else { return nil }
    var hasSeparator = false
    for position in markers.indices[(start + 1)...] {
      let marker = markers[position].marker
      guard marker.length == opening.length else { continue }
      switch marker.kind {
      case .separator: hasSeparator = true
      case .theirs where hasSeparator: return position
      case .ours: return nil
      case .base, .theirs: break
      }
    }
    return nil
  }

  private func isRemains(_ marker: MergeConflict.Marker, ofLine number: Int) -> Bool {
    guard marker.hasName, marker.isUsualLength else { return false }
    guard marker.kind == .theirs else { return true }
    return ![number - 1, number + 1].contains { neighbour in
      bounds(ofLine: neighbour).map { bytes[$0].starts(with: ">".utf8) } ?? false
    }
  }

  private func conflict(_ message: String, at line: Int) -> Diagnostic {
    let location = FileLocation(file: path, line: line, column: 1)
    return Diagnostic(
      MergeConflict.code, message, at: location, excerpt: excerpt(at: location),
      hint: path.hasSuffix(".prompt") ? MergeConflict.promptHint : MergeConflict.hint)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == 9 || self == 13 }
}
