import Documents
import EvalGraders
import LanguageModels
public import SourceFiles

/// A run as a file that can be kept in git: what later runs are compared with, without the texts.
///
/// The file is made of lines of JSON, each with sorted members: the run, its facts, and its samples in the order of their
/// keys. The same run makes the same bytes, and a changed verdict changes one line. A sample has its key, its cluster, the
/// tags, language and profile ID of its transcript, the tokens and dollars of its messages, the names of the tools that
/// they call, and every verdict with its message; in place of a reply and of a tool's arguments stands a digest. What
/// people or models wrote, reasons of graders, times, judges' calls and the machine that worked on the run are left out.
public struct RunBaseline: Sendable {
  /// The run.
  public let run: EvalRun
  let samples: [EvalSample]

  /// The path of the baseline that belongs to a suite: `tone.baseline.jsonl` beside `tone.yaml`.
  package static func path(forSuiteAt path: String) -> String {
    let stem = path.hasSuffix(".yaml") ? String(path.dropLast(".yaml".count)) : path
    return stem + ".baseline.jsonl"
  }

  /// Takes what a baseline keeps of a run.
  ///
  /// Throws what the reader throws.
  public init(_ run: EvalRun, from reader: some RunReader) throws {
    var samples: [EvalSample] = []
    try reader.eachSample(of: run) { samples.append($0.withoutTexts) }
    self.init(run, samples: samples)
  }

  init(_ run: EvalRun, samples: [EvalSample]) {
    self.run = run
    self.samples = samples.sorted { $0.key < $1.key }
  }
}

extension EvalSample {
  /// The sample with its figures and verdicts, and digests in place of replies.
  var withoutTexts: EvalSample {
    var sample = self
    sample.title = key.transcript
    sample.judgeCalls = []
    sample.started = 0
    for index in sample.turns.indices { sample.turns[index].removeTexts() }
    for index in sample.grades.indices {
      sample.grades[index].reason = nil
      sample.grades[index].quotes = []
      sample.grades[index].details = [:]
    }
    for index in sample.personFaults.indices { sample.personFaults[index].reason = "" }
    return sample
  }
}

extension EvalTurn {
  fileprivate mutating func removeTexts() {
    personBefore = nil
    reply = Self.digested(reply)
    visibleText = reply
    findings = []
    withheldTags = []
    toolCalls = toolCalls?.map { call in
      // A call's ID is the provider's, and differs between equal runs.
      ToolCall(id: "", name: call.name, arguments: Self.digested(call.arguments))
    }
    if error != nil { error = errorCode?.rawValue ?? "failed" }
    source?.sections = []
    effort?.timeToFirstToken = nil
    effort?.seconds = nil
  }

  private static func digested(_ text: String) -> String {
    text.isEmpty ? "" : "sha256:\(ContentDigest(of: text).short)"
  }
}

// MARK: The file

extension RunBaseline {
  private static let version = 1

  /// The text of the file.
  public var text: String {
    var header = run.json
    let configuration = run.configuration.json
    header["configuration"] = nil
    header["spent"] = nil
    header["owner"] = nil
    header["versions"] = configuration["versions"]
    header["baseline_version"] = .integer(Self.version)
    header["suite"] = .string(run.suite)
    header["run"] = .string(run.id)
    header["started"] = .string(run.started)
    header["status"] = .string(run.status.rawValue)
    header["note"] = run.note.map { .string($0) }
    var lines: [JSONObject] = [header]
    for part in ["generation", "grading"] {
      let facts = configuration[part]?.object ?? [:]
      for name in facts.keys.sorted() {
        guard let value = facts[name] else { continue }
        lines.append(["part": .string(part), "fact": .string(name), "value": value])
      }
    }
    lines += samples.map(\.json)
    return lines.map { JSONValue.object($0).text(.canonical) + "\n" }.joined()
  }

  /// Reads what ``text`` wrote.
  ///
  /// Throws ``SourceError`` with the line that cannot be read.
  public init(_ file: SourceFile) throws(SourceError) {
    var run: EvalRun?
    var samples: [EvalSample] = []
    var header: JSONObject = [:]
    var facts: [String: JSONObject] = ["generation": [:], "grading": [:]]
    var offset = 0
    for line in file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      defer { offset += line.count + 1 }
      guard !line.isEmpty else { continue }
      func broken(_ message: String) -> SourceError {
        SourceError(
          Diagnostic(
            "baseline.line", message, in: file, at: offset,
            hint: "write the file again: 'coachkit eval bless RUN --to \(file.path)'"))
      }
      let value: JSONValue
      do throws(JSONSyntaxError) {
        value = try JSONValue(parsing: line)
      } catch {
        if let conflict = SourceError(file.certainMergeConflicts) { throw conflict }
        throw broken("a line of a baseline is a JSON object, and this is none: \(error)")
      }
      if header.isEmpty {
        guard let members = value.object, let version = members["baseline_version"]?.integer else {
          throw broken("this is no baseline: the first line has no 'baseline_version'")
        }
        guard version == Self.version else {
          throw broken("this is a baseline of version \(version), and this program reads 1")
        }
        header = members
      } else if let part = value["part"]?.string, let name = value["fact"]?.string {
        facts[part, default: [:]][name] = value["value"]
      } else if let sample = EvalSample(value) {
        samples.append(sample)
      } else {
        throw broken("this line is neither a fact nor a sample")
      }
    }
    header["configuration"] = [
      "generation": .object(facts["generation"] ?? [:]),
      "grading": .object(facts["grading"] ?? [:]), "versions": header["versions"] ?? [:],
    ]
    run = header["run"]?.string.flatMap { id in
      EvalRun(
        id: id, suite: header["suite"]?.string ?? "", started: header["started"]?.string ?? "",
        .object(header))
    }
    run?.status = header["status"]?.string.flatMap(EvalRun.Status.init) ?? .failed
    run?.note = header["note"]?.string
    guard let run else {
      throw SourceError(
        Diagnostic(
          "baseline.line", "the first line of '\(file.path)' does not describe a run",
          hint: "write the file again: 'coachkit eval bless RUN --to \(file.path)'"))
    }
    let keys = Set(samples.map(\.key))
    guard keys.count == samples.count else {
      throw SourceError(
        Diagnostic(
          "baseline.line", "'\(file.path)' has a sample twice",
          hint: "keep one of the two lines, or write the file again"))
    }
    self.init(run, samples: samples)
  }
}
