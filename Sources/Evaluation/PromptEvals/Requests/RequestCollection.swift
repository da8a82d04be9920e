package import LanguageModels

/// A run in memory that asks a ``RequestCollector``, to find out which requests a real run would send.
package struct RequestCollection: Sendable {
  private let rehearsal: EvalRehearsal?

  /// The reference under which the collector answers for every candidate of a suite.
  package static let reference = ModelReference(provider: "replies", model: "collected")

  /// Returns the suite with the collector as the model of every variant. Judges and simulated persons that use the
  /// suite's model ask it, too; those with a model of their own are left out.
  package static func collecting(_ suite: EvalSuite) -> EvalSuite {
    var suite = suite
    suite.replaceModel(by: reference)
    for index in suite.comparison.variants.indices { suite.comparison.variants[index].model = nil }
    return suite
  }

  /// Prepares the run; the content's suite is one that ``collecting(_:)`` returned, and its models contain the
  /// collector.
  ///
  /// Throws what ``EvalPlan/init(_:)`` throws.
  package init(_ content: EvalContent) throws {
    rehearsal =
      content.suite.replay == .recorded ? nil : try EvalRehearsal(content)
  }

  /// Runs, and returns false if the suite asks no candidate.
  package func run() async throws -> Bool {
    guard var rehearsal else { return false }
    // All variants ask the collector, so those that differ by their models send the same.
    rehearsal.checksDifferences = false
    _ = try await rehearsal.run()
    return true
  }
}
