import JSON
import LanguageModels

/// Puts tool calls together that come in pieces.
///
/// OpenAI numbers them and names them once. Other servers leave the number out, give every call the
/// number 0, begin at 1, or repeat name and id with every piece; a missing number never means 0.
struct OpenAIToolCalls {
  private struct Call {
    var index: Int?
    var id: String?
    var name: String
    /// What came before the name did.
    var early = ""
    var part: Int?
  }

  private var calls: [Call] = []

  var isEmpty: Bool { calls.isEmpty }

  mutating func add(
    _ piece: JSONIndex.Node, _ json: borrowing JSONIndex, _ events: inout ReplyAssembler
  ) {
    let function = json["function", in: piece]
    add(
      index: json.integer(json["index", in: piece]), id: json.string(json["id", in: piece]),
      function, json, &events)
  }

  /// The form before there were tools: one call, without a number or an id.
  mutating func add(
    legacy function: JSONIndex.Node, _ json: borrowing JSONIndex, _ events: inout ReplyAssembler
  ) {
    add(index: 0, id: nil, function, json, &events)
  }

  private mutating func add(
    index: Int?, id: String?, _ function: JSONIndex.Node?, _ json: borrowing JSONIndex,
    _ events: inout ReplyAssembler
  ) {
    let id = id.flatMap { $0.isEmpty ? nil : $0 }
    let name = json.string(json["name", in: function]) ?? ""
    let position = position(index: index, id: id, name: name)
    if calls[position].part == nil {
      calls[position].id = calls[position].id ?? id
      calls[position].name += name
      open(position, &events)
    }
    let arguments = json["arguments", in: function]
    let more = json.string(arguments) ?? (json.isObject(arguments) ? json.source(arguments) : nil)
    guard let more, !more.isEmpty else { return }
    if let part = calls[position].part {
      events.add(.arguments(more), to: part)
    } else {
      calls[position].early += more
    }
  }

  /// Which call a piece belongs to; a new one where it belongs to none.
  private mutating func position(index: Int?, id: String?, name: String) -> Int {
    let known: Int?
    if let index {
      known = calls.lastIndex { $0.index == index }
    } else if let id {
      known = calls.lastIndex { $0.id == id }
    } else {
      // Neither number nor id: more of the last call, unless it names another.
      known = name.isEmpty || calls.last?.name == "" ? calls.indices.last : nil
    }
    if let known {
      // The same number with another id, or without ids with another name, is another call.
      let call = calls[known]
      let isAnother =
        !name.isEmpty && call.part != nil
        && (id == nil || call.id == nil ? name != call.name : id != call.id)
      if !isAnother { return known }
    }
    calls.append(Call(index: index, id: id, name: ""))
    return calls.count - 1
  }

  private mutating func open(_ position: Int, _ events: inout ReplyAssembler) {
    guard !calls[position].name.isEmpty else { return }
    events.closeCurrent()
    let call = calls[position]
    let part = events.open(.toolCall(id: call.id ?? events.newCallID(), name: call.name))
    calls[position].part = part
    events.add(.arguments(call.early), to: part)
  }

  /// Ends the calls. Those that were never named are begun all the same: nothing that the model said is
  /// lost.
  mutating func finish(into events: inout ReplyAssembler) {
    for position in calls.indices {
      if calls[position].part == nil {
        calls[position].name = "unnamed"
        open(position, &events)
      }
      if let part = calls[position].part { events.close(part) }
    }
  }
}
