public import CoachModel
public import SourceFiles

/// The duties of a folder, one file for each jurisdiction.
///
/// ```swift
/// let set = try DutySet(folder: "Duties")
/// for problem in set.diagnostics { print(problem) }
/// let duties = set.duties(in: "US-NY", age: .adult, zone: nil)
/// print(duties.jurisdictions.map(\.law))
/// ```
public struct DutySet: Sendable {
  /// The usable files, sorted by id.
  public let jurisdictions: [JurisdictionDuties]
  /// The problems of the files that could not be used.
  public let diagnostics: [Diagnostic]
  /// The ids of broken files whose contents were taken from the last good set.
  public let kept: [String]
  /// The folder the set was read from; `nil` for a set of values.
  public let folder: String?
  /// Files ending in `.yml`, which are ignored and reported as a finding.
  let unread: [String]

  /// Creates a set of values; by default an empty one, with which nobody has any duties.
  public init(_ jurisdictions: [JurisdictionDuties] = []) {
    self.jurisdictions = jurisdictions.sorted { $0.id < $1.id }
    (diagnostics, kept, folder, unread) = ([], [], nil, [])
  }

  /// Reads every `.yaml` file of a folder. Broken files are reported in ``diagnostics``; the others are usable.
  ///
  /// With `lastGood`, a file that is broken now keeps its contents from that set. Throws ``SourceError`` if the folder cannot
  /// be listed.
  public init(
    folder: String, files: any FileSystem = DiskFileSystem(), lastGood: DutySet? = nil
  ) throws(SourceError) {
    let names = try files.names(in: folder)
    var jurisdictions: [JurisdictionDuties] = []
    var diagnostics: [Diagnostic] = []
    var kept: [String] = []
    for name in names where name.hasSuffix(JurisdictionDuties.ending) {
      do throws(SourceError) {
        jurisdictions.append(try JurisdictionDuties(try files.read("\(folder)/\(name)")))
      } catch {
        diagnostics += error.diagnostics
        let stem = name.dropLast(JurisdictionDuties.ending.count)
        guard let known = lastGood?.jurisdictions.first(where: { $0.id == stem }) else { continue }
        jurisdictions.append(known)
        kept.append(known.id)
      }
    }
    self.jurisdictions = jurisdictions.sorted { $0.id < $1.id }
    self.diagnostics = diagnostics
    self.kept = kept
    self.folder = folder
    unread = names.filter { $0.hasSuffix(".yml") }
  }

  /// Whether there are no duties towards anybody.
  public var isEmpty: Bool { jurisdictions.isEmpty }

  /// Throws all errors of the folder, for a server that must not start without one of its files.
  public func requireValid() throws(SourceError) { try diagnostics.throwErrors() }

  /// Returns the duties in a file.
  ///
  /// Throws ``SourceError`` with the problems of the file if that is broken, or with a suggestion among the existing ids if
  /// there is no such file.
  public func jurisdiction(_ id: String) throws(SourceError) -> JurisdictionDuties {
    if let found = jurisdictions.first(where: { $0.id == id }) { return found }
    let path = "\(folder ?? "")/\(id)\(JurisdictionDuties.ending)"
    try diagnostics.filter { $0.location?.file == path }.throwErrors()
    throw SourceError(
      Diagnostic(
        "duties.unknown", "there are no duties of '\(id)'",
        hint: jurisdictions.map(\.id).hint(for: id)))
  }

  /// Returns the duties towards a person in a place, which is the code of a country or of a part of one, such as `US-CA`.
  ///
  /// A place that no file covers has no duties, and neither has a place that is not known.
  ///
  /// - Parameter zone: The person's time zone; `nil` if it is not known.
  public func duties(in place: String?, age: AgeGroup, zone: TimeZoneRules?) -> PersonDuties {
    let code = place.flatMap { Person.jurisdictionCode($0) }
    return PersonDuties(
      code.map { code in jurisdictions.filter { $0.applies(in: code) } } ?? [], age: age,
      zone: zone)
  }
}
