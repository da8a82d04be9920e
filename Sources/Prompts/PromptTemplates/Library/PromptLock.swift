import Documents
public import SourceFiles

/// The file `prompts.lock` of a prompt folder, which holds the digests of released versions.
///
/// A version that people have talked with must not change, or comparisons between versions lose their meaning. The
/// digest covers the version's own text and every partial it includes.
public struct PromptLock: Sendable, Hashable {
  /// The digests in hexadecimal, by `name@version`.
  public var digests: [String: String] = [:]
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
      digests[entry.key] = digest.lowercased()
      locations[entry.key] = Diagnostic(
        "lock.missing", "'\(entry.key)' is locked, and its file is gone", at: entry.location,
        excerpt: file.excerpt(at: entry.location),
        hint: "bring the file back; people have talked with this version")
    }
  }

  /// Returns the problem of a version whose digest differs from the locked one; nil if it matches or is not locked.
  func problem(with template: PromptTemplate, _ digest: ContentDigest) -> Diagnostic? {
    guard let locked = digests[template.reference], locked != digest.hexadecimal else { return nil }
    return Diagnostic(
      "lock.changed", "\(template.reference) is released and has changed since",
      in: template.file, at: 0,
      hint: "put the change into a new version; if this one has not been released, run 'coachkit"
        + " prompts lock --again \(template.reference)'")
  }

  /// Returns a problem for each locked version that no longer exists.
  func missing(from existing: Set<String>) -> [Diagnostic] {
    digests.keys.sorted().filter { !existing.contains($0) }.compactMap { locations[$0] }
  }

  /// The content of the file for writing it back, sorted by reference.
  public var text: String {
    let lines = digests.sorted { $0.key < $1.key }.map { "\($0.key): \"\($0.value)\"" }
    let head =
      "# Digests of released prompts with their partials. Written by 'coachkit prompts lock'."
    return ([head] + lines).joined(separator: "\n") + "\n"
  }
}
