/// Content that is read from a folder, and again when its files change, such as prompts, domains or texts.
public protocol Reloadable: Sendable {
  /// Reads the files again if any of them has changed; returns nil if none has.
  ///
  /// Throws ``SourceError`` if the folder cannot be listed; what was read before then stays in use.
  func reload() throws(SourceError) -> FolderReload?
}

/// The effects of a reload.
public struct FolderReload: Sendable, Hashable {
  /// The ids of what is new or different.
  public var changed: [String]
  /// The ids of what no longer exists.
  public var removed: [String]
  /// The ids of what keeps its last good version because its file is broken.
  public var kept: [String]
  /// All problems that the files have now, including those of earlier edits.
  public var diagnostics: [Diagnostic]

  /// Creates the effects of a reload from ids.
  public init(
    changed: [String] = [], removed: [String] = [], kept: [String] = [], diagnostics: [Diagnostic]
  ) {
    (self.changed, self.removed, self.kept) = (changed, removed, kept)
    self.diagnostics = diagnostics
  }

  /// Compares values by their ids.
  package init<Value: Equatable>(
    from before: [Value], to after: [Value], id: (Value) -> String, kept: [String],
    diagnostics: [Diagnostic]
  ) {
    let old = before.reduce(into: [:]) { $0[id($1)] = $1 }
    let new = after.reduce(into: [:]) { $0[id($1)] = $1 }
    self.init(
      changed: new.filter { old[$0.key] != $0.value }.keys.sorted(),
      removed: old.keys.filter { new[$0] == nil }.sorted(), kept: kept, diagnostics: diagnostics)
  }

  /// The errors that keep an edit from taking effect.
  public var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
}

extension Reloadable {
  /// Reloads at an interval until the task is cancelled and reports every change, and once each reason why the folder
  /// cannot be read.
  ///
  /// Concurrent, because reading a folder must not hold up the caller's actor.
  @concurrent public func watch(
    every interval: Duration = .seconds(1), clock: some Clock<Duration> = ContinuousClock(),
    _ report: @Sendable (Result<FolderReload, SourceError>) -> Void
  ) async {
    var reported: [Diagnostic] = []
    while !Task.isCancelled {
      do throws(SourceError) {
        if let change = try reload() { report(.success(change)) }
        reported = []
      } catch {
        if error.diagnostics != reported { report(.failure(error)) }
        reported = error.diagnostics
      }
      do { try await clock.sleep(for: interval) } catch { return }
    }
  }
}
