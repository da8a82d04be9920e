/// The part of a line around a place, for quoting it below a message.
///
/// A line can be megabytes long, for example in a JSON file without line breaks, and a file can have many problems:
/// so only what is shown is kept.
public struct SourceExcerpt: Sendable, Hashable {
  /// The line, or 160 Unicode scalars of it with an ellipsis where it was cut.
  public let text: String
  /// The number of Unicode scalars of ``text`` before the place.
  public let caret: Int

  /// The maximum length of a line that is shown in full, in Unicode scalars.
  static let maximumLength = 160

  /// Creates an excerpt of a line around a column, which starts at 1.
  public init(line: some StringProtocol, column: Int) {
    self.init(
      scalars: Array(line.unicodeScalars), caret: column - 1, cutBefore: false, cutAfter: false)
  }

  /// Creates an excerpt of a part of a line; the flags say whether the line goes on before or after it.
  init(scalars: [Unicode.Scalar], caret: Int, cutBefore: Bool, cutAfter: Bool) {
    let length = Self.maximumLength
    let start = min(max(0, caret - length / 2), max(0, scalars.count - length))
    var part = Array(scalars[start..<min(start + length, scalars.count)])
    if cutBefore || start > 0, !part.isEmpty { part[0] = "…" }
    if cutAfter || start + length < scalars.count, !part.isEmpty { part[part.count - 1] = "…" }
    text = String(String.UnicodeScalarView(part))
    self.caret = caret - start
  }
}

extension SourceFile {
  /// Returns the line of a location, or the part of it around the location if it is long; nil if there is no such line,
  /// or if the file must not be quoted.
  public func excerpt(at location: FileLocation) -> SourceExcerpt? {
    guard isQuoted, let line = bounds(ofLine: location.line) else { return nil }
    let place = offset(ofScalar: location.column - 1, in: line)
    // Four bytes are the longest scalar.
    let reach = 4 * SourceExcerpt.maximumLength
    let before = decoded(max(line.lowerBound, place - reach)..<place)
    let after = decoded(place..<min(line.upperBound, place + reach))
    return SourceExcerpt(
      scalars: before + after, caret: before.count, cutBefore: place - reach > line.lowerBound,
      cutAfter: place + reach < line.upperBound)
  }

  /// Decodes a part of a line whose ends may fall within a scalar.
  private func decoded(_ range: Range<Int>) -> [Unicode.Scalar] {
    var range = range
    while let first = range.first, bytes[first].continuesScalar { range = range.dropFirst() }
    while range.upperBound < bytes.count, !range.isEmpty, bytes[range.upperBound].continuesScalar {
      range = range.dropLast()
    }
    return Array(String(decoding: bytes[range], as: UTF8.self).unicodeScalars)
  }
}
