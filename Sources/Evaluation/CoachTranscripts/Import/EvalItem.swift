import Documents

/// An item of OpenAI's Evals: a line of a data set, or what a run made of it.
///
/// A data set has `{"item": {…}, "sample": {…}}` on each line, an output item of a run `datasource_item` with the `sample` that has
/// the model's input and output (developers.openai.com/api/reference/resources/evals), and the data sets of the older
/// repository `{"input": […], "ideal": …}` (github.com/openai/evals, docs/build-eval.md). Where there is no sample, the ideal
/// reply is the coach's.
struct EvalItem {
  /// What was asked and what was replied.
  let messages: [JSONValue]
  /// What was left out, by name.
  let leftOut: [String: Int]

  /// Members of an item with the reply that is wanted.
  private static let replies = [
    "ideal", "expected", "expected_output", "correct_label", "reference", "reference_answer",
    "ideal_answer", "answer", "output", "completion", "response", "label",
  ]

  /// Reads an item; `nil` if the value is something else.
  init?(_ value: JSONValue) {
    var leftOut: [String: Int] = [:]
    let sample = value["sample"]?.object == nil ? nil : value["sample"]
    let item = value["item"] ?? value["datasource_item"]
    let isRun = value["object"]?.string == "eval.run.output_item"
    var messages: [JSONValue] = []
    if isRun || item?.object != nil {
      let item = item ?? [:]
      if let results = value["results"]?.array, !results.isEmpty {
        leftOut["verdict of a grader of OpenAI's", default: 0] += results.count
      }
      if let input = sample?["input"] {
        messages = ExchangeMessages(in: input, role: "user").messages
      }
      if messages.isEmpty { messages = Self.question(item, &leftOut) }
      let reply = Self.output(sample) ?? Self.ideal(item, &leftOut)
      messages += reply.map { ExchangeMessages(in: $0, role: "assistant").messages } ?? []
    } else if value["ideal"] != nil, let input = value["input"] {
      messages = ExchangeMessages(in: input, role: "user").messages
      let reply = Self.ideal(value, &leftOut)
      messages += reply.map { ExchangeMessages(in: $0, role: "assistant").messages } ?? []
    } else {
      return nil
    }
    self.messages = messages
    self.leftOut = leftOut
  }

  private static func question(_ item: JSONValue, _ leftOut: inout [String: Int]) -> [JSONValue] {
    let asked = (item.object ?? [:]).reduce(into: JSONObject()) { asked, member in
      if !replies.contains(member.key) { asked[member.key] = member.value }
    }
    let found = ExchangeMessages(in: .object(asked), role: "user")
    for name in found.unread { leftOut["the item's '\(name)'", default: 0] += 1 }
    return found.messages
  }

  /// Returns what the model wrote.
  private static func output(_ sample: JSONValue?) -> JSONValue? {
    guard let sample else { return nil }
    for name in ["output", "outputs", "output_text", "choices", "message"] {
      guard let member = sample[name], member != .null else { continue }
      return name == "choices" ? .object(["choices": member]) : member
    }
    return nil
  }

  /// Returns the reply that is wanted: the first one of several.
  private static func ideal(_ item: JSONValue, _ leftOut: inout [String: Int]) -> JSONValue? {
    guard let name = replies.first(where: { item[$0] != nil && item[$0] != .null }) else {
      return nil
    }
    guard let list = item[name]?.array, list.first?.string != nil else { return item[name] }
    if list.count > 1 { leftOut["another ideal reply", default: 0] += list.count - 1 }
    return list.first
  }
}
