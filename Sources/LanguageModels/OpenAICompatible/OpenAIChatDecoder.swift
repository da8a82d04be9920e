import Conversations
import StreamParsing

/// Turns the server-sent events of a chat completion into model events. Pure: no I/O, no clock.
struct OpenAIChatDecoder {
  /// The address that was called, to name the server in errors.
  let url: String
  private(set) var text = ""
  private var hasStarted = false
  private var hasPart = false
  private var usage: TokenUsage?
  private var finishWord: String?
  /// Whether the model has said why it stopped: what remains is usage and the final mark.
  var hasReason: Bool { finishWord != nil }
  /// Whether the final `[DONE]` has come.
  private(set) var isDone = false

  init(url: String) {
    self.url = url
  }

  /// Takes one event. Throws what the server reports as an error, or what cannot be read.
  mutating func decode(_ event: ServerSentEvent) throws(ModelError) -> [ModelEvent] {
    guard !isDone else { return [] }
    if event.data.elementsEqual("[DONE]".utf8) {
      isDone = true
      return ending()
    }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: event.data)
    } catch {
      throw ModelError(
        .decoding, "the server sent an event that is not JSON: \(error)",
        advice: "check that the address is an OpenAI-compatible server", partialText: text)
    }
    if let problem = OpenAIProblem(event: value) {
      throw problem.error(from: url, partialText: text)
    }
    return events(of: value)
  }

  /// Ends the stream. A reason to stop without the final mark is accepted, since some servers leave
  /// the mark out; neither of the two means that the reply was cut.
  mutating func finish() throws(ModelError) -> [ModelEvent] {
    guard !isDone else { return [] }
    guard finishWord != nil else {
      throw ModelError(
        .truncated, "the reply was cut before its end", advice: "try again", partialText: text)
    }
    isDone = true
    return [.warning("the server ended the reply without its final mark")] + ending()
  }

  private mutating func events(of chunk: JSONValue) -> [ModelEvent] {
    var events: [ModelEvent] = []
    if !hasStarted {
      hasStarted = true
      events.append(
        .started(ModelStart(id: chunk["id"]?.string, model: chunk["model"]?.string)))
    }
    if let choice = chunk["choices"]?.array?.first {
      let delta = choice["delta"]
      if let more = delta?["content"]?.string ?? delta?["refusal"]?.string, !more.isEmpty {
        if !hasPart {
          hasPart = true
          events.append(.partStarted(index: 0, kind: .text))
        }
        text += more
        events.append(.partDelta(index: 0, text: more))
      }
      // Some servers send an empty word with every piece.
      if let word = choice["finish_reason"]?.string, !word.isEmpty { finishWord = word }
    }
    if let counts = chunk["usage"]?.object {
      usage = TokenUsage(
        input: TokenUsage.count(counts["prompt_tokens"]),
        cachedInput: TokenUsage.count(counts["prompt_tokens_details"]?["cached_tokens"]),
        output: TokenUsage.count(counts["completion_tokens"]))
    }
    return events
  }

  private func ending() -> [ModelEvent] {
    var events: [ModelEvent] = hasPart ? [.partEnded(index: 0)] : []
    if let usage { events.append(.usage(usage)) }
    events.append(.finished(FinishReason(word: finishWord ?? "unknown")))
    return events
  }
}
