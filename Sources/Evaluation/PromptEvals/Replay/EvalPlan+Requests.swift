import CoachModel
import CoachTranscripts
package import EvalGraders
import EvalStatistics
import LanguageModels
import PromptTemplates
import SourceFiles

extension EvalPlan {
  /// The requests that a run would send, as far as they are known before its first call.
  ///
  /// A message that is generated after the coach's own replies has a request that depends on them: of a whole
  /// conversation only the first one is known.
  package struct Requests: Sendable {
    /// How the requests of each challenger differ from the baseline's, in the suite's order; empty without challengers.
    package let differences: [RequestDifference]
    /// How many observations the transcripts are; `nil` if no two of them send the same request.
    package let sharing: RequestSharing?
    /// The number of transcripts whose requests were assembled, the first in the order of the run.
    package let transcripts: Int
    /// Whether these are all transcripts of the plan.
    package let isComplete: Bool

    /// Whether requests are sent, and no challenger has one that differs.
    var areAllSame: Bool { !differences.isEmpty && differences.allSatisfy(\.isNone) }
  }

  /// Assembles the requests of the plan. No model is called.
  ///
  /// - Parameters:
  ///   - maximum: The number of requests at which no further transcript is begun.
  ///   - turns: Which coach messages; `nil` for those of the suite.
  ///   - endsAtDifference: Whether to stop as soon as a challenger has a request that differs.
  /// - Returns: `nil` if nothing is asked, as in a suite that grades recorded replies.
  /// - Throws: ``SourceError`` if a prompt cannot be assembled.
  package func requests(
    maximum: Int = .max, of turns: TurnSelection? = nil,
    endingAtDifference endsAtDifference: Bool = false
  ) async throws -> Requests? {
    let variants = suite.comparison.variants
    guard suite.replay != .recorded else { return nil }
    var sent = SentRequests(sides: variants.count)
    var (count, covered, unknown) = (0, 0, 0)
    for (place, subject) in subjects.enumerated() {
      guard count < maximum else { break }
      var added = SentRequests(sides: variants.count)
      for (side, variant) in variants.enumerated() {
        let evalCase = EvalCase(subject: subject, variant: variant, attempt: 1)
        let requests = try await requests(of: evalCase, turns: turns ?? suite.transcripts.turns)
        sent.add(requests, side: side, place: place)
        if endsAtDifference { added.add(requests, side: side, place: place) }
        count += requests.count
      }
      if !isKnownBefore { unknown += max(0, messageCount(of: subject) - 1) }
      covered += 1
      if endsAtDifference,
        differences(in: added, unknown: 0).contains(where: { $0.differing > 0 })
      {
        break
      }
    }
    let shared = SharedRequests(sent, names: subjects.map(\.transcript.id))
    return Requests(
      differences: differences(in: sent, unknown: unknown),
      sharing: RequestSharing(shared, transcripts: covered, unit: suite.replay.unit),
      transcripts: covered, isComplete: covered == subjects.count)
  }

  /// The number of requests for coach messages that a sample of each transcript and variant sends.
  package var requestCount: Int {
    subjects.reduce(0) { $0 + messageCount(of: $1) } * suite.comparison.variants.count
  }

  /// Whether every request is known before the first call.
  private var isKnownBefore: Bool { suite.replay == .nextTurn || suite.replay == .task }

  private func differences(in sent: SentRequests, unknown: Int) -> [RequestDifference] {
    let variants = suite.comparison.variants
    guard let first = variants.firstIndex(where: { $0.id == suite.comparison.baseline }) else {
      return []
    }
    let model = candidates[variants[first].id]?.identity
    return variants.indices.filter { $0 != first }.compactMap { index in
      let id = variants[index].id
      return sent.difference(
        of: (index, id), from: (first, variants[first].id),
        isOfOtherModels: candidates[id]?.identity != model,
        readsDifferently: sides[index].reading != sides[first].reading, unknown: unknown)
    }
  }

