public import SourceFiles

/// A prompt library that rereads its files when they change, for servers that run while prompts are edited.
///
/// A broken edit never takes effect: the last good version of that prompt stays in use, and the problem is reported.
/// All other changes of the same edit take effect at once.
///
/// ```swift
/// func serve() async throws {
///   let prompts = try LivePromptLibrary(folder: "Prompts")
///   let watcher = Task {
///     await prompts.watch(every: .seconds(2)) { result in
///       if case .success(let reload) = result { print("changed: \(reload.changed)") }
///     }
///   }
///   defer { watcher.cancel() }
///   let prompt = try prompts.current.prompt(PromptReference(name: "coaching"))
///   print(prompt.inputNames)
/// }
/// ```
public final class LivePromptLibrary: Reloadable {
  private let folder: LiveFolder<PromptLibrary>

  /// Reads a folder.
  ///
  /// Broken files are listed in the diagnostics of ``current``. Throws ``SourceError`` only if there is no such
  /// folder.
  public init(
    folder: String, files: any FileSystem = DiskFileSystem(),
    helpers: [String: TemplateHelper] = [:]
  ) throws(SourceError) {
    self.folder = try LiveFolder(folder: folder, files: files) { name in
      name.hasSuffix(".prompt") || [PromptLabels.fileName, PromptLock.fileName].contains(name)
    } read: { files, lastGood throws(SourceError) in
      try PromptLibrary(folder: folder, files: files, helpers: helpers, lastGood: lastGood)
    }
  }

  /// The library as it is now. Read it once per turn, so that the turn sees one consistent state.
  public var current: PromptLibrary { folder.current }

  /// Rereads the folder if the contents of its files have changed; returns nil if they have not. A prompt counts as changed
  /// if its text, its partials or its labels have; its id is `name@version`.
  ///
  /// Throws ``SourceError`` if the folder is gone; the library then stays as it was.
  public func reload() throws(SourceError) -> FolderReload? {
    guard let (before, after) = try folder.reload() else { return nil }
    return Self.difference(from: before, to: after)
  }

  private static func difference(from before: PromptLibrary, to after: PromptLibrary)
    -> FolderReload
  {
    func digests(_ library: PromptLibrary) -> [String: ContentDigest] {
      library.templates.reduce(into: [:]) { $0[$1.reference] = library.digest(of: $1) }
    }
    let (old, new) = (digests(before), digests(after))
    var changed = Set(new.filter { old[$0.key] != $0.value }.keys)
    for template in after.templates
    where before.labels.entries[template.name] != after.labels.entries[template.name] {
      changed.insert(template.reference)
    }
    // A file that was repaired is news even if it is again what it was.
    changed.formUnion(Set(before.kept).subtracting(after.kept).intersection(new.keys))
    changed.subtract(after.kept)
    return FolderReload(
      changed: changed.sorted(), removed: old.keys.filter { new[$0] == nil }.sorted(),
      kept: after.kept, diagnostics: after.diagnostics)
  }
}
