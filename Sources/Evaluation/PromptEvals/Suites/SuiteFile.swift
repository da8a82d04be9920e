import Documents
import SourceFiles

/// A suite's file merged with the files that it includes.
///
/// `include: [common.yaml]` adds another file's keys. The suite's own values override included ones, except
/// that lists are concatenated, the included ones first.
struct SuiteFile {
  /// The suite with all that it includes; each value keeps the location in its own file.
  let node: DocumentNode
  /// A digest of the file and of all files that it includes.
  let digest: ContentDigest
  /// The paths of the files that it includes, in the order in which they are read.
  let included: [String]

  private static let deepest = 8

  init(_ file: SourceFile, files: any FileSystem) throws(SourceError) {
    var read: [SourceFile] = []
    node = try Self.read(file, from: files, within: [], read: &read)
    included = read.dropFirst().map(\.path)
    let texts = read.map(\.bytes)
    // The length before each text makes the digest depend on which file holds what.
    digest =
      texts.count == 1
      ? ContentDigest(of: file.bytes)
      : ContentDigest(of: texts.flatMap { Array("\($0.count) ".utf8) + $0 })
  }

  private static func read(
    _ file: SourceFile, from files: any FileSystem, within chain: [String],
    read: inout [SourceFile]
  ) throws(SourceError) -> DocumentNode {
    read.append(file)
    let node = try DocumentNode.parse(file)
    guard case .mapping(let own) = node.content,
      let include = own.first(where: { $0.key == "include" })
    else { return node }
    var entries: [DocumentEntry] = []
    for item in try include.value.list("'include'") {
      let path = try item.string("a file to include").resolved(in: file.path.parentFolder)
      guard !chain.contains(path), path != file.path, chain.count < deepest else {
        throw item.error("suite.include", "'\(path)' includes itself", hint: "leave one out")
      }
      let included: SourceFile
      do throws(SourceError) {
        included = try files.read(path)
      } catch {
        throw item.error(
          "suite.include", error.diagnostics.first?.message ?? "'\(path)' cannot be read",
          hint: error.diagnostics.first?.hint)
      }
      let content = try Self.read(
        included, from: files, within: chain + [file.path], read: &read)
      guard case .mapping(let others) = content.content else {
        throw content.error(.type, "an included file is a mapping")
      }
      entries = join(entries, with: others)
    }
    return node.holding(.mapping(join(entries, with: own.filter { $0.key != "include" })))
  }

  /// Merges two mappings: the second one's values override the first one's, and lists are concatenated.
  private static func join(_ first: [DocumentEntry], with second: [DocumentEntry])
    -> [DocumentEntry]
  {
    var joined = first
    for entry in second {
      guard let at = joined.firstIndex(where: { $0.key == entry.key }) else {
        joined.append(entry)
        continue
      }
      guard case .sequence(let before) = joined[at].value.content,
        case .sequence(let after) = entry.value.content
      else {
        joined[at] = entry
        continue
      }
      joined[at] = entry.holding(entry.value.holding(.sequence(before + after)))
    }
    return joined
  }
}
