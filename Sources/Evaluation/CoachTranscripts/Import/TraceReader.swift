import Documents
import SourceFiles

/// Reads chats from traces: Langfuse's traces, sessions and observations, and those of OpenAI's Agents SDK.
///
/// A trace is one exchange, and a chat has many: those of one session, or of one group, make a chat. Langfuse's traces
/// and observations are grouped by `sessionId`, otherwise by the trace; OpenAI's spans by the trace's `group_id`,
/// otherwise by the trace. The input and output of a trace count before those of its generations, which may also be
/// about something else than the chat.
struct TraceReader {
  /// One exchange: what was asked and what was answered.
  private struct Exchange {
    var trace: String
    var time: String
    var input: JSONValue
    var output: JSONValue
    /// The name of the generation; nil for a trace's own input and output.
    var generation: String?
    var place: SourcePlace
  }

  private let file: SourceFile
  /// The name of the generations that count; nil to prefer the input and output of traces.
  private let generation: String?
  private var messages: JSONMessageReader
  private var exchanges: [Exchange] = []
  /// The session or group of each trace.
  private var groups: [String: String] = [:]
  /// The person of each trace.
  private var people: [String: String] = [:]
  private var otherSteps = 0
  private var otherGenerations: [String: Int] = [:]
  /// The generations that make chats without having been chosen, by name.
  private var mixedGenerations: [String: Int] = [:]
  private var unread = 0
  private var remarks: [String] = []

  init(file: SourceFile, generation: String?) {
    self.file = file
    self.generation = generation
    messages = JSONMessageReader(file: file, columns: FieldMapping())
  }

  /// Returns the kind of traces that a value contains; `nil` if it is something else.
  static func kind(of value: JSONValue) -> String? {
    if let object = value["object"]?.string, object == "trace" || object == "trace.span" {
      return "OpenAI traces"
    }
    if value["traces"]?.array != nil || value["observations"]?.array != nil { return "Langfuse" }
    let isTimed = value["startTime"] != nil || value["timestamp"] != nil
    if value["traceId"]?.string != nil, value["type"]?.string != nil || isTimed {
      return "Langfuse"
    }
    let hasText = value["input"] != nil || value["output"] != nil
    if isTimed, hasText, value["id"]?.string != nil, value["messages"] == nil { return "Langfuse" }
    if let list = value["data"]?.array ?? value.array { return list.first.flatMap(kind) }
    return nil
  }

  /// Adds the exchanges in a value: a trace, a session, an observation, a span, or a list of these.
  mutating func add(_ value: JSONValue, at index: SourcePlace) {
    if let list = value["data"]?.array ?? value.array {
      let start = value.array == nil ? index.appending(.member("data")) : index
      for (element, index) in zip(list, start.elements(in: file)) { add(element, at: index) }
    } else if value["object"]?.string == "trace" {
      if let id = value["id"]?.word, let group = value["group_id"]?.word { groups[id] = group }
    } else if value["object"]?.string == "trace.span" {
      addSpan(value, at: index)
    } else if let traces = value["traces"]?.array {
      for (trace, index) in zip(traces, index.appending(.member("traces")).elements(in: file)) {
        addTrace(trace, session: value["id"]?.word, at: index)
      }
    } else if value["traceId"]?.string != nil {
      addObservation(value, of: nil, at: index)
    } else {
      // A downloaded trace has its own members beside its observations, or in one named 'trace'.
      let trace = value["trace"] ?? value
      addTrace(trace, session: nil, at: index)
      guard let items = value["observations"]?.array else { return }
      for (item, index) in zip(items, index.appending(.member("observations")).elements(in: file)) {
        addObservation(item, of: trace, at: index)
      }
    }
  }

  private mutating func addTrace(_ trace: JSONValue, session: String?, at place: SourcePlace) {
    guard let id = trace["id"]?.word else {
      unread += 1
      return
    }
    if let group = trace["sessionId"]?.word ?? session { groups[id] = group }
    if let person = trace["userId"]?.word { people[id] = person }
    let (input, output) = (Self.parsed(trace["input"]), Self.parsed(trace["output"]))
    guard input != .null || output != .null else { return }
    exchanges.append(
      Exchange(
        trace: id, time: trace["timestamp"]?.word ?? "", input: input, output: output, place: place)
    )
  }

