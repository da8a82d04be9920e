import Documents
import LanguageModels

/// Assembles tool calls from their deltas.
///
/// OpenAI numbers calls and names them once. Other servers omit the number, give every call the number 0, start at 1,
/// or repeat name and ID in every delta; a missing number never means 0.
struct OpenAIToolCalls {
  private struct Call {
    var index: Int?
    var id: String?
    var name: String
    /// All arguments so far.
    var arguments = ""
    /// Arguments that wait: for the name, or for a sign that an empty object is not the start of the real ones.
    var early = ""
    var part: Int?
    var isClosed = false

    /// Whether the arguments are complete, so that more of them belong to another call.
    var isComplete: Bool { !isPlaceholder && (try? JSONValue(parsing: arguments)) != nil }
    /// Whether all that came is an empty object, with which some servers begin the arguments.
    var isPlaceholder = false
  }

  private var calls: [Call] = []

  var isEmpty: Bool { calls.isEmpty }

  mutating func add(
    _ piece: JSONIndex.Node, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    let function = json["function", in: piece]
    add(
      index: json.integer(json["index", in: piece]), id: json.string(json["id", in: piece]),
      function: function, in: json, into: &events)
  }

  /// Adds a piece of a `function_call`, the deprecated form with one call and no number or ID.
  mutating func add(
    legacy function: JSONIndex.Node, in json: borrowing JSONIndex, into events: inout ReplyAssembler
  ) {
    add(index: 0, id: nil, function: function, in: json, into: &events)
  }

  private mutating func add(
    index: Int?, id: String?, function: JSONIndex.Node?, in json: borrowing JSONIndex,
    into events: inout ReplyAssembler
  ) {
    let id = id.flatMap { $0.isEmpty ? nil : $0 }
    let name = json.string(json["name", in: function]) ?? ""
    let position = position(index: index, id: id, name: name)
    if calls[position].part == nil {
      calls[position].id = calls[position].id ?? id
      calls[position].name += name
      open(at: position, into: &events)
    }
    let arguments = json["arguments", in: function]
    let more =
      events.piece(arguments, in: json)
      ?? (json.isObject(arguments) ? json.source(arguments) : nil)
    guard let more, !more.isEmpty else { return }
    write(more, to: position, into: &events)
  }

  private mutating func write(
    _ more: String, to position: Int, into events: inout ReplyAssembler
  ) {
    if calls[position].isPlaceholder {
      calls[position].early = ""
      calls[position].arguments = ""
    }
    calls[position].isPlaceholder = calls[position].arguments.isEmpty && more == "{}"
    calls[position].arguments += more
    if let part = calls[position].part, !calls[position].isPlaceholder {
      events.add(.arguments(more), to: part)
    } else {
      calls[position].early += more
    }
  }

  /// Returns the index of the call that a delta belongs to, adding a call if there is none.
  private mutating func position(index: Int?, id: String?, name: String) -> Int {
    let known: Int?
    if let index {
      known = calls.lastIndex { $0.index == index }
    } else if let id {
      known = calls.lastIndex { $0.id == id }
    } else {
      // Neither number nor ID: this continues the last call unless it names another.
      known = name.isEmpty || calls.last?.name == "" ? calls.indices.last : nil
    }
    if let known {
      // The same number with another ID, or without IDs with another name, is another call.
      let call = calls[known]
      let isAnother =
        !name.isEmpty && call.part != nil
        && (id == nil || call.id == nil
          ? name != call.name || call.isComplete : id != call.id)
      if !isAnother { return known }
    }
    calls.append(Call(index: index, id: id, name: ""))
    return calls.count - 1
  }

  private mutating func open(at position: Int, into events: inout ReplyAssembler) {
    guard !calls[position].name.isEmpty else { return }
    events.closeCurrent()
    let call = calls[position]
    let part = events.open(.toolCall(id: call.id ?? events.newCallID(), name: call.name))
    calls[position].part = part
    guard !call.isPlaceholder else { return }
    calls[position].early = ""
    events.add(.arguments(call.early), to: part)
  }

  /// Ends the calls whose arguments are complete: the reason for the end has come, which some servers send too early.
  mutating func close(into events: inout ReplyAssembler) {
    for position in calls.indices where calls[position].isComplete {
      close(at: position, into: &events)
    }
  }

  private mutating func close(at position: Int, into events: inout ReplyAssembler) {
    guard let part = calls[position].part, !calls[position].isClosed else { return }
    calls[position].isClosed = true
    events.add(.arguments(calls[position].early), to: part)
    events.close(part)
  }

  /// Ends the calls. Calls that were never named are reported, too, so that nothing the model wrote is lost.
  mutating func finish(into events: inout ReplyAssembler) {
    for position in calls.indices {
      if calls[position].part == nil {
        calls[position].name = "unnamed"
        open(at: position, into: &events)
      }
      close(at: position, into: &events)
    }
  }
}
