public import CoachModel
public import SourceFiles

/// What the laws of one jurisdiction ask of a companion chatbot: the contents of a file such as `Duties/us-ny.yaml`.
///
/// A file is a reading of a law on a day, with the sections; it is no legal advice. Code knows no jurisdiction, so a
/// new one is a new file.
public struct JurisdictionDuties: Sendable, Hashable {
  /// When and where the law was looked up.
  public struct LookUp: Sendable, Hashable {
    /// What was read of a law. The raw values are the words of files.
    public enum Reading: String, Sendable, Hashable, CaseIterable {
      /// The text of the law, or a copy of it.
      case text
      /// Only pages about the law.
      case summary
    }

    /// The day.
    public var date: CalendarDay
    /// What was read.
    public var seen: Reading
    /// The web addresses of the pages.
    public var pages: [String]
    /// What no page with the text of the law confirms, in sentences for operators and their lawyers.
    public var unverified: [String]

    /// The location of the day in the file; `nil` for a look-up that is from none.
    public internal(set) var location: FileLocation?

    /// Creates a look-up, by default one in which nothing but summaries was read.
    public init(
      date: CalendarDay, seen: Reading = .summary, pages: [String], unverified: [String] = []
    ) {
      self.date = date
      self.seen = seen
      self.pages = pages
      self.unverified = unverified
    }
  }

  /// The id: the name of the file without its ending, such as `us-ny`.
  public var id: String
  /// The name in English, for operators.
  public var name: String
  /// The places in which the law holds, as codes of ISO 3166 such as `DE` or `US-NY`. A country includes its parts.
  public var places: [String]
  /// The time zone whose days count for people whose own is not known; `nil` for UTC.
  public var timeZone: TimeZoneRules?
  /// When and where the law was looked up.
  public var lookedUp: LookUp
  /// The name of the law and its citation.
  public var law: String
  /// The first day on which the law is in force.
  public var from: CalendarDay
  /// The notices that people are given.
  public var notices: [NoticeDuty]
  /// What the operator's protocol for crises covers; `nil` if the law asks for none.
  public var crisisProtocol: ProtocolDuty?
  /// What the law forbids towards minors.
  public var minors: [MinorDuty]
  /// The report that is due regularly; `nil` if the law asks for none.
  public var report: ReportDuty?
  /// What the product has to do, because this toolkit cannot.
  public var appDuties: [AppDuty]

  /// Creates the duties of a jurisdiction in which nothing is due yet.
  public init(
    id: String, name: String, places: [String], lookedUp: LookUp, law: String, from: CalendarDay,
    timeZone: TimeZoneRules? = nil
  ) {
    self.id = id
    self.name = name
    self.places = places
    self.lookedUp = lookedUp
    self.law = law
    self.from = from
    self.timeZone = timeZone
    notices = []
    minors = []
    appDuties = []
  }

  /// Returns whether the law holds in a place: one of ``places``, or a part of it.
  public func applies(in place: String) -> Bool {
    places.contains { place == $0 || place.hasPrefix("\($0)-") }
  }
}
