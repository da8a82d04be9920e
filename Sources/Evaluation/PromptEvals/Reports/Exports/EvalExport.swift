package import Documents

/// A format in which a run can be exported.
public enum EvalExportFormat: String, Sendable, Hashable, CaseIterable {
  /// The figures as one JSON document.
  case json
  /// All samples with their texts, one JSON object per line.
  case jsonl
  /// One line per sample and grader, for spreadsheets.
  case csv
  /// A summary for a pull request.
  case markdown
  /// Samples as test cases, for CI.
  case junit
  /// The log format of Inspect, for `inspect view`.
  case inspect
  /// One HTML page with everything in it.
  case html

  /// The usual file name extension of the format, without a dot.
  public var suffix: String {
    switch self {
    case .markdown: "md"
    case .junit: "xml"
    case .inspect: "eval"
    default: rawValue
    }
  }
}

/// An export of a run, written piece by piece so that no format needs the whole run in memory.
public struct EvalExport {
  let report: EvalReport
  let reader: any RunReader

  /// Creates an export of a report, whose samples and texts are read from `reader`.
  public init(_ report: EvalReport, from reader: any RunReader) {
    self.report = report
    self.reader = reader
  }

  /// Passes the pieces of the export to `write`, in order.
  ///
  /// Throws what `write` and the reader throw, and ``StoreError`` for ``EvalExportFormat/inspect``: logs of Inspect
  /// are several files, see ``inspectLogs``.
  public func write(as format: EvalExportFormat, to write: (String) throws -> Void) throws {
    switch format {
    case .json: try write(JSONValue.object(try json).text(.indented(2)) + "\n")
    case .jsonl: try writeLines(write)
    case .csv: try writeTable(write)
    case .markdown: try write(markdown)
    case .junit: try writeTests(write)
    case .inspect: throw StoreError("logs of Inspect are several files, not one")
    case .html: try HTMLReport(report, reader: reader).write(write)
    }
  }

  /// The report's figures, and where differences live.
  ///
  /// Rethrows errors of the reader.
  package var json: JSONObject {
    get throws {
      var object = report.json
      object["breakdowns"] = .array(
        try report.breakdowns(from: reader).map { .object($0.json) })
      return object
    }
  }

  private func writeLines(_ write: (String) throws -> Void) throws {
    try reader.eachSample(of: report.run) { sample in
      try write(JSONValue.object(sample.json).text(.line) + "\n")
    }
  }
}