  /// Returns the requests for the chosen messages of a case; of a whole conversation that for the first.
  private func requests(of evalCase: EvalCase, turns: TurnSelection) async throws -> [SentRequest] {
    let assembly = try CaseAssembly(plan: self, evalCase: evalCase)
    let transcript = evalCase.subject.transcript
    var domain = assembly.firstDomain
    guard isKnownBefore else {
      let (person, card) = (RecordedPerson(transcript), evalCase.subject.persona)
      let opening = card == nil ? person.opening : card?.opening
      let closes = card == nil && person.coachMessages == 1 && person.endsWithClose
      let history = opening.map { [Message(.user, $0)] } ?? []
      return [
        try await request(
          1, after: history, closing: closes ? true : nil, assembly: assembly, of: evalCase,
          domain: &domain)
      ]
    }
    let positions = evalCase.subject.replyPositions
    let numbers = turns.numbers(of: positions.count)
    var requests: [SentRequest] = []
    for number in 1..<((numbers.last ?? 0) + 1) {
      let history = Array(transcript.messages[..<positions[number - 1]])
      guard numbers.contains(number) else {
        domain = try await assembly.domain(after: history, from: domain)
        continue
      }
      let closes = number == positions.count && transcript.ending == .complete
      requests.append(
        try await request(
          number, after: history, closing: closes ? true : nil, assembly: assembly, of: evalCase,
          domain: &domain))
    }
    return requests
  }

  private func request(
    _ number: Int, after history: [Message], closing: Bool?, assembly: CaseAssembly,
    of evalCase: EvalCase, domain: inout String?
  ) async throws -> SentRequest {
    let none = SentRequest(message: number, digest: nil)
    guard let model = candidates[evalCase.variant.id],
      let prompt = try await assembly.prompt(after: history, closing: closing, domain: &domain)
    else { return none }
    let request = assembly.request(
      prompt, number: number, closing: closing, for: model.capabilities)
    return SentRequest(message: number, digest: request.identityDigest.hexadecimal)
  }

  // MARK: Nothing to compare

  /// Throws ``SourceError`` if no challenger sends a request that differs from the baseline's, so that the run could only
  /// find chance.
  ///
  /// Where requests depend on replies, only those that are known beforehand could be compared, and nothing is thrown. Nor is
  /// it for one prompt that is named twice with the same model and settings: such a suite asks what chance does, or
  /// whether a cache or another server answers, and its report ends as an error.
  ///
  /// - Parameter assembled: All requests of the plan, if they are assembled already.
  package func checkDifferences(in assembled: Requests? = nil) async throws {
    guard !suite.comparison.challengers.isEmpty else { return }
    var found = assembled
    if found == nil { found = try await requests(endingAtDifference: true) }
    guard let requests = found, requests.areAllSame, !repeatsOneVariant else { return }
    let names = requests.differences.map(\.summary).joined(separator: ", ")
    throw SourceError(
      Diagnostic(
        "suite.same", "\(names): there is nothing to compare", hint: try await hintToDifferences()))
  }

  private var repeatsOneVariant: Bool {
    Set(suite.comparison.variants.map(\.prompt)).count == 1
      && run(id: "", started: "", suitePath: "").repeatedVariants.count
        == suite.comparison.challengers.count
  }

  /// So many requests are assembled at most to find out where versions differ.
  private static let maximumSearched = 1_000

  private func hintToDifferences() async throws -> String {
    let variants = suite.comparison.variants
    if suite.replay == .nextTurn, suite.transcripts.turns != .all,
      let all = try await requests(maximum: Self.maximumSearched, of: .all)
    {
      let found = all.differences.filter { $0.differing > 0 }
      if !found.isEmpty {
        let numbers = Set(found.flatMap(\.differingMessages)).sorted()
        let places = found.map { "\($0.challenger) differs \($0.place)" }.joined(separator: ", ")
        return "\(places): write turns: \(MessageNumbers.suite(numbers))"
      }
    }
    let prompts = variants.map(\.prompt.description).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    guard prompts.count > 1 else {
      return "the variants name the same prompt: give one of them another version, model or setting"
    }
    if Set(sides.map(\.digest)).count == 1 {
      return
        "the files of \(prompts.joined(separator: " and ")) have the same text: change one of them, or give"
        + " the variants other models or settings"
    }
    return
      "the prompts differ in no message of these \(suite.replay.unit)s:"
      + " 'coachkit prompts diff \(prompts[0]) \(prompts[1])' shows where they do"
  }
}
