import CoachModel
import Synchronization

/// A cost store in the memory of one process; its contents are lost when the process ends.
public final class InMemoryCostStore: CostStore {
  private struct Detail: Hashable {
    var purpose: String
    var model: String
    /// Empty in the book of people.
    var key = ""
  }

  private typealias Days = [CalendarDay: [Detail: CostFigures]]

  private struct Books {
    // Swift's own equality of texts treats different bytes as the same person.
    var people: [[UInt8]: Days] = [:]
    var service: Days = [:]
  }

  private let books = Mutex(Books())

  /// Creates an empty store.
  public init() {}

  /// Adds figures to what is stored under the same person, day, purpose and model, and to the sums of all people.
  public func add(_ entries: [CostEntry]) {
    books.withLock { books in
      for entry in entries {
        var detail = Detail(purpose: entry.purpose, model: entry.model)
        books.people[Array(entry.person.utf8), default: [:]][entry.day, default: [:]][
          detail, default: CostFigures()] += entry.figures
        detail.key = entry.key
        books.service[entry.day, default: [:]][detail, default: CostFigures()] += entry.figures
      }
    }
  }

  /// Returns the rows that a query asks for, the most expensive first.
  public func costs(_ query: CostQuery) -> [CostRow] {
    guard !query.isUnanswerable else { return [] }
    var sums: [[UInt8]: CostFigures] = [:]
    func take(_ days: Days, of person: [UInt8]) {
      for (day, details) in days
      where query.first.map({ $0 <= day }) ?? true && query.last.map({ day <= $0 }) ?? true {
        for (detail, figures) in details
        where query.key.map({ $0.utf8.elementsEqual(detail.key.utf8) }) ?? true {
          let name =
            switch query.group {
            case .person: person
            case .day: Array(day.description.utf8)
            case .purpose: Array(detail.purpose.utf8)
            case .model: Array(detail.model.utf8)
            case .key: Array(detail.key.utf8)
            }
          sums[name, default: CostFigures()] += figures
        }
      }
    }
    books.withLock { books in
      if let person = query.person.map({ Array($0.utf8) }) {
        take(books.people[person] ?? [:], of: person)
      } else if query.isAboutPeople {
        for (person, days) in books.people { take(days, of: person) }
      } else {
        take(books.service, of: [])
      }
    }
    let after = query.after.map { ($0.nanodollars, Array($0.key.utf8)) }
    let rows = sums.filter { key, figures in
      figures.nanodollars >= query.minimumNanodollars
        && after.map { Self.comes($0, before: (figures.nanodollars, key)) } ?? true
    }.sorted { Self.comes(($0.value.nanodollars, $0.key), before: ($1.value.nanodollars, $1.key)) }
    return rows.prefix(max(0, query.limit)).map {
      CostRow(key: String(decoding: $0.key, as: UTF8.self), figures: $0.value)
    }
  }

  private static func comes(_ left: (Int, [UInt8]), before right: (Int, [UInt8])) -> Bool {
    left.0 != right.0 ? left.0 > right.0 : left.1.lexicographicallyPrecedes(right.1)
  }

  /// Returns who reached a threshold in a period, the highest peak first.
  public func peaks(_ query: CostPeakQuery) -> [CostPeak] {
    let peaks = books.withLock { books in
      books.people.compactMap { person, days in
        Self.peak(of: days, query).map { (person: person, peak: $0) }
      }
    }
    return peaks.sorted {
      Self.comes(($0.peak.nanodollars, $0.person), before: ($1.peak.nanodollars, $1.person))
    }.prefix(max(0, query.limit)).map { person, peak in
      var peak = peak
      peak.person = String(decoding: person, as: UTF8.self)
      return peak
    }
  }

  private static func peak(of days: Days, _ query: CostPeakQuery) -> CostPeak? {
    var peak: CostPeak?
    for last in days.keys where query.first <= last && last <= query.last {
      let first = query.window.first(endingOn: last)
      var sum = CostFigures()
      for (day, details) in days where first <= day && day <= last {
        for figures in details.values { sum += figures }
      }
      guard sum.nanodollars >= query.nanodollars else { continue }
      var found =
        peak ?? CostPeak(person: "", nanodollars: sum.nanodollars, first: last, last: last)
      found.nanodollars = max(found.nanodollars, sum.nanodollars)
      found.first = min(found.first, last)
      found.last = max(found.last, last)
      peak = found
    }
    return peak
  }

  /// Deletes the costs of a person. The sums of all people stay as they are.
  public func forgetCosts(of person: String) {
    books.withLock { books in books.people[Array(person.utf8)] = nil }
  }
}
