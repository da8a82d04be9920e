/// The storage of what calls of models cost, by person and day. It holds figures alone, nothing that was said.
///
/// It keeps two books (see ``CostQuery``): the sums of all people outlive those of a person who is forgotten.
public protocol CostStore: Sendable {
  /// Adds figures to what is stored under the same person, day, purpose and model, and to the sums of all people.
  func add(_ entries: [CostEntry]) async throws

  /// Returns the rows that a query asks for, the most expensive first, and of equal ones by their keys.
  func costs(_ query: CostQuery) async throws -> [CostRow]

  /// Returns who reached a threshold in a period, the highest peak first, and of equal ones by person.
  ///
  /// A window ends on a day on which the person had costs: it then holds at least as much as one that ends later.
  func peaks(_ query: CostPeakQuery) async throws -> [CostPeak]

  /// Deletes the costs of a person. The sums of all people stay as they are, and do not tell whose they were.
  func forgetCosts(of person: String) async throws
}
