import Documents
import SourceFiles

/// Reads chats from traces: Langfuse's traces, sessions and observations, those of OpenAI's Agents SDK, and LangSmith's runs.
///
/// A trace is one exchange, and a chat has many: those of one session, group or thread make a chat, which
/// ``ConversationStitcher`` puts together. Langfuse's traces and observations are grouped by `sessionId`, OpenAI's spans by the
/// trace's `group_id`, LangSmith's by the thread, and otherwise by the trace. The input and output of a trace count before
/// those of its generations, which may also be about something else than the chat.
struct TraceReader {
  private let file: SourceFile
  /// The name of the generations that count; nil to prefer the input and output of traces.
  private let generation: String?
  private let columns: FieldMapping
  /// Finds the field for clusters, if one was named.
  private let fields: JSONMessageReader
  private var messages: JSONMessageReader
  private var content = TraceContent()
  private var runs: LangSmithRuns
  private var otherGenerations: [String: Int] = [:]
  /// The generations that make chats without having been chosen, by name.
  private var mixedGenerations: [String: Int] = [:]
  private var remarks: [String] = []
  /// Values that were read in a chat already, whose tool calls and parts are not counted again.
  private var known: Set<JSONValue> = []

  init(file: SourceFile, generation: String?, columns: FieldMapping = FieldMapping()) {
    self.file = file
    self.generation = generation
    self.columns = columns
    messages = JSONMessageReader(file: file, columns: FieldMapping())
    runs = LangSmithRuns(file: file, columns: columns)
    fields = JSONMessageReader(file: file, columns: columns)
  }

