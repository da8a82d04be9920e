/// The storage of what calls of models cost, by person and day. It holds figures alone, nothing that was said.
public protocol CostStore: Sendable {
  /// Adds figures to what is stored under the same person, day, purpose and model.
  func add(_ entries: [CostEntry]) async throws

  /// Returns the rows that a query asks for, the most expensive first, and of equal ones by their keys.
  func costs(_ query: CostQuery) async throws -> [CostRow]

  /// Deletes the costs of a person.
  func forgetCosts(of person: String) async throws
}
