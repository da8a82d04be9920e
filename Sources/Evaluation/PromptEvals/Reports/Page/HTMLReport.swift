import Documents
import PromptTemplates
import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The report as a single HTML page without dependencies: no network, no second file.
///
/// The figures come first, and the page shows them while the conversations after them still load. Conversations are
/// read one transcript at a time.
struct HTMLReport {
  private let report: EvalReport
  private let reader: any RunReader

  // Both lists are in the order in which the files are concatenated.
  private static let styles = ["page", "findings", "breakdowns", "grid", "conversation"]
  private static let scripts = [
    "elements", "figures", "document", "words", "address", "findings", "metrics", "breakdowns",
    "plots", "frontier", "costs", "selection", "grid", "conversation", "turns", "sections",
    "keyboard", "report",
  ]

  init(_ report: EvalReport, reader: any RunReader) {
    self.report = report
    self.reader = reader
  }

  /// Passes the pieces of the page to `write`, in order.
  func write(_ write: (String) throws -> Void) throws {
    let style = Self.joined(Self.styles.map { "Styles/\($0).css" })
    let script = Self.joined(Self.scripts.map { "Scripts/\($0).js" })
    // Texts precede the conversations that refer to them, so their digests must be collected first.
    var digests: Set<String> = []
    let table = try ScoreTable(report.run, from: reader)
    var messages = MessageScores(report.run, table: table)
    try reader.eachSample(of: report.run) { sample in
      digests.formUnion(sample.textDigests)
      messages.add(sample)
    }
    let notes = try reader.subjectNotes(of: report.run)
    let document = ReportDocument(
      report, notes: notes,
      breakdowns: report.breakdowns(
        by: [.tag, .cluster, .person, .language], of: table, notes: notes) + messages.breakdowns)
    var rest = try frame(style: style, script: script)[...]
    for mark in ["style", "report", "script", "texts"] {
      guard let place = rest.range(of: "<!--\(mark)-->") else { continue }
      try write(String(rest[..<place.lowerBound]))
      switch mark {
      case "style": try write("<style>\(style)</style>")
      case "report": try write(Self.block("report", value: document.json))
      case "script": try write("<script>\(script)</script>")
      default: try writeConversations(document, digests: digests, write: write)
      }
      rest = rest[place.upperBound...]
    }
    try write(String(rest))
  }

  private func frame(style: String, script: String) throws -> String {
    let policy =
      "default-src 'none'; style-src '\(Self.digest(style))'; script-src '\(Self.digest(script))';"
      + " base-uri 'none'; form-action 'none'"
    let file = embeddedFiles.file("Reports/Template/report.html.hbs")
    return try TextTemplate(file).render(
      [
        "title": .string("\(report.run.suite) · \(report.run.id)"), "csp": .string(policy),
        "summary": .string("\(report.verdict) \(report.headline)"),
      ], escape: XMLText.attribute)
  }

  private func writeConversations(
    _ document: ReportDocument, digests: Set<String>, write: (String) throws -> Void
  ) throws {
    var blocks: [String] = []
    var texts: JSONObject = [:]
    for digest in digests.sorted() { texts[digest] = try reader.text(digest).map { .string($0) } }
    try write(Self.block("texts", value: .object(texts)))
    let verdicts = Dictionary(
      grouping: try reader.pairwiseVerdicts(of: report.run), by: \.sample.transcript)
    for (number, subject) in report.subjects.enumerated() {
      let samples = try reader.samples(of: report.run, transcript: subject.id)
      let value = document.conversation(
        subject.id, samples: samples, verdicts: verdicts[subject.id] ?? [])
      blocks.append(Self.block("s-\(number)", value: value))
      // Batched, since each write is a system call.
      if blocks.count == 20 {
        try write(blocks.joined())
        blocks = []
      }
    }
    try write(blocks.joined())
  }

  private static func block(_ id: String, value: JSONValue) -> String {
    "<script type=\"application/json\" id=\"\(id)\">\(value.text().inScript)</script>\n"
  }

  private static func joined(_ paths: [String]) -> String {
    paths.map { embeddedFiles.texts["Reports/Template/\($0)"] ?? "" }.joined(separator: "\n")
  }

  private static func digest(_ text: String) -> String {
    var hash = SHA256()
    hash.update(text.utf8)
    return "sha256-\(Data(hash.finish()).base64EncodedString())"
  }
}

extension String {
  /// The text escaped for a script element: nothing in it ends the element or breaks a line.
  fileprivate var inScript: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for byte in utf8 {
      if byte == UInt8(ascii: "<") {
        bytes += Array("\\u003c".utf8)
      } else if byte == 0x7f {
        bytes += Array("\\u007f".utf8)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Substring {
  /// Returns the range of the first occurrence of a text.
  fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}