  /// Returns the kind of traces that a value contains; `nil` if it is something else.
  static func kind(of value: JSONValue) -> String? {
    if let object = value["object"]?.string, object == "trace" || object == "trace.span" {
      return "OpenAI traces"
    }
    if let kind = LangSmithRuns.kind(of: value) { return kind }
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

  /// Adds the exchanges in a value: a trace, a session, an observation, a span, a run, or a list of these.
  mutating func add(_ value: JSONValue, at index: SourcePlace) {
    if let list = value["data"]?.array ?? value.array {
      let start = value.array == nil ? index.appending(.member("data")) : index
      for (element, index) in zip(list, start.elements(in: file)) { add(element, at: index) }
    } else if value["object"]?.string == "trace" {
      if let id = value["id"]?.word {
        content.groups[id] = value["group_id"]?.word ?? content.groups[id]
        content.people[id] = UserIdentity.find(in: value)
        content.clusters[id] = fields.word(.cluster, in: value)
      }
    } else if value["object"]?.string == "trace.span" {
      addSpan(value, at: index)
    } else if LangSmithRuns.kind(of: value) != nil {
      runs.add(value, at: index)
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
      content.unread += 1
      return
    }
    if let group = trace["sessionId"]?.word ?? session { content.groups[id] = group }
    if let person = person(in: trace) { content.people[id] = person }
    if let cluster = fields.word(.cluster, in: trace) { content.clusters[id] = cluster }
    let (input, output) = (trace["input"]?.unwrapped, trace["output"]?.unwrapped)
    guard (input ?? .null) != .null || (output ?? .null) != .null else { return }
    content.exchanges.append(
      TraceExchange(
        trace: id, time: trace["timestamp"]?.word ?? "", input: input ?? .null,
        output: output ?? .null, place: place))
  }

  private mutating func addObservation(
    _ item: JSONValue, of trace: JSONValue?, at place: SourcePlace
  ) {
    guard let id = item["traceId"]?.word ?? trace?["id"]?.word else {
      // A list of traces names its observations by their ids alone.
      return content.addStep(of: item["type"]?.word)
    }
    if let group = item["sessionId"]?.word { content.groups[id] = group }
    if let person = person(in: item) { content.people[id] = person }
    if let cluster = fields.word(.cluster, in: item) { content.clusters[id] = cluster }
    let type = item["type"]?.string ?? "GENERATION"
    guard type == "GENERATION" else { return content.addStep(of: type) }
    content.exchanges.append(
      TraceExchange(
        trace: id, time: item["startTime"]?.word ?? "", input: item["input"]?.unwrapped ?? .null,
        output: item["output"]?.unwrapped ?? .null, generation: item["name"]?.word ?? "",
        place: place))
  }

  private mutating func addSpan(_ span: JSONValue, at place: SourcePlace) {
    let data = span["span_data"] ?? [:]
    let type = data["type"]?.string
    guard ["generation", "response"].contains(type ?? ""), let trace = span["trace_id"]?.word else {
      return content.addStep(of: type)
    }
    // A span of the Responses API may only name the response, whose text is stored elsewhere.
    let input = data["input"]?.unwrapped ?? .null
    let output = (data["output"] ?? data["response"]?["output"])?.unwrapped ?? .null
    guard input != .null || output != .null else {
      content.unread += 1
      return
    }
    content.exchanges.append(
      TraceExchange(
        trace: trace, time: span["started_at"]?.word ?? "", input: input, output: output,
        generation: data["name"]?.word ?? "", place: place))
  }

  private func person(in value: JSONValue) -> UserIdentity? {
    UserIdentity(value["userId"]?.word, field: "userId") ?? UserIdentity.find(in: value)
  }

  // MARK: Chats

  /// Returns the chats with what is reported about them.
  mutating func read(as kind: String) -> ReadChats {
    content.add(runs.content)
    let (chats, notes) = chats()
    let exchanges = content.exchanges
    let count = "\(exchanges.count) exchange\(exchanges.count == 1 ? "" : "s")"
    var read = ReadChats(format: kind, seen: "\(kind), \(count)", chats: chats, notes: notes)
    if exchanges.isEmpty {
      read.problems.append(
        Diagnostic(
          "import.empty", "no trace here has an input and an output", in: file, at: 0,
          hint: "export the traces, observations or runs with their inputs and outputs"))
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
  private mutating func chats() -> (chats: [ImportedChat], notes: ImportNotes) {
    let chosen = chosenExchanges()
    var names: [String] = []
    var byName: [String: [TraceExchange]] = [:]
    for exchange in chosen {
      let name = content.groups[exchange.trace] ?? exchange.trace
      if byName[name] == nil { names.append(name) }
      byName[name, default: []].append(exchange)
    }
    let chats = names.map { name in chat(named: name, exchanges: Self.sorted(byName[name] ?? [])) }
    var notes = messages.notes
    notes.remarks += remarks
    func note(_ count: Int, one: String, many: String, what: String) {
      if count > 0 { notes.remarks.append("\(count) \(count == 1 ? one : many) \(what)") }
    }
    let types = content.otherSteps.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    note(
      content.otherSteps.values.reduce(0, +), one: "step", many: "steps",
      what: "left out: not a generation (\(types.joined(separator: ", ")))")
    for (name, count) in otherGenerations.sorted(by: { $0.key < $1.key }) {
      note(
        count, one: "generation", many: "generations",
        what: "named '\(name)' left out (--generation chooses by name)")
    }
    notes.leftOut.merge(content.leftOut, uniquingKeysWith: +)
    note(
      content.unread, one: "trace or span", many: "traces or spans",
      what: "without input and output left out: their text is stored elsewhere")
    return (chats, notes)
  }

  /// Returns exchanges in the order of their times, as numbers or dates where all are, and otherwise as texts.
  private static func sorted(_ exchanges: [TraceExchange]) -> [TraceExchange] {
    var sorted = exchanges
    guard MessageOrder.sort(&sorted, by: { $0.time.isEmpty ? nil : $0.time }) != nil else {
      return sorted
    }
    return exchanges.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }

  /// Returns the exchanges that make the chats: the traces' own, or the generations with the chosen name.
  private mutating func chosenExchanges() -> [TraceExchange] {
    var chosen: [TraceExchange] = []
    for (_, own) in Dictionary(grouping: content.exchanges.enumerated(), by: \.element.trace)
      .sorted(by: { ($0.value.first?.offset ?? 0) < ($1.value.first?.offset ?? 0) })
    {
      let own = own.map(\.element)
      let traceLevel = own.filter { $0.generation == nil }
      var picked = own.filter { $0.generation != nil && $0.generation == generation }
      if generation == nil {
        picked =
          traceLevel.contains(where: isReadable)
          ? traceLevel
          : own.contains { $0.generation != nil } ? own.filter { $0.generation != nil } : own
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

  private func isReadable(_ exchange: TraceExchange) -> Bool {
    !ExchangeMessages(in: exchange.input, role: "user").messages.isEmpty
      && !ExchangeMessages(in: exchange.output, role: "assistant").messages.isEmpty
  }

  private mutating func chat(named name: String, exchanges: [TraceExchange]) -> ImportedChat {
    var chat = ImportedChat(place: exchanges.first?.place ?? SourcePlace(range: 0..<0))
    chat.id = name
    known = []
    var parts: [ConversationStitcher.Exchange] = []
    for exchange in exchanges {
      if columns.names[.cluster] == nil {
        chat.join(content.people[exchange.trace], in: file, at: exchange.place)
      } else {
        chat.join(content.clusters[exchange.trace], in: file, at: exchange.place)
      }
      chat.tags += exchange.tags.filter { !chat.tags.contains($0) }
      let input = ExchangeMessages(in: exchange.input, role: "user")
      let output = ExchangeMessages(in: exchange.output, role: "assistant")
      for name in input.unread { content.leftOut["the input's '\(name)'", default: 0] += 1 }
      for name in output.unread { content.leftOut["the output's '\(name)'", default: 0] += 1 }
      parts.append(
        ConversationStitcher.Exchange(
          request: read(input.messages, at: exchange.place, into: &chat),
          reply: read(output.messages, at: exchange.place, into: &chat), place: exchange.place))
    }
    let (messages, remarks) = ConversationStitcher.join(parts, in: file)
    chat.messages = messages
    self.remarks += remarks.map { "'\(name)': \($0)" }
    return chat
  }

  /// Returns the messages in values; problems become those of the chat.
  private mutating func read(
    _ values: [JSONValue], at place: SourcePlace, into chat: inout ImportedChat
  ) -> [ImportedMessage] {
    values.compactMap { value in
      let notes = messages.notes
      let reading = messages.read(value, at: place)
      // What requests repeat is counted once.
      if !known.insert(value).inserted { messages.notes = notes }
      switch reading {
      case .message(let message): return message
      case .nothing: return nil
      case .problem(let problem):
        chat.problems.append(problem)
        return nil
      }
    }
  }
}

extension TraceContent {
  /// Adds what another reader has read.
  fileprivate mutating func add(_ other: TraceContent) {
    exchanges += other.exchanges
    groups.merge(other.groups) { $1 }
    people.merge(other.people) { $1 }
    clusters.merge(other.clusters) { $1 }
    otherSteps.merge(other.otherSteps, uniquingKeysWith: +)
    leftOut.merge(other.leftOut, uniquingKeysWith: +)
    unread += other.unread
  }
}
