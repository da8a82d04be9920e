/// A glob pattern for paths, such as `transcripts/**/*.yaml`.
///
/// `*` matches any run of characters within one name, `?` one character, and `**` any number of folders, including
/// none. A pattern without wildcards matches one path.
package struct PathPattern: Sendable, Hashable {
  private let parts: [String]
  private let isAbsolute: Bool

  package init(_ text: String) {
    isAbsolute = text.hasPrefix("/")
    parts = text.split(separator: "/").map(String.init).filter { $0 != "." }
  }

  /// Returns whether the text contains a wildcard.
  package static func isPattern(_ text: String) -> Bool {
    text.contains { $0 == "*" || $0 == "?" }
  }

  /// Returns the matching files, sorted; folders are searched but not returned.
  package func paths(in files: any FileSystem) -> [String] {
    var found: Set<String> = []
    find(parts[...], below: isAbsolute ? "/" : "", in: files, into: &found)
    return found.sorted()
  }

  private func find(
    _ parts: ArraySlice<String>, below folder: String, in files: any FileSystem,
    into found: inout Set<String>
  ) {
    guard let part = parts.first else {
      if files.kind(of: folder) == .file { found.insert(folder) }
      return
    }
    let rest = parts.dropFirst()
    if part == "**" {
      find(rest, below: folder, in: files, into: &found)
      for name in names(in: folder, of: files) {
        let path = Self.join(folder, name)
        if files.kind(of: path) == .folder { find(parts, below: path, in: files, into: &found) }
      }
    } else if Self.isPattern(part) {
      let pattern = Array(part)
      for name in names(in: folder, of: files) where Self.matches(pattern[...], Array(name)[...]) {
        find(rest, below: Self.join(folder, name), in: files, into: &found)
      }
    } else {
      find(rest, below: Self.join(folder, part), in: files, into: &found)
    }
  }

  private func names(in folder: String, of files: any FileSystem) -> [String] {
    (try? files.names(in: folder.isEmpty ? "." : folder)) ?? []
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty || folder == "/" ? folder + name : "\(folder)/\(name)"
  }

  private static func matches(
    _ pattern: ArraySlice<Character>, _ name: ArraySlice<Character>
  ) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    if first == "*" {
      let rest = pattern.dropFirst()
      return (name.startIndex...name.endIndex).contains { matches(rest, name[$0...]) }
    }
    guard let character = name.first, first == "?" || first == character else { return false }
    return matches(pattern.dropFirst(), name.dropFirst())
  }
}

extension String {
  /// Returns the path resolved against a folder: `../x` in `a/b` is `a/x`. An absolute path is returned unchanged.
  package func resolved(in folder: String) -> String {
    guard !hasPrefix("/"), folder != "." else { return self }
    var parts = folder.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for part in split(separator: "/") {
      if part == "..", parts == [""] {
        // The parent of the root is the root.
        continue
      } else if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != "." {
        parts.append(String(part))
      }
    }
    if parts == [""] { return "/" }
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}
