import CoachModel
import CoachTranscripts
import EvalGraders
import LanguageModels

extension RunState {
  /// Has judges compare pairs of finished samples, at most as many pairs at once as there are workers.
  func judgePairs(workers: Int) async throws {
    guard !plan.suite.grading.pairwise.isEmpty else { return }
    let known = try reader.pairwiseVerdicts(of: run)
    let judged = Set(known.map { "\($0.judge) \($0.sample)" })
    let next = SharedList(plan.subjects)
    try await withWorkers(workers) {
      while control.stopReason == nil, let subject = next.next() {
        try await judgePairs(of: subject, except: judged)
      }
    }
  }

  private func judgePairs(of subject: EvalSubject, except judged: Set<String>) async throws {
    let samples = try reader.samples(of: run, transcript: subject.transcript.id)
    let past = subject.history
    let task = try baselineTask(subject)
    let baselines = samples.filter { $0.key.side == run.design.baseline }
    for challenger in samples
    where run.design.challengers.contains(where: { $0.id == challenger.key.side }) {
      guard let baseline = baselines.first(where: { $0.key.attempt == challenger.key.attempt })
      else { continue }
      for judge in plan.suite.grading.pairwise
      where !judged.contains("\(judge.id) \(challenger.key)") {
        try await stoppingAtBudget {
          try control.checkpoint()
          try await recorder.add(
            try await verdicts(
              of: judge, baseline: baseline, challenger: challenger, past: past, task: task),
            to: run.id)
        }
      }
    }
  }

  /// Returns the task as the baseline's prompt gets it; `nil` for a conversation.
  private func baselineTask(_ subject: EvalSubject) throws -> GradedTask? {
    let key = SampleKey(side: run.design.baseline, transcript: subject.transcript.id)
    return try task(of: key, subject)
  }

  private func verdicts(
    of judge: PairwiseJudge, baseline: EvalSample, challenger: EvalSample, past: PersonHistory?,
    task: GradedTask?
  ) async throws -> [PairwiseVerdict] {
    let judging = PairwiseJudging(judge: judge, prompts: prompts)
    var verdicts: [PairwiseVerdict] = []
    var costs: [CallCosts] = []
    for reference in judge.models {
      let model = try plan.content.model(reference)
      let calls = try await calls(of: challenger.key, isOfPair: true)
      let verdict = try await judging.verdict(
        of: reference, baseline: baseline, challenger: challenger, past: past, task: task
      ) { step in
        KeptCallsModel(
          model, calls: calls, step: "\(judge.id) \(step)", role: .judge(judge.id), message: nil)
      }
      guard var verdict else { continue }
      verdict.costs = calls.overhead
      costs.append(verdict.costs)
      verdicts.append(verdict)
    }
    try Task.checkCancellation()
    for cost in costs { control.spent(cost) }
    return verdicts
  }
}
