public import SourceFiles

/// All domains of a folder. A new file is a new domain.
public struct DomainLibrary: Sendable {
  /// The domains that can be used, by id.
  public let domains: [DomainConfig]
  /// What is wrong with the others.
  public let diagnostics: [Diagnostic]
  /// The folder they were read from.
  public let folder: String

  /// Reads every `.yaml` file of a folder. Broken files are listed, the others can be used.
  ///
  /// Throws ``SourceError`` when there is no such folder.
  public init(folder: String, files: any FileSystem = LocalFileSystem()) throws(SourceError) {
    self.folder = folder
    (domains, diagnostics) = try files.readAll(in: folder, suffix: ".yaml") {
      file throws(SourceError) in try DomainConfig(file)
    }
  }

  /// The domain with an id. Throws ``SourceError`` with what is wrong with its file, or with the
  /// ids that exist.
  public func domain(_ id: String) throws(SourceError) -> DomainConfig {
    if let domain = domains.first(where: { $0.id == id }) { return domain }
    let broken = diagnostics.filter { $0.location?.file == "\(folder)/\(id).yaml" }
    if let error = SourceError(broken) { throw error }
    throw SourceError(
      Diagnostic(
        "domain.unknown", "no domain '\(id)' in \(folder)", hint: domains.map(\.id).hint(for: id)))
  }
}
