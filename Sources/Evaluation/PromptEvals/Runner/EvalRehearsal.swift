import EvalGraders
import LanguageModels

/// A run in memory with models that cost nothing, to find out beforehand what the real run will meet.
///
/// A recording that lacks a reply and a script that is too short end a run at the first such call; the rehearsal makes
/// the same calls. Graders that run programs, and those that ask other models, are left out.
///
/// ```swift
/// if let rehearsal = EvalRehearsal(content) {
///   do {
///     print("\(try await rehearsal.run().headline)")
///   } catch {
///     print("the run would end early: \(error)")
///   }
/// }
/// ```
public struct EvalRehearsal: Sendable {
  /// The number of samples up to which a run is rehearsed; larger ones take too long.
  public static let maximumSamples = 20_000

  private let plan: EvalPlan
  /// Whether the rehearsal is refused, as the run would be, if no request of a challenger differs.
  var checksDifferences = true

  /// Prepares a rehearsal; `nil` if replies would cost something, or if there are too many of them.
  ///
  /// Throws what ``EvalPlan/init(_:)`` throws.
  public init?(_ content: EvalContent) throws {
    let isFree = { (reference: ModelReference) in
      content.models[reference]?.identity.isPrepared ?? false
    }
    var suite = content.suite
    let generation = suite.generation
    let candidates = suite.comparison.variants.compactMap { $0.model ?? generation.model }
    let people = generation.person.map { [$0.model] + [$0.checker].compactMap { $0 } } ?? []
    guard suite.replay == .recorded || (candidates + people).allSatisfy(isFree) else { return nil }
    suite.grading.graders.removeAll { use in
      use.grader.needsTools && (use.grader.models.isEmpty || !use.grader.models.allSatisfy(isFree))
    }
    suite.grading.pairwise.removeAll { !$0.models.allSatisfy(isFree) }
    suite.gate = nil
    var content = content
    content.suite = suite
    plan = try EvalPlan(content)
    guard plan.sampleCount <= Self.maximumSamples else { return nil }
  }

  /// Runs the rehearsal, and returns its report.
  ///
  /// Throws the ``ModelError`` with which the run would end, such as a reply that is not recorded.
  public func run(concurrency: Int = 8) async throws -> EvalReport {
    let recorder = MemoryRecorder()
    let run = plan.run(id: "rehearsal", started: "", suitePath: "")
    var runner = EvalRunner(plan, into: recorder, concurrency: concurrency)
    runner.checksDifferences = checksDifferences
    try await runner.run(run)
    return try EvalReport(recorder.run(run.id) ?? run, from: recorder)
  }
}

extension ModelIdentity {
  /// Whether the model answers from a file or from the request, and calls no server.
  package var isPrepared: Bool { isReplay || provider == "scripted" || provider == "echo" }
}
