package import Documents
package import EvalGraders
package import SourceFiles

/// A suite that a change of the workspace reaches.
package struct AffectedSuite: Sendable, Hashable {
  /// The path of the suite's file.
  package var path: String
  /// What the change reaches the suite through, at least one sentence.
  package var reasons: [String]
  /// The facts that differ; empty if the suite could not be read in one of the states.
  package var changes: [SuiteDependencies.Change]

  /// The suite as JSON.
  package var json: JSONObject {
    [
      "suite": .string(path), "reasons": .array(reasons.map { .string($0) }),
      "changes": .array(
        changes.map { change in
          var object: JSONObject = ["what": .string(change.name)]
          object["before"] = change.before.map { .string($0) }
          object["after"] = change.after.map { .string($0) }
          if !change.files.isEmpty {
            object["files"] = .array(change.files.map { .string($0) })
          }
          return .object(object)
        }),
    ]
  }
}

/// Finds the suites that a change of a workspace reaches, by comparing what each depends on before and after it.
package struct AffectedSuites: Sendable {
  private let workspace: EvalWorkspace
  private let earlier: Result<EvalWorkspace, SourceError>
  /// What the earlier state is called in reasons, such as `main`.
  private let earlierName: String
  private let registry: GraderRegistry

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - workspace: The state after the change.
  ///   - earlier: The state before it, or why it cannot be read, which affects all suites.
  ///   - name: What the earlier state is called.
  ///   - registry: The graders that suites can use.
  package init(
    in workspace: EvalWorkspace, since earlier: Result<EvalWorkspace, SourceError>,
    called name: String, graders registry: GraderRegistry = .standard
  ) {
    self.workspace = workspace
    self.earlier = earlier
    earlierName = name
    self.registry = registry
  }

  /// Returns the suites at paths: files, and folders with all that is below them, of which only suites are taken.
  ///
  /// Throws ``SourceError`` if a path does not exist.
  package func suites(at paths: [String]) throws(SourceError) -> [String] {
    let files = workspace.files
    var found: [String] = []
    for path in paths {
      guard files.kind(of: path) == .folder else {
        _ = try files.read(path)
        found.append(path)
        continue
      }
      found += PathPattern("\(path)/**/*.yaml").paths(in: files).filter(isSuite)
    }
    return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether a file in a folder of suites is one, and not a file that suites include. One that cannot be read counts: a
  /// damaged suite must not be passed over.
  private func isSuite(_ path: String) -> Bool {
    guard let file = try? workspace.files.read(path),
      let source = try? SuiteFile(file, files: workspace.files)
    else { return true }
    guard case .mapping(let entries) = source.node.content else { return false }
    let keys = Set(entries.map(\.key))
    return !keys.isDisjoint(with: ["transcripts", "cases"])
      && !keys.isDisjoint(with: ["variants", "grid"])
  }

  /// Returns how the change reaches a suite; `nil` if it does not.
  package func affected(_ path: String) -> AffectedSuite? {
    let now: SuiteDependencies
    do {
      now = try SuiteDependencies(ofSuiteAt: path, in: workspace, graders: registry)
    } catch {
      return AffectedSuite(
        path: path, reasons: ["cannot be run: \(Self.firstProblem(error))"], changes: [])
    }
    do {
      let earlier = try earlier.get()
      guard earlier.files.kind(of: path) != nil else {
        return AffectedSuite(path: path, reasons: ["the suite is new"], changes: [])
      }
      let before = try SuiteDependencies(ofSuiteAt: path, in: earlier, graders: registry)
      let changes = now.changes(since: before)
      guard !changes.isEmpty else { return nil }
      return AffectedSuite(path: path, reasons: changes.map(\.description), changes: changes)
    } catch {
      return AffectedSuite(
        path: path,
        reasons: ["could not be run at \(earlierName): \(Self.firstProblem(error))"], changes: [])
    }
  }

  private static func firstProblem(_ error: any Error) -> String {
    guard let problem = (error as? SourceError)?.diagnostics.first else { return "\(error)" }
    let place = problem.location.map { "\($0): " } ?? ""
    return place + problem.message
  }
}
