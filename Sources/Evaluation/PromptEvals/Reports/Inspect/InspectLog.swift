import Documents
import SourceFiles

/// A variant of a run as a log of Inspect (JSON, version 2 of its format), of which `inspect view` lists a folder.
public struct InspectLog {
  private let report: EvalReport
  private let reader: any RunReader
  private let variant: EvalRun.Side

  init(_ report: EvalReport, reader: any RunReader, variant: EvalRun.Side) {
    self.report = report
    self.reader = reader
    self.variant = variant
  }

  /// The file name in the form that Inspect's listing parses: `2026-11-21T09-30-00_discovery-ab-v1_3f2a….json`.
  public var fileName: String {
    let time = run.started.replacing(" ", with: "T").replacing(":", with: "-").filter { $0 != "Z" }
    let name = "\(run.suite)-\(variant.id)".map { character in
      character.isASCII && (character.isLetter || character.isNumber || character == ".")
        ? character : "-"
    }
    return "\(time)_\(String(name))_\(identifier("task")).json"
  }

  private var run: EvalRun { report.run }

  private var created: String {
    Self.time(run.started.replacing(" ", with: "T").replacing("Z", with: ""))
  }

  private static func time(_ text: String) -> String { "\(text).001+00:00" }

  /// Returns an id that is the same each time the run is exported.
  private func identifier(_ what: String) -> String {
    ContentDigest(of: "\(what) \(run.id) \(variant.id)").short
  }

  /// Passes the bytes of the log to `write`, in pieces; one transcript's samples are in memory at a time.
  ///
  /// The samples are read twice, because a reader of the header alone stops at the first of them.
  ///
  /// Throws what `write` and the reader throw.
  public func write(_ write: @escaping ([UInt8]) throws -> Void) throws {
    var totals = InspectTotals(graders: run.design.graders)
    try forEachSample { totals.add($0, graders: run.design.graders) }
    var header = Array(JSONValue.object(header(totals)).text().utf8)
    header.removeLast()
    try write(header + #","samples":["#.utf8)
    var isFirst = true
    try forEachSample { sample in
      let written = InspectSample(
        sample, variant: variant, run: run, prompt: try prompt(of: sample))
      try write(Array(((isFirst ? "\n" : ",\n") + JSONValue.object(written.json).text()).utf8))
      isFirst = false
    }
    try write(Array("\n]}\n".utf8))
  }

  private func forEachSample(_ body: (EvalSample) throws -> Void) throws {
    for subject in report.subjects {
      for sample in try reader.samples(of: run, transcript: subject.id)
      where sample.key.side == variant.id { try body(sample) }
    }
  }

  /// Returns the instructions of a sample's first message, as they were sent.
  private func prompt(of sample: EvalSample) throws -> String? {
    guard let sections = sample.turns.first?.source?.sections, !sections.isEmpty else { return nil }
    return try sections.compactMap { try reader.text($0.digest) }.joined()
  }

  // MARK: Header

  private func header(_ totals: InspectTotals) -> JSONObject {
    var object: JSONObject = [
      "version": 2, "status": .string(status), "eval": .object(eval),
      "plan": [
        "name": "plan",
        "steps": [
          ["solver": .string(run.design.replay.rawValue), "params": .object(run.design.parameters)]
        ],
      ],
      "results": .object(totals.results(run.design.graders)),
      "stats": [
        "started_at": .string(created), "completed_at": .string(created),
        "model_usage": [variant.model: totals.usage.inspectJSON],
      ],
    ]
    if run.status == .failed {
      let note = run.note ?? "the run failed"
      object["error"] = InspectSample.error(note)
    }
    return object
  }

  /// The status in Inspect's terms.
  ///
  /// A run that was stopped is `cancelled`: Inspect would wait for more of one that is `started`.
  private var status: String {
    switch run.status {
    case .complete, .decided: "success"
    case .failed: "error"
    case .running, .budget, .interrupted: "cancelled"
    }
  }

  private var eval: JSONObject {
    let ids = report.subjects.map { JSONValue.string($0.id) }
    var parameters = run.design.parameters
    for (name, value) in variant.parameters { parameters[name] = value }
    let known = ["temperature", "top_p", "max_tokens", "seed"]
    let config = parameters.filter { known.contains($0.key) }
      .reduce(into: JSONObject()) { $0[$1.key] = $1.value }
    let arguments: JSONValue = ["variant": .string(variant.id), "prompt": .string(variant.prompt)]
    return [
      "created": .string(created), "task": .string(run.suite),
      "task_id": .string(identifier("task")),
      "run_id": .string(ContentDigest(of: run.id).short), "eval_id": .string(identifier("eval")),
      "task_args": arguments, "task_args_passed": arguments,
      "solver": .string(run.design.replay.rawValue),
      "tags": [.string(variant.id), .string(run.design.replay.rawValue)],
      "dataset": [
        "name": .string(run.suite), "samples": .integer(ids.count), "sample_ids": .array(ids),
        "shuffled": true,
      ],
      "model": .string(variant.model.replacing(":", with: "/", maxReplacements: 1)),
      "model_generate_config": .object(config), "config": ["epochs_reducer": ["mean"]],
      "packages": ["coachkit": .string(coachKitVersion)],
      "metadata": [
        "coachkit_run": .string(run.id), "prompt_digest": .string(variant.digest),
        "baseline": .string(run.design.baseline), "question": .string(run.question),
        "verdicts": .array(report.verdicts.map { .string($0.text) }),
      ],
      "scorers": .array(
        run.design.graders.map {
          [
            "name": .string($0.id), "options": [:],
            "metrics": [["name": "mean"], ["name": "stderr"]],
          ]
        }),
    ]
  }
}

extension EvalExport {
  /// The logs of Inspect, one per variant.
  public var inspectLogs: [InspectLog] {
    report.run.design.variants.map { InspectLog(report, reader: reader, variant: $0) }
  }
}
