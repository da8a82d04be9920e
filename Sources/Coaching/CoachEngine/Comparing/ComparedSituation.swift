import CoachModel

/// One of the situations in which versions of a prompt are compared.
package struct ComparedSituation: Sendable, Hashable {
  /// A place in the course of a conversation.
  package enum Moment: Sendable, Hashable {
    /// The prompt depends on no conversation.
    case alone
    /// The coach speaks first.
    case opening
    /// The coach message with this number, counted from 1, is to be written.
    case message(Int)
  }

  /// The person's id.
  package var person: String
  /// The domain's id; nil if the prompt takes none, or the caller has named one.
  package var domain: String?
  package var moment: Moment
  /// The input that has another value than in the same situation without it, such as `concern` or `kind: event`; nil if
  /// none has.
  package var addition: String?
}

extension ComparedSituation {
  /// The person and, where domains are compared, the domain.
  var who: String { domain.map { "\(person) (\($0))" } ?? person }
}

/// Situations in a few words, such as `messages 9–10 (insight)` for `everyone`.
package struct SituationSummary: Sendable, Hashable {
  package struct Line: Sendable, Hashable {
    /// The places in the conversation; empty if the prompt depends on none.
    package var moments: String
    /// The people.
    package var people: String
    package var situations: [ComparedSituation]

    /// Both together.
    package var text: String {
      moments.isEmpty ? "for \(people)" : "\(moments), for \(people)"
    }
  }

  package private(set) var lines: [Line] = []

  /// Sums up some of all compared situations.
  ///
  /// - Parameter hasPhases: Whether the phases of discovery are named beside the numbers of messages.
  package init(_ some: [ComparedSituation], of all: [ComparedSituation], hasPhases: Bool) {
    let plain = some.filter { $0.addition == nil }
    let everyone = Set(all.map(\.who))
    var groups: [(moments: [ComparedSituation.Moment], people: [String])] = []
    for person in plain.map(\.who).unique {
      let moments = plain.filter { $0.who == person }.map(\.moment)
      if let position = groups.firstIndex(where: { $0.moments == moments }) {
        groups[position].people.append(person)
      } else {
        groups.append((moments, [person]))
      }
    }
    lines = groups.map { group in
      Line(
        moments: Self.words(group.moments, hasPhases: hasPhases),
        people: Set(group.people) == everyone && everyone.count > 1
          ? "everyone" : group.people.joined(separator: ", "),
        situations: plain.filter { group.people.contains($0.who) })
    }
    // What also holds without the other value is not said again.
    let known = Set(plain.map { [$0.who, "\($0.moment)"] })
    let rest = some.filter { $0.addition != nil && !known.contains([$0.who, "\($0.moment)"]) }
    for addition in rest.compactMap(\.addition).unique {
      let own = rest.filter { $0.addition == addition }
      for person in own.map(\.who).unique {
        let situations = own.filter { $0.who == person }
        let moments = Self.words(situations.map(\.moment), hasPhases: hasPhases)
        lines.append(
          Line(
            moments: moments.isEmpty ? "with \(addition)" : "\(moments) with \(addition)",
            people: person, situations: situations))
      }
    }
  }

  private static func words(_ moments: [ComparedSituation.Moment], hasPhases: Bool) -> String {
    var words = moments.contains(.opening) ? ["opening"] : []
    let numbers = moments.compactMap { moment in
      if case .message(let number) = moment { number } else { nil }
    }.sorted()
    var position = 0
    while position < numbers.count {
      var end = position
      while end + 1 < numbers.count, numbers[end + 1] == numbers[end] + 1 { end += 1 }
      words.append(range(numbers[position], numbers[end], hasPhases: hasPhases))
      position = end + 1
    }
    return words.joined(separator: ", ")
  }

  private static func range(_ first: Int, _ last: Int, hasPhases: Bool) -> String {
    let range = first == last ? "message \(first)" : "messages \(first)–\(last)"
    guard hasPhases else { return range }
    let phases = [first, last].map { DiscoveryCourse.phase(ofMessage: $0).rawValue }.unique
    return "\(range) (\(phases.joined(separator: " to ")))"
  }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in order.
  fileprivate var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
