import CoachModel

/// Writes rendered bytes and keeps, for every run of them, where it comes from and whose it is.
struct SegmentWriter {
  private(set) var output: [UInt8] = []
  private(set) var records: [SegmentRecord] = []
  private(set) var marks: [SectionMark] = []
  private(set) var media: [PromptMedia] = []
  /// The position of the file that is being rendered among the program's.
  var file: Int32 = 0
  /// The section that is being written; -1 before the first.
  private(set) var section: Int16 = -1
  private var role = Role.user
  private var message: Int32 = 0
  private var indentation: [UInt8] = []
  private var isAtLineStart = true
  /// Where in the output the last bracket stands that what follows could complete; -1 for none.
  private var bracket = -1
  private let neutraliser: UntrustedText?

  init(neutraliser: UntrustedText?, bytes: Int, segments: Int) {
    self.neutraliser = neutraliser
    output.reserveCapacity(bytes)
    records.reserveCapacity(segments)
  }

  // MARK: Runs

  /// Writes a run; `openBracket` is as in ``PromptData/Node``.
  mutating func write(
    _ bytes: ArraySlice<UInt8>, origin: Int32, value: Int32, trust: Trust, openBracket: UInt8
  ) {
    if trust >= .limited { closeSeam(before: bytes) }
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

  /// Places the earlier conversation, each message its own.
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
    // As in dotprompt's other runtimes: what follows the conversation without a role is the model's.
    begin(.assistant)
  }

  // MARK: Places

  /// Begins a message, even one of the same role.
  mutating func begin(_ role: Role) {
    self.role = role
    message += 1
  }

  /// Begins a section, by its position among the program's.
  mutating func begin(section position: Int) {
    section = Int16(position)
    marks.append(
      SectionMark(
        section: section, segment: Int32(records.count), message: message, role: role))
  }

  /// Puts more blanks before every line from here on; the answer takes them away again.
  mutating func indent(by blanks: [UInt8]) -> Int {
    let outer = indentation.count
    if !blanks.isEmpty {
      indentation += blanks
      isAtLineStart = true
    }
    return outer
  }

  /// Goes back to the indentation that ``indent(by:)`` answered.
  mutating func outdent(to outer: Int) { indentation.removeLast(indentation.count - outer) }

  /// Puts the indentation of a partial before each of its lines, also before empty ones and those of
  /// values, as Handlebars does.
  private mutating func writeIndented(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if isAtLineStart { output.append(contentsOf: indentation) }
      output.append(byte)
      isAtLineStart = byte == UInt8(ascii: "\n")
    }
  }

  // MARK: Seams

  /// Where a bracket of the template and a person's words together would make a tag or a closer, a
  /// quotation mark keeps them apart.
  private mutating func closeSeam(before bytes: ArraySlice<UInt8>) {
    guard bracket >= 0, let neutraliser else { return }
    // Most brackets are closed, or far behind: then nothing can complete them any more.
    guard output.count - bracket <= UntrustedText.reach, isBracketOpen() else {
      bracket = -1
      return
    }
    let before = output[bracket...]
    // What the template has opened itself is its own affair.
    guard !neutraliser.opens(before, atEnd: false) else { return }
    let seam = before + bytes.prefix(UntrustedText.reach)
    if neutraliser.opens(seam[...], atEnd: true) { output.append(UInt8(ascii: "\"")) }
  }

  /// Whether all that follows the bracket could be the beginning of a name.
  private func isBracketOpen() -> Bool {
    var at = bracket + 1
    while at < output.count {
      guard UntrustedText.canBelongToName(output[at]) else { return false }
      at += 1
    }
    return true
  }

  /// Remembers a bracket that was just written, so many bytes before the end. Indentation may have come
  /// between, and then the place is looked up.
  private mutating func noteBracket(_ fromEnd: UInt8) {
    bracket =
      indentation.isEmpty
      ? output.count - Int(fromEnd) : output.lastIndex(where: UntrustedText.isBracket) ?? -1
  }
}