  private mutating func addObservation(
    _ item: JSONValue, of trace: JSONValue?, at place: SourcePlace
  ) {
    guard let id = item["traceId"]?.word ?? trace?["id"]?.word else {
      // A list of traces names its observations by their ids alone.
      otherSteps += 1
      return
    }
    if let group = item["sessionId"]?.word { groups[id] = group }
    if let person = item["userId"]?.word { people[id] = person }
    guard item["type"]?.string ?? "GENERATION" == "GENERATION" else {
      otherSteps += 1
      return
    }
    exchanges.append(
      Exchange(
        trace: id, time: item["startTime"]?.word ?? "", input: Self.parsed(item["input"]),
        output: Self.parsed(item["output"]), generation: item["name"]?.word ?? "", place: place))
  }

  private mutating func addSpan(_ span: JSONValue, at place: SourcePlace) {
    let data = span["span_data"] ?? [:]
    let isCall = ["generation", "response"].contains(data["type"]?.string ?? "")
    guard isCall, let trace = span["trace_id"]?.word else {
      otherSteps += 1
      return
    }
    // A span of the Responses API may only name the response, whose text is stored elsewhere.
    let input = Self.parsed(data["input"])
    let output = Self.parsed(data["output"] ?? data["response"]?["output"])
    guard input != .null || output != .null else {
      unread += 1
      return
    }
    exchanges.append(
      Exchange(
        trace: trace, time: span["started_at"]?.word ?? "", input: input, output: output,
        generation: data["name"]?.word ?? "", place: place))
  }

  /// Returns a value that may be written as text: exports often contain JSON in strings.
  private static func parsed(_ value: JSONValue?) -> JSONValue {
    guard let text = value?.string else { return value ?? .null }
    let start = text.first { !$0.isWhitespace }
    guard start == "{" || start == "[", let inner = try? JSONValue(parsing: text) else {
      return .string(text)
    }
    return inner
  }

  // MARK: Chats

