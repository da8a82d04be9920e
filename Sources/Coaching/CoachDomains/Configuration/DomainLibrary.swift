public import SourceFiles
import Synchronization

/// The domains of a folder, one file each.
///
/// Files whose names start with an underscore are not domains: `_none.yaml` and `_clinical.yaml` are routing
/// outcomes, `_thresholds.yaml` holds fitted thresholds, and `_router.model` the trained part of the router.
///
/// ```swift
/// let library = try DomainLibrary(folder: "DomainConfigs")
/// for problem in library.diagnostics + library.findings { print(problem) }
/// let career = try library.domain("career")
/// print(career.name, career.starters)
/// // What a turn takes: the domains with a router for them.
/// let set = DomainSet(library)
/// ```
public struct DomainLibrary: Sendable {
  /// The usable domains, sorted by file name.
  public let domains: [DomainConfig]
  /// The routing outcomes for messages that belong to no domain.
  public let outcomes: [RoutingOutcome]
  /// The confidence thresholds for ``DomainRouter``; the built-in ones if the folder has no file for them.
  public let thresholds: RoutingThresholds
  /// The trained part of the router; `nil` if the folder has none.
  package let trainedRouter: TrainedRouter?
  /// The problems of the files that could not be used.
  public let diagnostics: [Diagnostic]
  /// The names, without extension, of broken files whose contents were taken from the last good library.
  public let kept: [String]
  /// The folder the library was read from.
  public let folder: String
  /// Files ending in `.yml`, which are ignored and reported as a finding.
  let unread: [String]
  /// Holds ``router``.
  let trained = DerivedValue()

  /// Reads every `.yaml` file of a folder. Broken files are reported in ``diagnostics``; the others are usable.
  ///
  /// With `lastGood`, a file that is broken now keeps its contents from that library. Throws ``SourceError`` if the
  /// folder cannot be listed.
  public init(
    folder: String, files: any FileSystem = DiskFileSystem(), lastGood: DomainLibrary? = nil
  ) throws(SourceError) {
    self.folder = folder
    let names = try files.names(in: folder)
    unread = names.filter { $0.hasSuffix(".yml") }
    var domains: [DomainConfig] = []
    var outcomes: [RoutingOutcome] = []
    var thresholds: RoutingThresholds?
    var trainedRouter: TrainedRouter?
    var diagnostics: [Diagnostic] = []
    var kept: [String] = []
    for name in names where name.hasSuffix(Self.ending) {
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
    if names.contains(TrainedRouter.fileName) {
      do throws(SourceError) {
        trainedRouter = try TrainedRouter(try files.read("\(folder)/\(TrainedRouter.fileName)"))
      } catch {
        diagnostics += error.diagnostics
        trainedRouter = lastGood?.trainedRouter
      }
    }
    self.domains = domains
    self.trainedRouter = trainedRouter
    self.outcomes = outcomes
    self.thresholds = thresholds ?? RoutingThresholds()
    self.diagnostics = diagnostics
    self.kept = kept
  }

  /// Returns the domain with an id.
  ///
  /// Throws ``SourceError`` with the problems of its file if that is broken, or with a suggestion among the
  /// existing ids if there is no such domain.
  public func domain(_ id: String) throws(SourceError) -> DomainConfig {
    if let domain = domains.first(where: { $0.id == id }) { return domain }
    let broken = diagnostics.filter { $0.location?.file == "\(folder)/\(id)\(Self.ending)" }
    if let error = SourceError(broken) { throw error }
    throw SourceError(
      Diagnostic(
        "domain.unknown", "no domain '\(id)' in \(folder)", hint: domains.map(\.id).hint(for: id)))
  }

  /// Throws all errors of the folder, for a server that must not start without one of its domains.
  public func requireValid() throws(SourceError) { try diagnostics.throwErrors() }

  /// The extension of domain files.
  static let ending = ".yaml"

  /// Returns whether the library reads a file of this name.
  static func includes(_ name: String) -> Bool {
    name.hasSuffix(ending) || name == TrainedRouter.fileName
  }
}

/// A value that is derived from a library when it is first needed, and shared by all copies of the library.
final class DerivedValue: Sendable {
  private let kept = Mutex<(any Sendable)?>(nil)

  /// Returns the kept value, or keeps the one that `make` returns. All callers must ask for the same type.
  func value<Value: Sendable>(_ make: () -> Value) -> Value {
    kept.withLock { kept in
      if let value = kept as? Value { return value }
      let value = make()
      kept = value
      return value
    }
  }
}
