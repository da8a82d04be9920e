import CoachModel

/// Writes rendered bytes and records the origin and role of every run.
struct SegmentWriter {
  private(set) var output: [UInt8] = []
  private(set) var records: [SegmentRecord] = []
  private(set) var marks: [SectionMark] = []
  private(set) var media: [PromptMedia] = []
  /// The index of the file being rendered in the program.
  var file: Int32 = 0
  /// The current section; -1 before the first.
  private(set) var section: Int16 = -1
  private var role = Role.user
  private var message: Int32 = 0
  private var indentation: [UInt8] = []
  private var isAtLineStart = true
  /// The offset in the output of the last bracket that the text after it could complete; -1 for none.
  private var bracket = -1
  private let neutraliser: UntrustedText?

  init(neutraliser: UntrustedText?, bytes: Int, segments: Int) {
    self.neutraliser = neutraliser
    output.reserveCapacity(bytes)
    records.reserveCapacity(segments)
  }

  // MARK: Runs

  /// Writes a run; `openBracket` and `breaksLines` are as in ``PromptData/Node``.
  mutating func write(
    _ bytes: ArraySlice<UInt8>, origin: Int32, value: Int32, trust: Trust, openBracket: UInt8,
    breaksLines: Bool = false
  ) {
    var bytes = bytes
    if trust >= .limited, neutraliser != nil {
      closeSeam(before: bytes)
      if breaksLines, isWithinLine { bytes = bytes.onOneLine[...] }
    }
    if indentation.isEmpty { output.append(contentsOf: bytes) } else { writeIndented(bytes) }
    if openBracket > 0 { noteBracket(openBracket) }
    records.append(
      SegmentRecord(
        end: Int32(output.count), origin: origin, value: value, message: message, file: file,
        section: section, role: role, trust: trust))
  }

  mutating func write(_ media: PromptMedia, origin: Int32, value: Int32, trust: Trust) {
    self.media.append(media)
    write([], origin: origin, value: value, trust: trust, openBracket: 0)
    records[records.count - 1].isMedia = true
  }

  /// Writes the conversation history, each entry as a message of its own.
  mutating func write(_ history: [PromptData.HistoryEntry], of data: PromptData, origin: Int32) {
    for (position, entry) in history.enumerated() {
      message += 1
      output.append(contentsOf: data.bytes[Int(entry.start)..<Int(entry.end)])
      records.append(
        SegmentRecord(
          end: Int32(output.count), origin: origin, history: Int32(position), message: message,
          file: file, section: section, role: entry.role,
          trust: entry.role == .user ? .untrusted : .trusted))
    }
    bracket = -1
    // As in dotprompt's other runtimes, text after the history without a role tag belongs to the assistant.
    begin(.assistant)
  }

  // MARK: Messages and sections

  /// Starts a message, even if the role stays the same.
  mutating func begin(_ role: Role) {
    self.role = role
    message += 1
  }

  /// Starts a section, by its index in the program.
  mutating func begin(section position: Int) {
    section = Int16(position)
    marks.append(
      SectionMark(
        section: section, segment: Int32(records.count), message: message, role: role))
  }

  /// Indents all lines from here on; returns the previous indentation for ``outdent(to:)``.
  mutating func indent(by whitespace: [UInt8]) -> Int {
    let outer = indentation.count
    if !whitespace.isEmpty {
      indentation += whitespace
      isAtLineStart = true
    }
    return outer
  }

  /// Restores the indentation that ``indent(by:)`` returned.
  mutating func outdent(to outer: Int) { indentation.removeLast(indentation.count - outer) }

  /// Writes the indentation of a partial before each of its lines, including empty lines and lines of values, as
  /// Handlebars does.
  private mutating func writeIndented(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if isAtLineStart { output.append(contentsOf: indentation) }
      output.append(byte)
      isAtLineStart = byte == UInt8(ascii: "\n")
    }
  }

  // MARK: Lines

  /// Whether the current line has text already, other than a container's mark: an untrusted value here is meant as
  /// part of the line, and a line break in it could forge the next item, speaker or heading.
  private var isWithinLine: Bool {
    for byte in output.reversed() where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") {
      return byte != UInt8(ascii: "\n") && byte != UInt8(ascii: ">")
    }
    return false
  }

  // MARK: Seams

  /// Writes a quotation mark if a bracket of the template and the untrusted text after it would together form a tag,
  /// a container or a role mark.
  private mutating func closeSeam(before bytes: ArraySlice<UInt8>) {
    guard bracket >= 0, let neutraliser else { return }
    // Most brackets are closed or too far back to be completed.
    guard output.count - bracket <= UntrustedText.reach, isBracketOpen() else {
      bracket = -1
      return
    }
    let before = output[bracket...]
    // A tag that the template itself has opened is intended.
    guard !neutraliser.opens(before, atEnd: false) else { return }
    let seam = before + bytes.prefix(UntrustedText.reach)
    if neutraliser.opens(seam[...], atEnd: true) { output.append(UInt8(ascii: "\"")) }
  }

  /// Whether everything after the bracket could be the start of a name.
  private func isBracketOpen() -> Bool {
    var at = bracket + 1
    while at < output.count {
      guard UntrustedText.canBelongToName(output[at]) else { return false }
      at += 1
    }
    return true
  }

  /// Records a bracket that was just written, by its distance from the end. Indentation may have been inserted in
  /// between; the bracket is then searched for.
  private mutating func noteBracket(_ fromEnd: UInt8) {
    bracket =
      indentation.isEmpty
      ? output.count - Int(fromEnd) : output.lastIndex(where: UntrustedText.isBracket) ?? -1
  }
}

extension ArraySlice<UInt8> {
  /// The text with a space for every run of line breaks.
  fileprivate var onOneLine: [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(count)
    var at = startIndex
    while at < endIndex {
      if let width = MarkReader.lineBreakWidth(at: self[at...]) {
        if line.last != UInt8(ascii: " ") { line.append(UInt8(ascii: " ")) }
        at += width
      } else {
        line.append(self[at])
        at += 1
      }
    }
    return line
  }
}
