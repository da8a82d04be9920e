package import Documents
import EvalStatistics

extension EvalRun {
  /// The run's header, as it is stored; ID, status and note have columns of their own.
  package var json: JSONObject {
    var object: JSONObject = [
      "suite_path": .string(suitePath), "question": .string(question),
      "replay": .string(design.replay.rawValue),
      "variants": .array(design.variants.map { .object($0.json) }),
      "baseline": .string(design.baseline),
      "references": .array(design.references.map { .string($0) }),
      "graders": .array(design.graders.map { .object($0.json) }),
      "parameters": .object(design.parameters),
      "seed": .string(String(design.seed)), "planned": .integer(design.planned),
      "subjects": .integer(design.subjects),
      "look_fractions": .array(design.lookFractions.map { .number($0) }),
      "grader_failures": .number(design.toleratedFailures),
      "configuration": .object(configuration.json),
    ]
    if !caching.isEmpty { object["caching"] = .array(caching.map { .object($0.json) }) }
    if design.pipeline == .turn { object["pipeline"] = .string(design.pipeline.rawValue) }
    object["price"] = design.price.map { .string($0) }
    object["gate"] = design.gate.map { .object($0.json) }
    object["named_model"] = namedModel.map { .string($0) }
    if !namedModels.isEmpty {
      object["named_models"] = .array(namedModels.map { .string($0) })
    }
    object["regrades"] = regrades.map { .string($0) }
    object["spent"] = spending.map {
      [
        "dollars": .number($0.dollars.clamped(to: StoredRange.dollars)),
        "tokens": .integer($0.tokens.clamped(to: StoredRange.counts)),
      ]
    }
    object["owner"] = owner.map { .object($0.json) }
    if !selection.isWhole { object["selection"] = .object(selection.json) }
    return object
  }

  /// Reads the format of ``json``; `nil` if a required member is missing, or if a member has a value that no run has:
  /// without a grader or a margin, results would look better than they are.
  init?(id: String, suite: String, started: String, _ value: JSONValue) {
    guard let question = value["question"]?.string,
      let variants = value["variants"]?.array, let graders = value["graders"]?.array,
      Self.isValidID(id),
      let sides = variants.every({ Side($0) }), let roles = graders.every({ GraderRole($0) }),
      let planned = value["planned"].count, let subjects = value["subjects"].count,
      let seed = value["seed"].map({ $0.string.flatMap { UInt64($0) } }) ?? 1
    else { return nil }
    let gate = value["gate"].map { EvalGate($0) }
    if case .some(nil) = gate { return nil }
    var design = Design(
      replay: value["replay"]?.string.flatMap(ReplayMode.init) ?? .nextTurn,
      variants: sides, baseline: value["baseline"]?.string ?? "",
      references: value["references"]?.array?.compactMap(\.string) ?? [],
      graders: roles,
      parameters: value["parameters"]?.object ?? [:], price: value["price"]?.string,
      gate: gate ?? nil, seed: seed, planned: planned, subjects: subjects,
      lookFractions: fractions(value["look_fractions"]))
    guard
      let tolerated = value["grader_failures"].map({ $0.number?.within(0...1) })
        ?? EvalSuite.Grading.defaultToleratedFailures
    else { return nil }
    design.toleratedFailures = tolerated
    // Runs that were stored before there was a choice asked with the prompt alone.
    design.pipeline = value["pipeline"]?.string.flatMap(EvalPipeline.init) ?? .prompt
    if design.baseline.isEmpty { design.baseline = design.variants.first?.id ?? "" }
    let names = design.sides
    guard Set(names).count == names.count,
      design.variants.isEmpty || design.variants.contains(where: { $0.id == design.baseline })
    else { return nil }
    self.init(
      id: id, suite: suite, suitePath: value["suite_path"]?.string ?? "", question: question,
      started: started, design: design, configuration: RunConfiguration(value["configuration"]))
    namedModel = value["named_model"]?.string
    namedModels = value["named_models"]?.array?.compactMap(\.string) ?? []
    regrades = value["regrades"]?.string
    owner = value["owner"].flatMap { RunOwner($0) }
    selection = SuiteSelection(value["selection"])
    caching = value["caching"]?.array?.compactMap { CacheExpectation($0) } ?? []
    if let spent = value["spent"], let dollars = spent["dollars"]?.number?.within(0...1e12),
      let tokens = spent["tokens"]?.integer?.within(StoredRange.counts)
    {
      spending = Spending(dollars: dollars, tokens: tokens)
    }
  }
}

extension Optional<JSONValue> {
  /// The count; 0 if the member is missing, nil for a value that is none.
  fileprivate var count: Int? { map { $0.integer?.within(StoredRange.counts) } ?? 0 }
}

