public import CoachModel
public import SourceFiles

extension DutySet {
  /// The number of days after which a law should be looked up again: a year, as that of crisis resources.
  static let lookUpDays = 365

  /// What is probably not meant in files that can be used: places in two files, laws that were looked up long ago, files that
  /// are not read.
  public func findings(on today: CalendarDay) -> [Diagnostic] {
    repeatedPlaces + staleLookUps(on: today) + overlooked
  }

  private var repeatedPlaces: [Diagnostic] {
    var owners: [String: String] = [:]
    return jurisdictions.flatMap { jurisdiction in
      jurisdiction.places.compactMap { place in
        guard let other = owners.updateValue(jurisdiction.id, forKey: place) else { return nil }
        return Diagnostic(
          "duties.place-twice", "'\(place)' is a place of \(other) and of \(jurisdiction.id)",
          severity: .warning, at: location(of: jurisdiction),
          hint: "both apply there; if that is not meant, remove it from one of them")
      }
    }
  }

  private func staleLookUps(on today: CalendarDay) -> [Diagnostic] {
    jurisdictions.compactMap { jurisdiction in
      let date = jurisdiction.lookedUp.date
      let problem: (text: String, hint: String)
      if date > today {
        problem = (", which is in the future", "write the day on which the pages were read")
      } else if date.adding(days: Self.lookUpDays) < today {
        problem = ("", "read it again, and change 'looked_up'")
      } else {
        return nil
      }
      return Diagnostic(
        "duties.looked-up",
        "the law of \(jurisdiction.name) was last looked up on \(date)\(problem.text)",
        severity: .warning, at: jurisdiction.lookedUp.location ?? location(of: jurisdiction),
        hint: problem.hint)
    }
  }

  private var overlooked: [Diagnostic] {
    unread.map { name in
      Diagnostic(
        "duties.file-name", "'\(folder ?? "")/\(name)' is ignored", severity: .warning,
        hint: "name the file '\(name.dropLast(4))\(JurisdictionDuties.ending)'")
    }
  }

  private func location(of jurisdiction: JurisdictionDuties) -> FileLocation? {
    folder.map {
      FileLocation(
        file: "\($0)/\(jurisdiction.id)\(JurisdictionDuties.ending)", line: 1, column: 1)
    }
  }
}
