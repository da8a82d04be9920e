import CoachEngine
import CoachModel
import CoachSafety
import Documents
import SafetyRules
import SourceFiles
import TextAnalysis

/// A persona with the file it was read from, so that findings have a line and a column.
struct PersonaSource {
  let persona: Persona
  let file: SourceFile
  /// The byte range of each field's value in the file.
  private var places: [PersonaField: Range<Int>] = [:]

  /// Reads a persona. Throws a ``SourceError`` with the location of a mistake.
  init(_ file: SourceFile) throws(SourceError) {
    persona = try Persona(file)
    self.file = file
    let entries = try MappingReader(try DocumentNode.read(file), "a persona").entries
    let keys = entries.map { file.offset(of: $0.location) } + [file.bytes.count]
    for (number, entry) in entries.enumerated() {
      guard let field = PersonaField(rawValue: entry.key) else { continue }
      let start = file.offset(of: entry.value.location)
      places[field] = start..<max(start, keys[number + 1])
    }
  }

  /// Returns the location of a finding in the file. If its text is written differently there, for example with
  /// escapes, returns the start of the field.
  func location(of finding: PersonaFinding) -> FileLocation? {
    guard let place = places[finding.field] else { return nil }
    let written = String(decoding: file.bytes[place], as: UTF8.self)
    let text = Array((persona[finding.field] ?? "").utf8)
    let words = String(decoding: text[finding.range.clamped(to: 0..<text.count)], as: UTF8.self)
    // The same words may occur more than once, so the occurrence is counted.
    let before = String(decoding: text[..<min(finding.range.lowerBound, text.count)], as: UTF8.self)
    let number = QuotedPassage.ranges(of: words, in: before).count
    let found = QuotedPassage.ranges(of: words, in: written)
    guard let range = found.indices.contains(number) ? found[number] : found.first else {
      return file.location(at: place.lowerBound)
    }
    return file.location(at: place.lowerBound + range.lowerBound)
  }
}

extension SourceFile {
  /// Returns the byte offset of a location.
  fileprivate func offset(of location: FileLocation) -> Int {
    var (line, column, offset) = (1, 1, 0)
    while offset < bytes.count, line < location.line {
      if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
      offset += 1
    }
    while offset < bytes.count, column < location.column, bytes[offset] != UInt8(ascii: "\n") {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0b1100_0000 == 0b1000_0000 { offset += 1 }
      column += 1
    }
    return offset
  }
}
