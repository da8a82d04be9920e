import CoachModel
import Synchronization

/// A cost store in the memory of one process; its contents are lost when the process ends.
public final class InMemoryCostStore: CostStore {
  private struct Key: Hashable {
    // Swift's own equality of texts treats different bytes as the same person.
    var person: [UInt8]
    var day: CalendarDay
    var purpose: String
    var model: String

    func name(of group: CostQuery.Group) -> [UInt8] {
      switch group {
      case .person: person
      case .day: Array(day.description.utf8)
      case .purpose: Array(purpose.utf8)
      case .model: Array(model.utf8)
      }
    }
  }

  private let figures = Mutex<[Key: CostFigures]>([:])

  /// Creates an empty store.
  public init() {}

  /// Adds figures to what is stored under the same person, day, purpose and model.
  public func add(_ entries: [CostEntry]) {
    figures.withLock { figures in
      for entry in entries {
        let key = Key(
          person: Array(entry.person.utf8), day: entry.day, purpose: entry.purpose,
          model: entry.model)
        figures[key, default: CostFigures()] += entry.figures
      }
    }
  }

  /// Returns the rows that a query asks for, the most expensive first.
  public func costs(_ query: CostQuery) -> [CostRow] {
    let person = query.person.map { Array($0.utf8) }
    var sums: [[UInt8]: CostFigures] = [:]
    figures.withLock { figures in
      for (key, value) in figures
      where person.map({ $0 == key.person }) ?? true && query.first.map({ $0 <= key.day }) ?? true
        && query.last.map({ key.day <= $0 }) ?? true
      {
        sums[key.name(of: query.group), default: CostFigures()] += value
      }
    }
    let rows = sums.filter { $0.value.nanodollars >= query.minimumNanodollars }
      .sorted { left, right in
        left.value.nanodollars != right.value.nanodollars
          ? left.value.nanodollars > right.value.nanodollars
          : left.key.lexicographicallyPrecedes(right.key)
      }
    return rows.prefix(max(0, query.limit)).map {
      CostRow(key: String(decoding: $0.key, as: UTF8.self), figures: $0.value)
    }
  }

  /// Deletes the costs of a person.
  public func forgetCosts(of person: String) {
    let person = Array(person.utf8)
    figures.withLock { figures in figures = figures.filter { $0.key.person != person } }
  }
}
