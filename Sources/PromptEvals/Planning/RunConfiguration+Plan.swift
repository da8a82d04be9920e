import PromptTemplates
import Conversations
import LanguageModels

extension RunConfiguration {
  /// Above so many transcripts they are one fact, not one each.
  private static let mostSubjects = 1000

  /// The facts of a plan: texts by their digests, settings as they are written.
  init(_ content: EvalContent, _ subjects: [EvalSubject], _ sides: [EvalRun.Side]) throws {
    let suite = content.suite
    generation["replay"] = suite.replay.rawValue
    generation["turns"] = "\(suite.turns)"
    generation["parameters"] = JSONValue.object(suite.parametersNote).text(.canonical)
    for (side, variant) in zip(sides, suite.variants) {
      generation["prompt of \(side.id)"] = "\(side.prompt) \(side.digest)"
      generation["model of \(side.id)"] = side.model
      if !side.parameters.isEmpty {
        generation["parameters of \(side.id)"] = JSONValue.object(side.parameters).text(.canonical)
      }
      if let domain = variant.domain { generation["domain of \(side.id)"] = domain }
      if !variant.leftOut.isEmpty {
        generation["left out of \(side.id)"] = variant.leftOut.joined(separator: ", ")
      }
      if !variant.inputs.isEmpty {
        generation["inputs of \(side.id)"] = JSONValue.object(variant.inputs).text(.canonical)
      }
    }
    if subjects.count > Self.mostSubjects {
      let digests = subjects.map { "\($0.transcript.id) \($0.digest)" }.sorted()
      generation["transcripts"] =
        "\(subjects.count), \(ContentDigest(of: digests.joined(separator: "\n")).short)"
    }
    for subject in subjects.count > Self.mostSubjects ? [] : subjects {
      let id = subject.transcript.id
      generation["transcript \(id)"] = subject.digest.description
      let count = suite.samples.count(for: subject.transcript)
      if count > 1 { generation["samples of \(id)"] = String(count) }
    }
    if let person = suite.person {
      let prompt = try JudgePrompts(workspace: content.library).prompt(
        person.prompt, or: JudgePrompts.person)
      generation["person"] = "\(person.model) \(prompt.template.reference) \(prompt.digest.short)"
    }
    for use in suite.graders {
      grading["grader \(use.id)"] = JSONValue.object(use.settings).text(.canonical)
    }
    for judge in suite.pairwise {
      grading["pairwise \(judge.id)"] = "\(judge.models) \(ContentDigest(of: judge.rubric).short)"
    }
  }
}

extension EvalSubject {
  /// A digest of what is said in it, and of what decides the prompt.
  fileprivate var digest: ContentDigest {
    var value: JSONObject = [
      "messages": .array(
        transcript.messages.map { [.string($0.role.rawValue), .string($0.text)] }),
      "person": .string(transcript.person), "domain": .string(transcript.domain),
      "kind": .string(transcript.kind.rawValue),
      "ends": .bool(transcript.ending == .complete),
    ]
    if let persona { value["persona"] = .string("\(persona)") }
    return ContentDigest(of: JSONValue.object(value).text(.canonical))
  }
}
