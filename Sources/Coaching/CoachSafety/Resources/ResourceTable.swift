public import CoachModel
public import SafetyRules
import SourceFiles

/// Crisis resources and emergency numbers by country: the only source of numbers in a crisis reply.
///
/// ```swift
/// let table = ResourceTable.builtIn
/// let resources = table.resources(for: "US", categories: [.suicidalThoughts], language: "en")
/// for resource in resources {
///   print("\(resource.name): \(resource.contact) (\(resource.note))")
/// }
/// if let number = table.emergencyNumber("US") { print("Emergency: \(number)") }
/// ```
public struct ResourceTable: Sendable {
  /// A resource in all its languages.
  struct Entry: Sendable {
    var name: String
    var contact: LocalizedText
    /// What can be opened with a tap; the texts of labels by language.
    var links: [Link]
    var kinds: [ResourceKind]
    var note: LocalizedText
    /// Whether calls to it do not appear on the bill.
    var isUntraced: Bool
    var sources: [String]
    var checked: CalendarDay
  }

  struct Link: Sendable {
    var kind: ContactLink.Kind
    var label: LocalizedText?
    var url: String
  }

  struct Emergency: Sendable {
    var numbers: [String]
    var sources: [String]
    var checked: CalendarDay
  }

  struct Region: Sendable {
    var emergency: Emergency
    var entries: [Entry]
  }

  /// An entry whose last check against its sources is too long ago.
  public struct Overdue: Sendable, Hashable {
    /// The country (ISO 3166-1 alpha-2).
    public var region: String
    /// The name of the resource; `nil` for the emergency numbers.
    public var name: String?
    /// The day of the last check.
    public var checked: CalendarDay
    /// The web addresses that the number was taken from.
    public var sources: [String]
  }

  /// The maximum number of resources for a reply; people in need of help do not read a longer list.
  public static let maximumResources = 4
  /// How long a check remains valid, in days.
  public static let daysBetweenChecks = 365

  let table: [String: Region]

  /// The resources built into this version of the package.
  public static let builtIn: ResourceTable = {
    let file = embeddedFiles.file("Resources/resources.yaml")
    // The tests of this module fail if the data cannot be read.
    return (try? ResourceTable(file)) ?? ResourceTable(table: [:])
  }()

  init(table: [String: Region]) {
    self.table = table
  }

  /// The countries with resources (ISO 3166-1 alpha-2), sorted; others may have an emergency number.
  public var regions: [String] { table.filter { !$0.value.entries.isEmpty }.keys.sorted() }

  /// Returns the resources that fit, the best first, at most ``maximumResources``.
  ///
  /// Each category gets its best resource before any category gets a second one. Without categories, the resources
  /// for acute distress are returned. Circumstances change the order: a child is shown a children's line first, and
  /// somebody whose phone is read a line that leaves no trace on the bill. An unknown or missing country yields no
  /// resources: a number that does not work where someone is may cost the one call that they find the courage to make.
  public func resources(
    for region: String?, categories: [CrisisCategory], circumstances: [CrisisCircumstance] = [],
    language: String
  ) -> [CrisisResource] {
    guard let region = known(region) else { return [] }
    var chosen: [Int] = []
    let isChild = circumstances.contains(.child)
    let wanted = (categories.isEmpty ? [.acuteDistress] : categories).map { category in
      region.ranking(
        by: isChild ? category.kindsForChildren : category.fittingKinds,
        untracedFirst: circumstances.contains(.watched))
    }
    // Round after round, the next line of each category.
    let rounds = wanted.map(\.count).max() ?? 0
    for round in 0..<rounds {
      for ranking in wanted where round < ranking.count && !chosen.contains(ranking[round]) {
        chosen.append(ranking[round])
      }
    }
    if isChild {
      // Further lines of that kind are for adults who worry.
      let lines = chosen.filter { region.entries[$0].kinds.first == .child }
      chosen.removeAll { lines.dropFirst().contains($0) }
    }
    return chosen.prefix(Self.maximumResources).map { region.entries[$0].resource(in: language) }
  }

  /// Returns the emergency number to call first, or `nil` if the country is unknown.
  public func emergencyNumber(_ region: String?) -> String? { emergencyNumbers(region).first }

  /// Returns all emergency numbers of a country, the one to call first at the beginning; empty if it is unknown.
  public func emergencyNumbers(_ region: String?) -> [String] {
    known(region)?.emergency.numbers ?? []
  }

  /// Returns the entries last checked more than ``daysBetweenChecks`` days before the given day, by country.
  public func overdue(on day: CalendarDay) -> [Overdue] {
    table.keys.sorted().flatMap { name -> [Overdue] in
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

  /// Returns the region of a country code, ignoring case; `UK` is accepted for `GB`.
  private func known(_ region: String?) -> Region? {
    guard let code = region?.uppercased() else { return nil }
    return table[code == "UK" ? "GB" : code]
  }
}

extension ResourceTable.Region {
  /// Returns the positions of the entries of the given kinds: for each kind those with it as primary kind first, and of these
  /// those that leave no trace if that is asked for.
  fileprivate func ranking(by kinds: [ResourceKind], untracedFirst: Bool) -> [Int] {
    var ranking: [Int] = []
    func append(where fits: (ResourceTable.Entry) -> Bool) {
      for (position, entry) in entries.enumerated() where fits(entry) && !ranking.contains(position)
      {
        ranking.append(position)
      }
    }
    for kind in kinds {
      if untracedFirst { append { $0.isUntraced && $0.kinds.contains(kind) } }
      append { $0.kinds.first == kind }
      append { $0.kinds.contains(kind) }
    }
    return ranking
  }
}

extension ResourceTable.Entry {
  /// Returns the resource in a language.
  func resource(in language: String) -> CrisisResource {
    CrisisResource(
      name: name, contact: contact.text(in: language), note: note.text(in: language), kinds: kinds,
      links: links.map {
        ContactLink(kind: $0.kind, label: $0.label?.text(in: language), url: $0.url)
      })
  }
}
