package import SourceFiles
import Synchronization

/// The files of a git repository as they were at the commit at which the checked-out history left another branch.
///
/// Paths are those of the working folder, also absolute ones. Files that have not changed since are read from disk, and so
/// is what lies outside of the repository or in an unchanged submodule; symbolic links are followed as they were.
package final class GitTree: FileSystem {
  private struct Entry {
    enum Kind { case file, link, submodule }

    var kind: Kind
    var object: String
  }

  private enum Place {
    /// A path in the repository.
    case inside(String)
    /// A path on disk that the repository does not hold.
    case outside(String)
    case missing
  }

  /// The commit whose files these are, in full.
  package let commit: String
  private let git: GitCommand.Run
  private let disk: any FileSystem
  /// The path of the repository's top folder, absolute and relative to the working folder.
  private let top: String
  private let way: String
  /// The path of the working folder in the repository, as its parts.
  private let prefix: [String]
  private let entries: [String: Entry]
  /// The names in each folder.
  private let folders: [String: Set<String>]
  private let changed: Set<String>
  private let texts = Mutex<[String: [UInt8]]>([:])

  /// Finds the commit, and lists its files and those that have changed since.
  ///
  /// Throws ``SourceError`` with code `git.missing`, `git.repository`, `git.revision` or `git.history`.
  package init(
    since revision: String, disk: any FileSystem = DiskFileSystem(),
    git: @escaping GitCommand.Run = { ProgramOutput(of: "git", $0) }
  ) throws(SourceError) {
    self.git = git
    self.disk = disk
    let shown = git(["rev-parse", "--show-toplevel", "--show-cdup", "--show-prefix"])
    guard shown.code != nil else {
      throw GitCommand.error("git.missing", "git cannot be run", hint: "install it")
    }
    let lines = String(decoding: shown.output, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard shown.code == 0, lines.count >= 3 else {
      throw GitCommand.error(
        "git.repository",
        "this folder is in no git repository that can be read\(GitCommand.firstLine(shown.errors))",
        hint: "run it in a checkout of your repository")
    }
    top = String(lines[0])
    way = String(lines[1])
    prefix = lines[2].split(separator: "/").map(String.init)
    commit = try Self.commit(where: revision, left: git)
    entries = try Self.entries(at: commit, git)
    folders = Self.folders(of: entries.keys)
    let differences = git([
      "-c", "diff.relative=false", "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff",
      "--ignore-submodules=untracked", commit, "--",
    ])
    guard differences.code == 0 else {
      throw GitCommand.error(
        "git.repository",
        "git cannot compare the files with \(commit.prefix(12))\(GitCommand.firstLine(differences.errors))",
        hint: "see 'git diff \(commit.prefix(12))'")
    }
    changed = Set(
      differences.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
  }

  /// Returns the commit at which the checked-out history left a revision: that of the revision itself, if all that it holds
  /// is in this history.
  private static func commit(where revision: String, left git: GitCommand.Run) throws(SourceError)
    -> String
  {
    try GitCommand.checkCommit(revision, git)
    let base = git(["merge-base", revision, "HEAD"])
    let commit = String(decoding: base.output, as: UTF8.self).prefix { $0 != "\n" }
    guard base.code == 0, !commit.isEmpty else {
      throw GitCommand.error(
        "git.history", "'\(revision)' and the checked-out commit have no commit in common",
        hint: "in a shallow clone, fetch the whole history: git fetch --unshallow")
    }
    return String(commit)
  }

  private static func entries(at commit: String, _ git: GitCommand.Run) throws(SourceError)
    -> [String: Entry]
  {
    let list = git(["ls-tree", "-r", "-z", "--full-tree", commit])
    guard list.code == 0 else {
      throw GitCommand.error(
        "git.repository",
        "git cannot list the files of \(commit.prefix(12))\(GitCommand.firstLine(list.errors))",
        hint: "see 'git ls-tree -r \(commit.prefix(12))'")
    }
    var entries: [String: Entry] = [:]
    for line in list.output.split(separator: 0) {
      // The mode, the type and the object, then a tab and the path.
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let words = line[..<tab].split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard words.count == 3 else { continue }
      let kind: Entry.Kind =
        switch words[0] {
        case "120000": .link
        case "160000": .submodule
        default: .file
        }
      let path = String(decoding: line[line.index(after: tab)...], as: UTF8.self)
      entries[path] = Entry(kind: kind, object: words[2])
    }
    return entries
  }

  private static func folders(of paths: some Sequence<String>) -> [String: Set<String>] {
    var folders: [String: Set<String>] = ["": []]
    for path in paths {
      var rest = path[...]
      while true {
        let slash = rest.lastIndex(of: "/")
        let folder = slash.map { String(rest[..<$0]) } ?? ""
        let name = slash.map { String(rest[rest.index(after: $0)...]) } ?? String(rest)
        let isNew = folders[folder, default: []].insert(name).inserted
        guard let slash, isNew else { break }
        rest = rest[..<slash]
      }
    }
    return folders
  }

  // MARK: Reading

  package func read(_ path: String) throws(SourceError) -> SourceFile {
    switch place(of: path) {
    case .outside(let path): return try disk.read(path)
    case .inside(let found):
      guard let entry = entries[found] else { break }
      return SourceFile(path: path, bytes: try bytes(of: entry, at: found))
    case .missing: break
    }
    throw GitCommand.error(
      "file.missing", "no file at '\(path)' at \(commit.prefix(12))",
      hint: "it was added later, or removed")
  }

  package func names(in folder: String) throws(SourceError) -> [String] {
    switch place(of: folder) {
    case .outside(let path): return try disk.names(in: path)
    case .inside(let found):
      guard let names = folders[found] else { break }
      return names.filter { !$0.hasPrefix(".") }.sorted()
    case .missing: break
    }
    throw GitCommand.error(
      "folder.missing", "no folder at '\(folder)' at \(commit.prefix(12))",
      hint: "it was added later, or removed")
  }

  package func kind(of path: String) -> FileKind? {
    switch place(of: path) {
    case .outside(let path): disk.kind(of: path)
    case .inside(let found):
      entries[found] != nil ? .file : folders[found] != nil ? .folder : nil
    case .missing: nil
    }
  }

  private func bytes(of entry: Entry, at path: String) throws(SourceError) -> [UInt8] {
    // What git would write differently, such as line ends, is compared as it is on disk.
    if entry.kind == .file, !changed.contains(path), let file = try? disk.read(way + path) {
      return file.bytes
    }
    if let known = texts.withLock({ $0[entry.object] }) { return known }
    let blob = git(["cat-file", "blob", entry.object])
    guard blob.code == 0 else {
      throw GitCommand.error(
        "file.unreadable",
        "'\(path)' at \(commit.prefix(12)) cannot be read\(GitCommand.firstLine(blob.errors))",
        hint: "see 'git cat-file blob \(entry.object)'")
    }
    texts.withLock { $0[entry.object] = blob.output }
    return blob.output
  }

  // MARK: Paths

  private static let maximumLinks = 16

  /// Returns where a path of the working folder leads to.
  private func place(of path: String) -> Place {
    guard let parts = partsInRepository(of: path) else { return .outside(path) }
    return place(of: parts, links: 0)
  }

  /// Follows the links on a path in the repository.
  private func place(of parts: [String], links: Int) -> Place {
    var walked = ""
    for (number, part) in parts.enumerated() {
      walked = walked.isEmpty ? part : "\(walked)/\(part)"
      guard let entry = entries[walked] else { continue }
      let rest = parts[(number + 1)...]
      switch entry.kind {
      case .file: return rest.isEmpty ? .inside(walked) : .missing
      case .submodule:
        guard !changed.contains(walked) else { return .missing }
        return .outside(way + ([walked] + rest).joined(separator: "/"))
      case .link:
        guard links < Self.maximumLinks, let target = try? bytes(of: entry, at: walked) else {
          return .missing
        }
        let text = String(decoding: target, as: UTF8.self)
        guard !text.hasPrefix("/") else {
          let absolute = ([text] + rest).joined(separator: "/")
          guard let inside = partsInRepository(of: absolute) else { return .outside(absolute) }
          return place(of: inside, links: links + 1)
        }
        let folder = Array(parts[..<number])
        guard let inside = Self.fold(folder + text.split(separator: "/").map(String.init) + rest)
        else {
          return .outside(
            way + (folder + [text] + rest).joined(separator: "/"))
        }
        return place(of: inside, links: links + 1)
      }
    }
    return .inside(parts.joined(separator: "/"))
  }

  /// Returns the parts of a path in the repository; `nil` for a path outside of it.
  private func partsInRepository(of path: String) -> [String]? {
    let parts = path.split(separator: "/").map(String.init)
    guard path.hasPrefix("/") else { return Self.fold(prefix + parts) }
    guard let folded = Self.fold(parts) else { return nil }
    let root = top.split(separator: "/").map(String.init)
    return folded.starts(with: root) ? Array(folded.dropFirst(root.count)) : nil
  }

  /// Resolves `.` and `..`; `nil` if they lead above the beginning.
  private static func fold(_ parts: [String]) -> [String]? {
    var folded: [String] = []
    for part in parts where part != "." {
      guard part == ".." else {
        folded.append(part)
        continue
      }
      guard folded.popLast() != nil else { return nil }
    }
    return folded
  }
}
