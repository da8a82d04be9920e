import Journeys
public import PromptTemplates
public import SourceFiles

/// A journey library that rereads its files when they change, for servers that run while journeys are edited.
///
/// A broken edit never takes effect: the last good version of that journey stays in use, and the problem is reported.
public final class LiveJourneyLibrary: Reloadable {
  private let folder: LiveFolder<JourneyLibrary>

  /// Reads a folder. `prompts` returns the prompts of the moment, against which each journey is checked when it is read.
  ///
  /// Throws ``SourceError`` only if the folder cannot be listed.
  ///
  /// - Parameter texts: The keys of the texts that journeys may name: ``MessageCatalog/keys``.
  public init(
    folder: String, prompts: @escaping @Sendable () -> PromptLibrary,
    texts: [CopyKey] = CopyKey.builtIn, files: any FileSystem = DiskFileSystem()
  ) throws(SourceError) {
    self.folder = try LiveFolder(
      folder: folder, files: files, includes: { $0.hasSuffix(JourneyLibrary.ending) }
    ) { files, lastGood throws(SourceError) in
      try JourneyLibrary(
        folder: folder, prompts: prompts(), texts: texts, files: files, lastGood: lastGood)
    }
  }

  /// The library as of the last reload.
  public var current: JourneyLibrary { folder.current }

  /// Reads the folder again if any file has changed; returns `nil` if none has. All journeys that are not kept count as
  /// changed, since each was checked again against the prompts of the moment.
  ///
  /// Throws ``SourceError`` if the folder cannot be listed; the current library then stays in use.
  public func reload() throws(SourceError) -> FolderReload? {
    guard let (before, after) = try folder.reload() else { return nil }
    let names = after.journeys.map(\.name)
    return FolderReload(
      changed: names.filter { !after.kept.contains($0) },
      removed: before.journeys.map(\.name).filter { !names.contains($0) },
      kept: after.kept, diagnostics: after.diagnostics)
  }
}
