import Documents
import SourceFiles

/// The values at the places of a path differ, or become larger from one to the next.
struct DistinctCheck: ContractCheck {
  static let names = ["distinct", "ascending"]

  private let target: ValuePath
  private let isAscending: Bool

  init(named name: String, _ target: ValuePath, options: inout MappingReader) throws(SourceError) {
    self.target = target
    isAscending = name == "ascending"
  }

  var replyPaths: [ValuePath] { [target] }

  func findings(in subject: ContractSubject) -> [ContractFinding] {
    let places = target.places(in: subject.reply)
    return isAscending ? descents(places) : repetitions(places)
  }

  private func repetitions(
    _ places: [(location: ValueLocation, value: JSONValue)]
  ) -> [ContractFinding] {
    var seen: [JSONValue: ValueLocation] = [:]
    return places.compactMap { place in
      let compared = place.value.string.map { JSONValue.string($0.lowercased()) } ?? place.value
      guard let first = seen[compared] else {
        seen[compared] = place.location
        return nil
      }
      return ContractFinding(location: place.location, problem: "repeats '\(first)'")
    }
  }

  private func descents(
    _ places: [(location: ValueLocation, value: JSONValue)]
  ) -> [ContractFinding] {
    zip(places, places.dropFirst()).compactMap { earlier, later in
      guard let first = earlier.value.number, let second = later.value.number, second <= first
      else {
        return nil
      }
      return ContractFinding(
        location: later.location,
        problem:
          "is \(later.value.plain) after \(earlier.value.plain); each must be larger than the last")
    }
  }
}