extension [JSONValue] {
  /// Returns what a closure makes of each element; nil if it makes nothing of one.
  fileprivate func every<Value>(_ read: (JSONValue) -> Value?) -> [Value]? {
    let read = compactMap(read)
    return read.count == count ? read : nil
  }
}

/// Reads shares of the transcripts, in increasing order.
private func fractions(_ value: JSONValue?) -> [Double] {
  let numbers = value?.array?.compactMap { $0.number?.within(0...1) } ?? []
  return numbers == numbers.sorted() ? numbers : []
}

extension EvalRun.Side {
  fileprivate var json: JSONObject {
    var object: JSONObject = [
      "id": .string(id), "prompt": .string(prompt), "digest": .string(digest),
      "model": .string(model), "parameters": .object(parameters),
    ]
    object["reading"] = reading.map { .string($0) }
    return object
  }

  fileprivate init?(_ value: JSONValue) {
    guard let id = value["id"]?.string, let prompt = value["prompt"]?.string else { return nil }
    self.init(
      id: id, prompt: prompt, digest: value["digest"]?.string ?? "",
      model: value["model"]?.string ?? "", parameters: value["parameters"]?.object ?? [:],
      reading: value["reading"]?.string)
  }
}

extension RunOwner {
  fileprivate var json: JSONObject {
    var object: JSONObject = ["host": .string(host), "process": .integer(process)]
    object["started"] = started.map { .string($0) }
    return object
  }

  fileprivate init?(_ value: JSONValue) {
    guard let host = value["host"]?.string, let process = value["process"]?.integer else {
      return nil
    }
    self.init(host: host, process: process, started: value["started"]?.string)
  }
}

extension GraderRole {
  fileprivate var json: JSONObject {
    var object: JSONObject = [
      "id": .string(id), "summary": .string(summary), "weight": .number(weight),
      "threshold": .number(threshold),
    ]
    object["repeats"] = repeats.map { .integer($0) }
    if isRequired { object["required"] = true }
    if onlyInforms { object["informs"] = true }
    if isJudge { object["judge"] = true }
    return object
  }

  fileprivate init?(_ value: JSONValue) {
    guard let id = value["id"]?.string else { return nil }
    self.init(id: id, summary: value["summary"]?.string ?? "")
    guard let weight = value["weight"].map({ $0.number?.within(0...1e6) }) ?? 1,
      let threshold = value["threshold"].map({ $0.number?.within(0...1) }) ?? 1
    else { return nil }
    self.weight = weight
    self.threshold = threshold
    repeats = value["repeats"]?.integer?.within(StoredRange.counts)
    isRequired = value["required"]?.bool ?? false
    onlyInforms = value["informs"]?.bool ?? false
    isJudge = value["judge"]?.bool ?? false
  }
}

extension EvalGate {
  fileprivate var json: JSONObject {
    [
      "margins": .array(
        margins.map { ["metric": .string($0.metric), "margin": .number($0.margin)] }),
      "levels": .array(
        levels.map { ["metric": .string($0.metric), "least": .number($0.minimum)] }),
      "method": .string(BoundedMean.name), "looks": .array(looks.map { .number($0) }),
    ]
  }

  /// Ignores `method`: earlier versions had several, and all runs are now analysed by the same one.
  fileprivate init?(_ value: JSONValue) {
    self.init()
    for item in value["margins"]?.array ?? [] {
      guard let metric = item["metric"]?.string,
        let margin = item["margin"]?.number?.within(StoredRange.settings)
      else { return nil }
      margins.append(Margin(metric: metric, margin: margin))
    }
    for item in value["levels"]?.array ?? [] {
      guard let metric = item["metric"]?.string,
        let minimum = item["least"]?.number?.within(StoredRange.settings)
      else { return nil }
      levels.append(Level(metric: metric, minimum: minimum))
    }
    looks = fractions(value["looks"])
  }
}

extension SuiteSelection {
  /// The selection as JSON; empty for everything.
  fileprivate var json: JSONObject {
    var object: JSONObject = [:]
    object["transcripts"] = maximumTranscripts.map { .integer($0) }
    object["samples"] = samples.map { .integer($0) }
    object["ids"] = transcripts.map { .array($0.map { .string($0) }) }
    object["failed_in"] = failedIn.map { .string($0) }
    return object
  }

  /// Reads the format of ``json``.
  fileprivate init(_ value: JSONValue?) {
    self.init(
      maximumTranscripts: value?["transcripts"]?.integer?.within(StoredRange.counts),
      samples: value?["samples"]?.integer?.within(StoredRange.counts),
      transcripts: value?["ids"]?.array?.compactMap(\.string),
      failedIn: value?["failed_in"]?.string)
  }
}
