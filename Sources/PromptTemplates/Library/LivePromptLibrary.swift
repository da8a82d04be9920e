public import SourceFiles

/// A prompt library that follows its files, for a server that runs while prompts are edited.
///
/// A broken edit never takes effect: the last good version of that prompt stays in force, and what is
/// wrong is reported. Everything else of the same edit takes effect at once.
public final class LivePromptLibrary: Sendable {
  /// What a reload did.
  public struct Reload: Sendable {
    /// Prompts whose text, partials or labels are new, as `name@version`.
    public var changed: [String]
    /// Prompts that are gone.
    public var removed: [String]
    /// Prompts that stand as they were because their files are broken.
    public var kept: [String]
    /// Everything that is wrong now.
    public var diagnostics: [Diagnostic]
  }

  private let folder: LiveFolder<PromptLibrary>

  /// Reads a folder. Throws ``SourceError`` only when there is no such folder.
  public init(
    folder: String, files: any FileSystem = LocalFileSystem(),
    helpers: [String: TemplateHelper] = [:]
  ) throws(SourceError) {
    self.folder = try LiveFolder(folder: folder, files: files) { name in
      name.hasSuffix(".prompt") || [PromptLabels.fileName, PromptLock.fileName].contains(name)
    } read: { files, lastGood throws(SourceError) in
      try PromptLibrary(folder: folder, files: files, helpers: helpers, lastGood: lastGood)
    }
  }

  /// The library as it stands now: take it once for each turn, so that a turn sees one state.
  public var current: PromptLibrary { folder.current }

  /// Reads the folder anew if anything in it has changed; nil when nothing has.
  ///
  /// Throws ``SourceError`` when the folder is gone; the library stays as it is.
  public func reload() throws(SourceError) -> Reload? {
    guard let (before, after) = try folder.reload() else { return nil }
    return Self.difference(before, after)
  }

  /// Looks for changes until the task is cancelled, and hands over what each reload did.
  public func watch(
    every interval: Duration = .seconds(1), clock: some Clock<Duration> = ContinuousClock(),
    _ report: (Result<Reload, SourceError>) -> Void
  ) async {
    await LiveFolderWatch.run(every: interval, clock: clock, reload: reload, report: report)
  }

  private static func difference(_ before: PromptLibrary, _ after: PromptLibrary) -> Reload {
    func digests(_ library: PromptLibrary) -> [String: ContentDigest] {
      library.templates.reduce(into: [:]) { $0[$1.reference] = library.digest(of: $1) }
    }
    let (old, new) = (digests(before), digests(after))
    var changed = Set(new.filter { old[$0.key] != $0.value }.keys)
    for template in after.templates
    where before.labels.entries[template.name] != after.labels.entries[template.name] {
      changed.insert(template.reference)
    }
    return Reload(
      changed: changed.sorted(), removed: old.keys.filter { new[$0] == nil }.sorted(),
      kept: after.kept, diagnostics: after.diagnostics)
  }
}
