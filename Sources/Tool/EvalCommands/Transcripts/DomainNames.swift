import CoachDomains
import CommandLineSupport
import PromptEvals
import SourceFiles

/// The domains that transcripts can be about.
enum DomainNames {
  /// Returns the ids of the domains in a folder; nil if there are none, so that names cannot be checked.
  static func read(_ folder: String) throws -> [String]? {
    let disk = DiskFileSystem()
    guard disk.kind(of: folder) == .folder else { return nil }
    let library = try DomainLibrary(folder: folder, files: disk)
    // A broken file still defines a domain; 'domains check' reports what is wrong with it.
    let broken = library.diagnostics.compactMap { $0.location?.file.fileName }
      .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(".yaml".count)) }
    let ids = Set(library.domains.map(\.id) + broken)
    return ids.isEmpty ? nil : ids.sorted()
  }

  /// Returns a note for names that could not be checked.
  static func note(_ names: [String], in folder: String) -> String {
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    let verb = names.count == 1 ? "is a domain" : "are domains"
    return "note: there are no domains in '\(folder)', so it was not checked that \(list) \(verb)"
      .printable
  }
}
