import Documents

/// A call that a grader made for a sample: what a model was shown, and what it wrote.
public struct JudgeCall: Sendable, Hashable {
  /// The ID of the grader.
  public var grader: String
  /// The number of the coach message that was judged; `nil` for the whole conversation.
  public var message: Int?
  /// The model that was asked.
  public var model: String
  /// The digest under which the text of the request is stored.
  public var prompt: String
  /// The reply as the model wrote it; as much of it as was received if the call failed.
  public var reply: String
}

extension EvalSample {
  /// The digests of the texts that the sample refers to: sections of prompts, and requests of graders.
  package var textDigests: Set<String> {
    turns.reduce(into: Set(judgeCalls.map(\.prompt))) { digests, turn in
      digests.formUnion(turn.source?.sections.map(\.digest) ?? [])
    }
  }
}

extension JudgeCall {
  /// The call as JSON.
  var json: JSONObject {
    var object: JSONObject = [
      "grader": .string(grader), "model": .string(model), "prompt": .string(prompt),
      "reply": .string(reply),
    ]
    object["message"] = message.map { .integer($0) }
    return object
  }

  /// Reads the format of ``json``; `nil` for anything else.
  init?(_ value: JSONValue) {
    guard let grader = value["grader"]?.string, let model = value["model"]?.string,
      let prompt = value["prompt"]?.string, let reply = value["reply"]?.string
    else { return nil }
    self.init(
      grader: grader, message: value["message"]?.integer?.within(StoredRange.counts), model: model,
      prompt: prompt, reply: reply)
  }
}
