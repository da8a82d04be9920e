import Documents
public import SourceFiles

/// The file `prompts.lock` of a prompt folder, which holds the digests of released versions.
///
/// A version that people have talked with must not change, or comparisons between versions lose their meaning. The
/// digest covers the version's own text and every partial it includes. The partials have digests of their own, so that
/// a change to one of them is not blamed on the prompts that include it.
public struct PromptLock: Sendable, Hashable {
  /// The digests in hexadecimal, by `name@version`.
  public var digests: [String: String] = [:]
  /// The digests of the partials alone, in hexadecimal, by the name that prompts include, such as `tone.v3`.
  public var partials: [String: String] = [:]
  private var locations: [String: Diagnostic] = [:]

  /// The name of the file inside a prompt folder.
  public static let fileName = "prompts.lock"

  /// Creates an empty lock.
  public init() {}

  /// Reads `prompts.lock`.
  ///
  /// Throws ``SourceError`` with the location of the first value that is not a digest.
  public init(_ file: SourceFile) throws(SourceError) {
    for entry in try MappingReader(try DocumentNode.parse(file), "the lock").entries {
      let digest = try entry.value.string("'\(entry.key)'")
      guard digest.utf8.count == 64, digest.allSatisfy(\.isHexDigit) else {
        throw entry.value.error(
          "lock.digest", "this is not a digest", hint: "write it with 'coachkit prompts lock'")
      }
      if entry.key.hasPrefix("_") {
        partials[String(entry.key.dropFirst())] = digest.lowercased()
        continue
      }
      digests[entry.key] = digest.lowercased()
      locations[entry.key] = Diagnostic(
        "lock.missing", "'\(entry.key)' is locked, and its file is gone", at: entry.location,
        excerpt: file.excerpt(at: entry.location),
        hint: "bring the file back; people have talked with this version")
    }
  }

  /// Returns a problem for each locked version that no longer exists.
  func missing(from existing: Set<String>) -> [Diagnostic] {
    digests.keys.sorted().filter { !existing.contains($0) }.compactMap { locations[$0] }
  }

  /// The content of the file for writing it back, sorted by reference.
  public var text: String {
    let named = partials.map { ("_\($0.key)", $0.value) } + digests.map { ($0.key, $0.value) }
    let lines = named.sorted { $0.0 < $1.0 }.map { "\($0.0): \"\($0.1)\"" }
    let head =
      "# Digests of released prompts with their partials. Written by 'coachkit prompts lock'."
    return ([head] + lines).joined(separator: "\n") + "\n"
  }
}
