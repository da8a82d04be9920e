public import SourceFiles

/// All domains of a folder. A new file is a new domain.
///
/// A name that begins with an underscore is no domain: `_none.yaml` and `_clinical.yaml` are outcomes of routing,
/// `_thresholds.yaml` is what was fitted.
public struct DomainLibrary: Sendable {
  /// The domains that can be used, by id.
  public let domains: [DomainConfig]
  /// What messages can be recognised as beside them.
  public let outcomes: [RoutingOutcome]
  /// What the router decides by.
  public let thresholds: RoutingThresholds
  /// What is wrong with the others.
  public let diagnostics: [Diagnostic]
  /// Domains and outcomes that stand as they were because their files are broken now.
  public let kept: [String]
  /// The folder they were read from.
  public let folder: String
  /// Files whose ending is nearly the one that is read.
  let unread: [String]

  /// Reads every `.yaml` file of a folder. Broken files are listed, the others can be used.
  ///
  /// With `lastGood`, what is broken now stays as it was then. Throws ``SourceError`` when there is no such folder.
  public init(
    folder: String, files: any FileSystem = LocalFileSystem(), lastGood: DomainLibrary? = nil
  ) throws(SourceError) {
    self.folder = folder
    let names = try files.names(in: folder)
    unread = names.filter { $0.hasSuffix(".yml") }
    var domains: [DomainConfig] = []
    var outcomes: [RoutingOutcome] = []
    var thresholds: RoutingThresholds?
    var diagnostics: [Diagnostic] = []
    var kept: [String] = []
    for name in names where Self.includes(name) {
      let stem = String(name.dropLast(Self.ending.count))
      do throws(SourceError) {
        let file = try files.read("\(folder)/\(name)")
        switch stem {
        case RoutingThresholds.fileStem: thresholds = try RoutingThresholds(file)
        case _ where stem.hasPrefix("_"): outcomes.append(try RoutingOutcome(file))
        default: domains.append(try DomainConfig(file))
        }
      } catch {
        diagnostics += error.diagnostics
        if let domain = lastGood?.domains.first(where: { $0.id == stem }) {
          domains.append(domain)
          kept.append(stem)
        }
        if let outcome = lastGood?.outcomes.first(where: { $0.kind.fileName == name }) {
          outcomes.append(outcome)
          kept.append(stem)
        }
        if stem == RoutingThresholds.fileStem, let lastGood {
          thresholds = lastGood.thresholds
          kept.append(stem)
        }
      }
    }
    self.domains = domains
    self.outcomes = outcomes
    self.thresholds = thresholds ?? RoutingThresholds()
    self.diagnostics = diagnostics
    self.kept = kept
  }

  /// The domain with an id. Throws ``SourceError`` with what is wrong with its file, or with the
  /// ids that exist.
  public func domain(_ id: String) throws(SourceError) -> DomainConfig {
    if let domain = domains.first(where: { $0.id == id }) { return domain }
    let broken = diagnostics.filter { $0.location?.file == "\(folder)/\(id)\(Self.ending)" }
    if let error = SourceError(broken) { throw error }
    throw SourceError(
      Diagnostic(
        "domain.unknown", "no domain '\(id)' in \(folder)", hint: domains.map(\.id).hint(for: id)))
  }

  /// What the files of domains end in.
  static let ending = ".yaml"

  /// Whether a file of the folder matters to the library.
  static func includes(_ name: String) -> Bool { name.hasSuffix(ending) }
}
