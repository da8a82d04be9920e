import JSON
public import PromptEvals

/// A form in which a run leaves the workspace.
public enum EvalExportFormat: String, Sendable, Hashable, CaseIterable {
  /// The figures, in one JSON document.
  case json
  /// Every sample with its texts, one a line of JSON.
  case jsonl
  /// One line a sample and grader, for spreadsheets.
  case csv
  /// A summary for a pull request.
  case markdown
  /// Samples as test cases, for CI.
  case junit
  /// The log format of Inspect, for `inspect view`.
  case inspect
  /// One page with everything in it.
  case html

  /// How files of the form usually end.
  public var suffix: String {
    switch self {
    case .markdown: "md"
    case .junit: "xml"
    case .inspect: "eval"
    default: rawValue
    }
  }
}

/// Writes a run in one of the forms, piece by piece, so that no form needs the whole run in memory.
public struct EvalExport {
  let report: EvalReport
  let reader: any RunReader

  /// Prepares an export.
  public init(_ report: EvalReport, from reader: any RunReader) {
    self.report = report
    self.reader = reader
  }

  /// Hands the pieces to `write`, in order. Logs of Inspect are files of their own: ``inspectLogs``.
  public func write(_ format: EvalExportFormat, _ write: (String) throws -> Void) throws {
    switch format {
    case .json: try write(JSONValue.object(report.json).text(.indented(2)) + "\n")
    case .jsonl: try writeLines(write)
    case .csv: try writeTable(write)
    case .markdown: try write(markdown)
    case .junit: try writeTests(write)
    case .inspect: throw StoreError("logs of Inspect are several files, not one")
    case .html: try HTMLReport(report, reader).write(write)
    }
  }

  private func writeLines(_ write: (String) throws -> Void) throws {
    try reader.eachSample(of: report.run) { sample in
      try write(JSONValue.object(sample.json).text() + "\n")
    }
  }
}
