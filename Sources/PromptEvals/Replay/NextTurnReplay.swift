import CoachEngine
import Conversations
import LanguageModels
import PromptTemplates
import SourceFiles

/// One coach message that is to be generated anew: everything before it stays as recorded.
struct ReplayTurn: Sendable {
  /// The number of the coach message, from 1.
  var number: Int
  /// What the person had said just before.
  var personBefore: String?
  /// What the model is asked.
  var request: ModelRequest
  /// The prompt behind the request.
  var prompt: RenderedPrompt
}

/// Makes requests of a transcript: each asks for one coach message against the recorded history.
struct NextTurnReplay: Sendable {
  let assembler: PromptAssembler
  let parameters: ModelParameters
  /// The longest closing message, where it differs from the others.
  let closingTokens: Int?

  /// The turns of one transcript under one variant.
  func turns(
    of transcript: Transcript, person: Person, variant: EvalVariant, selection: TurnSelection
  ) throws(SourceError) -> [ReplayTurn] {
    let positions = transcript.coachPositions
    var parameters = parameters
    parameters.seed = parameters.seed.map { Self.seed($0, for: transcript) }
    var turns: [ReplayTurn] = []
    for number in selection.numbers(of: positions.count) {
      let position = positions[number - 1]
      let isLast = number == positions.count
      // A finished conversation has nothing left to be told after its last message, so that is
      // where the coach is asked to close.
      let closing = isLast && transcript.ending == .complete ? true : nil
      let prompt = try assembler.assemble(
        AssemblyRequest(
          prompt: variant.prompt, person: person, history: Array(transcript.messages[..<position]),
          closing: closing))
      var parameters = parameters
      if closing != nil, let closingTokens { parameters.maximumTokens = closingTokens }
      let label = "\(transcript.id) · \(variant.id) · \(number.padded)"
      turns.append(
        ReplayTurn(
          number: number,
          personBefore: transcript.personBefore(position),
          request: ModelRequest(prompt, parameters: parameters, label: label), prompt: prompt))
    }
    return turns
  }

  /// The suite's seed mixed with the transcript's id.
  ///
  /// One seed for all would make every opening of a variant the same reply, and eleven copies of
  /// one reply would count as eleven observations. Both variants share a transcript's seed.
  private static func seed(_ seed: Int, for transcript: Transcript) -> Int {
    let digest = ContentDigest(of: "\(seed) \(transcript.id)").hexadecimal
    return Int(digest.prefix(7), radix: 16) ?? seed
  }
}

extension Int {
  /// At least two digits, so that labels sort.
  fileprivate var padded: String { self < 10 ? "0\(self)" : String(self) }
}