  /// Returns the chats with what is reported about them.
  mutating func read(as kind: String) -> ReadChats {
    let (chats, notes) = chats()
    let count = "\(exchanges.count) exchange\(exchanges.count == 1 ? "" : "s")"
    var read = ReadChats(format: kind, seen: "\(kind), \(count)", chats: chats, notes: notes)
    if exchanges.isEmpty {
      read.problems.append(
        Diagnostic(
          "import.empty", "no trace here has an input and an output", in: file, at: 0,
          hint: "export the observations with their inputs and outputs"))
    } else if let generation, chats.isEmpty {
      let names = Set(exchanges.compactMap(\.generation)).sorted()
      read.problems.append(
        Diagnostic(
          "import.generation", "there is no generation named '\(generation)'", in: file, at: 0,
          hint: names.hint(for: generation)))
    } else if generation == nil, mixedGenerations.count > 1 {
      read.chats = []
      let list = mixedGenerations.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "'\($0.key)' (\($0.value))" }
      read.problems.append(
        Diagnostic(
          "import.generation",
          "the generations have \(list.count) names, and not all may be the coach's", in: file,
          at: 0, hint: "choose one with --generation NAME: \(list.joined(separator: ", "))"))
    }
    return read
  }

  /// Returns the chats in the order of their first exchange, with notes on everything that was left out.
  mutating func chats() -> (chats: [ImportedChat], notes: ImportNotes) {
    let chosen = chosenExchanges()
    var names: [String] = []
    var byName: [String: [Exchange]] = [:]
    for exchange in chosen {
      let name = groups[exchange.trace] ?? exchange.trace
      if byName[name] == nil { names.append(name) }
      byName[name, default: []].append(exchange)
    }
    let chats = names.map { name in
      let sorted = (byName[name] ?? []).enumerated().sorted {
        ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
      }
      return chat(named: name, exchanges: sorted.map(\.element))
    }
    var notes = messages.notes
    notes.remarks += remarks
    func note(_ count: Int, one: String, many: String, what: String) {
      if count > 0 { notes.remarks.append("\(count) \(count == 1 ? one : many) \(what)") }
    }
    note(
      otherSteps, one: "step", many: "steps", what: "left out: not a generation")
    for (name, count) in otherGenerations.sorted(by: { $0.key < $1.key }) {
      note(
        count, one: "generation", many: "generations",
        what: "named '\(name)' left out (--generation chooses by name)")
    }
    note(
      unread, one: "trace or span", many: "traces or spans",
      what: "without input and output left out: their text is stored elsewhere")
    return (chats, notes)
  }

  /// Returns the exchanges that make the chats: the traces' own, or the generations with the chosen name.
  private mutating func chosenExchanges() -> [Exchange] {
    var chosen: [Exchange] = []
    for (_, own) in Dictionary(grouping: exchanges.enumerated(), by: \.element.trace)
      .sorted(by: { ($0.value.first?.offset ?? 0) < ($1.value.first?.offset ?? 0) })
    {
      let own = own.map(\.element)
      let traceLevel = own.filter { $0.generation == nil }
      var picked = own.filter { $0.generation != nil && $0.generation == generation }
      if generation == nil {
        picked = traceLevel.contains(where: isReadable) ? traceLevel : own
      }
      for exchange in own
      where !picked.contains(where: {
        $0.place.path == exchange.place.path && $0.place.range == exchange.place.range
      }) {
        guard let name = exchange.generation else { continue }
        otherGenerations[name, default: 0] += 1
      }
      for name in picked.compactMap(\.generation) { mixedGenerations[name, default: 0] += 1 }
      chosen += picked
    }
    return chosen
  }

  private func isReadable(_ exchange: Exchange) -> Bool {
    !Self.messages(in: exchange.input, role: "user").isEmpty
      && !Self.messages(in: exchange.output, role: "assistant").isEmpty
  }

  private mutating func chat(named name: String, exchanges: [Exchange]) -> ImportedChat {
    var chat = ImportedChat(place: exchanges.first?.place ?? SourcePlace(range: 0..<0))
    chat.id = name
    for exchange in exchanges {
      chat.join(people[exchange.trace], in: file, at: exchange.place)
    }
    let inputs = exchanges.map { Self.messages(in: $0.input, role: "user") }
    let outputs = exchanges.map { Self.messages(in: $0.output, role: "assistant") }
    // If requests repeat what was said before, the last one has the whole conversation.
    if let last = inputs.last, Self.hasHistory(last), let place = exchanges.last?.place {
      let said = Set((last + (outputs.last ?? [])).compactMap { Self.text(of: $0) })
      let lost = outputs.joined().compactMap { Self.text(of: $0) }.filter { !said.contains($0) }
      if !lost.isEmpty {
        remarks.append(
          "'\(name)': \(lost.count) repl\(lost.count == 1 ? "y" : "ies") not in the last request's history left out"
        )
      }
      add(last + (outputs.last ?? []), at: place, to: &chat)
    } else {
      for (exchange, messages) in zip(exchanges, zip(inputs, outputs)) {
        add(messages.0 + messages.1, at: exchange.place, to: &chat)
      }
    }
    return chat
  }

  private mutating func add(
    _ values: [JSONValue], at place: SourcePlace, to chat: inout ImportedChat
  ) {
    for value in values { messages.add(value, at: place, to: &chat) }
  }

  /// Whether a request contains earlier replies.
  private static func hasHistory(_ messages: [JSONValue]) -> Bool {
    messages.contains { ["assistant", "model"].contains($0["role"]?.string ?? "") }
  }

  private static func text(of message: JSONValue) -> String? {
    message["content"]?.string ?? message["content"]?.array?.first?["text"]?.string
  }

  /// Members that hold the text of an input or an output, the most specific first.
  private static let textMembers = [
    "content", "text", "message", "reply", "answer", "response", "output", "completion", "question",
    "query", "input", "prompt",
  ]

  /// Returns the messages in an input or an output; `role` is that of a text without a speaker.
  private static func messages(in value: JSONValue, role: String) -> [JSONValue] {
    if let text = value.string {
      return text.isEmpty ? [] : [["role": .string(role), "content": .string(text)]]
    }
    if let list = value.array {
      return list.flatMap { item -> [JSONValue] in
        item["role"] != nil || item["type"] != nil ? [item] : messages(in: item, role: role)
      }
    }
    guard value.object != nil else { return [] }
    if value["role"]?.string != nil, value["content"] != nil { return [value] }
    if let list = value["messages"]?.array { return list }
    if let message = value["choices"]?.array?.first?["message"] { return [message] }
    for name in textMembers {
      guard let member = value[name], member != .null else { continue }
      let found = messages(in: member, role: role)
      if !found.isEmpty { return found }
    }
    return []
  }
}
