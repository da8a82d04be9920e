public import SafetyRules
public import CoachModel
import SourceFiles

/// Who helps, by country: the only place that numbers in a crisis reply come from.
public struct ResourceTable: Sendable {
  /// A line of help with all its languages.
  struct Entry: Sendable {
    var name: String
    var contact: LocalizedText
    var kinds: [ResourceKind]
    var note: LocalizedText
    var sources: [String]
    var checked: CalendarDay
  }

  /// The emergency services of a country.
  struct Emergency: Sendable {
    var numbers: [String]
    var sources: [String]
    var checked: CalendarDay
  }

  /// A country.
  struct Region: Sendable {
    var emergency: Emergency
    var entries: [Entry]
  }

  /// An entry that was not compared with its sources for too long.
  public struct Overdue: Sendable, Hashable {
    /// The country.
    public var region: String
    /// The service; nil for the emergency numbers.
    public var name: String?
    /// The day of the last check.
    public var checked: CalendarDay
    /// Where its number was read.
    public var sources: [String]
  }

  /// The most resources that a reply gets: a longer list is read by nobody who needs it.
  public static let maximumResources = 4
  /// How long a check holds, in days.
  public static let daysBetweenChecks = 365

  let table: [String: Region]

  /// The resources that this version knows.
  public static let builtIn: ResourceTable = {
    let file = embeddedFiles.file("Resources/resources.yaml")
    // Unreadable data would be found by this module's tests.
    return (try? ResourceTable(file)) ?? ResourceTable(table: [:])
  }()

  init(table: [String: Region]) {
    self.table = table
  }

  /// The countries that it knows, in order (ISO 3166-1 alpha-2).
  public var regions: [String] { table.keys.sorted() }

  /// The help that fits, the best first, at most ``maximumResources``.
  ///
  /// Each category gets its best line before any gets a second one. Without a category it is help to talk.
  /// A country that is not known, or none, gives nothing: a number that does not work where someone is costs
  /// the courage of the one call they make.
  public func resources(
    for region: String?, categories: [CrisisCategory], language: String
  ) -> [CrisisResource] {
    guard let region = known(region) else { return [] }
    var chosen: [Int] = []
    let wanted = (categories.isEmpty ? [.acuteDistress] : categories).map { category in
      region.ranking(by: category.fittingKinds)
    }
    // Round after round, the next line of each category.
    let rounds = wanted.map(\.count).max() ?? 0
    for round in 0..<rounds {
      for ranking in wanted where round < ranking.count && !chosen.contains(ranking[round]) {
        chosen.append(ranking[round])
      }
    }
    return chosen.prefix(Self.maximumResources).map { region.entries[$0].resource(in: language) }
  }

  /// The number to call when it is happening now; nil where the country is not known.
  public func emergencyNumber(_ region: String?) -> String? { emergencyNumbers(region).first }

  /// All numbers of the emergency services, the one to name first at the beginning.
  public func emergencyNumbers(_ region: String?) -> [String] {
    known(region)?.emergency.numbers ?? []
  }

  /// What was last checked more than ``daysBetweenChecks`` days before a day, by country.
  public func overdue(on day: CalendarDay) -> [Overdue] {
    regions.flatMap { name -> [Overdue] in
      guard let region = table[name] else { return [] }
      let emergency = region.emergency
      let all =
        [
          Overdue(
            region: name, name: nil, checked: emergency.checked, sources: emergency.sources)
        ]
        + region.entries.map {
          Overdue(region: name, name: $0.name, checked: $0.checked, sources: $0.sources)
        }
      return all.filter { day.number - $0.checked.number > Self.daysBetweenChecks }
    }
  }

  /// Upper and lower case are the same country, and so is what its people call it; anything else than two letters is
  /// none.
  private func known(_ region: String?) -> Region? {
    guard let code = region?.uppercased() else { return nil }
    return table[code == "UK" ? "GB" : code]
  }
}

extension ResourceTable.Region {
  /// The positions of the entries that are of one of the kinds, by the place of the kind and then as listed.
  fileprivate func ranking(by kinds: [ResourceKind]) -> [Int] {
    kinds.reduce(into: []) { ranking, kind in
      for (position, entry) in entries.enumerated()
      where entry.kinds.first == kind && !ranking.contains(position) {
        ranking.append(position)
      }
      for (position, entry) in entries.enumerated()
      where entry.kinds.contains(kind) && !ranking.contains(position) {
        ranking.append(position)
      }
    }
  }
}

extension ResourceTable.Entry {
  fileprivate func resource(in language: String) -> CrisisResource {
    CrisisResource(
      name: name, contact: contact.text(in: language), note: note.text(in: language), kinds: kinds)
  }
}
