import SourceFiles

/// Finds which of the locked prompts have changed, and whether they or their partials were edited.
struct LockedChanges {
  /// A prompt that the lock lists, as it is now.
  struct Prompt {
    let template: PromptTemplate
    let partials: [PromptTemplate]
    let digest: ContentDigest
  }

  /// The problems of each prompt that differs from the lock, by `name@version`. Prompts that differ for the same reason
  /// have the same problem.
  private(set) var problems: [String: [Diagnostic]] = [:]

  init(_ prompts: [Prompt], since lock: PromptLock) {
    let locked = prompts.filter { lock.digests[$0.template.reference] != nil }
    let changed = locked.filter { prompt in
      lock.digests[prompt.template.reference] != prompt.digest.hexadecimal
    }
    guard !changed.isEmpty else { return }
    var rest: [Prompt] = []
    for prompt in changed {
      let edited = prompt.partials.filter { partial in
        lock.partials[partial.name].map { $0 != partial.ownDigest } ?? false
      }
      for partial in edited {
        let reached = changed.filter { $0.partials.contains { $0.name == partial.name } }
        problems[prompt.template.reference, default: []].append(
          Self.edited(partial, reaching: reached))
      }
      if edited.isEmpty { rest.append(prompt) }
    }
    addUnexplained(rest, among: locked, lock: lock)
  }

  /// Adds the prompts of which the lock does not say what was edited. Those that have a partial in common which is in no
  /// unchanged prompt have one problem together: that partial is the likely reason, and editing it is one mistake.
  private mutating func addUnexplained(
    _ prompts: [Prompt], among locked: [Prompt], lock: PromptLock
  ) {
    let changed = Set(prompts.map(\.template.reference))
    let intact = Set(
      locked.filter { !changed.contains($0.template.reference) }
        .flatMap { $0.partials.map(\.name) })
    var rest = prompts
    while true {
      let suspects = Dictionary(
        rest.flatMap(\.partials).filter { partial in
          !intact.contains(partial.name) && lock.partials[partial.name] == nil
        }.map { ($0.name, $0) }
      ) { first, _ in first }
      func reached(_ name: String) -> [Prompt] {
        rest.filter { $0.partials.contains { $0.name == name } }
      }
      let counts = suspects.keys.map { (name: $0, count: reached($0).count) }
      guard let most = counts.map(\.count).max(), most > 1 else { break }
      let names = counts.filter { $0.count == most }.map(\.name).sorted()
      guard let name = names.first, let suspect = suspects[name] else { break }
      let common = reached(name)
      let problem = Self.shared(
        names.filter { other in reached(other).map(\.template.reference) == common.references },
        at: suspect, by: common)
      for prompt in common { problems[prompt.template.reference] = [problem] }
      rest.removeAll { common.references.contains($0.template.reference) }
    }
    for prompt in rest { problems[prompt.template.reference] = [Self.changed(prompt, lock: lock)] }
  }

  // MARK: Messages

  static let code = "lock.changed"

  private static func edited(_ partial: PromptTemplate, reaching prompts: [Prompt]) -> Diagnostic {
    Diagnostic(
      code,
      "the partial '\(partial.name)' has changed, and it is part of released prompts: "
        + prompts.references.joined(separator: ", "),
      in: partial.file, at: 0, hint: hint(prompts, isPartial: true))
  }

  private static func shared(
    _ names: [String], at partial: PromptTemplate, by prompts: [Prompt]
  ) -> Diagnostic {
    Diagnostic(
      code,
      "these released prompts have changed since, and all of them include "
        + names.map { "'\($0)'" }.joined(separator: " and ") + ": "
        + prompts.references.joined(separator: ", "),
      in: partial.file, at: 0, hint: hint(prompts, isPartial: true))
  }

  private static func changed(_ prompt: Prompt, lock: PromptLock) -> Diagnostic {
    let reference = prompt.template.reference
    let unknown = prompt.partials.filter { lock.partials[$0.name] == nil }.map { "'\($0.name)'" }
    let others =
      unknown.isEmpty
      ? "" : ", or a partial that it includes has (\(unknown.joined(separator: ", ")))"
    return Diagnostic(
      code, "\(reference) is released and has changed since\(others)",
      in: prompt.template.file, at: 0, hint: hint([prompt], isPartial: false))
  }

  private static func hint(_ prompts: [Prompt], isPartial: Bool) -> String {
    let again = "'coachkit prompts lock --again \(prompts.references.joined(separator: " "))'"
    return isPartial
      ? "put the change into a new partial that a new version includes; if none of these has been"
        + " released, run \(again)"
      : "put the change into a new version; if this one has not been released, run \(again)"
  }
}

extension [LockedChanges.Prompt] {
  fileprivate var references: [String] { map(\.template.reference) }
}

extension PromptTemplate {
  /// The digest of the file alone, in hexadecimal.
  var ownDigest: String { ContentDigest(of: file.bytes).hexadecimal }
}
