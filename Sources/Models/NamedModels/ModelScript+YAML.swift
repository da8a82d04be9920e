import Documents
package import LanguageModels
package import SourceFiles

extension ModelScript {
  /// Reads a script from a YAML file.
  ///
  /// ```yaml
  /// replies:                        # the first entry that fits a call answers it
  ///   - {message: 1, reply: What brings you here?}
  ///   - {transcript: noor-freezes, side: v2, replies: [I see., And then?]}
  ///   - {message: 2, reply: {tool_calls: [{name: set_reminder, arguments: {day: Monday}}]}}
  /// loop: [Tell me more., {text: What was that, finish: length}, {error: overloaded}]
  /// ```
  ///
  /// Throws ``SourceError`` with the location of a mistake.
  package init(_ file: SourceFile) throws(SourceError) {
    var map = try MappingReader(try DocumentNode.parse(file), "a script")
    var entries: [Entry] = []
    for item in try map.optional("replies")?.list("'replies'") ?? [] {
      entries.append(try Entry(item))
    }
    let loop = try Self.turns(map.optional("loop"), "'loop'")
    try map.finish()
    guard !entries.isEmpty || !loop.isEmpty else {
      throw map.node.error(
        "script.empty", "the script has no replies", hint: "write replies: […], loop: […], or both")
    }
    self.init(entries, loop: loop)
  }

  fileprivate static func turns(_ node: DocumentNode?, _ what: String) throws(SourceError)
    -> [ScriptedModel.Turn]
  {
    var turns: [ScriptedModel.Turn] = []
    for item in try node?.list(what) ?? [] { turns.append(try ScriptedModel.Turn(item)) }
    return turns
  }
}

extension ModelScript.Entry {
  fileprivate init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "a reply")
    var transcripts: [String] = []
    if let node = map.optional("transcript") {
      if case .sequence = node.content {
        transcripts = try node.strings("'transcript'")
      } else {
        transcripts = [try node.string("'transcript'")]
      }
    }
    let one = map.optional("reply")
    let several = map.optional("replies")
    guard (one == nil) != (several == nil) else {
      throw node.error(
        "script.reply", "a reply needs 'reply' or 'replies', and not both",
        hint: "'reply' answers every call that fits; of 'replies' the n-th call gets the n-th")
    }
    var replies = try ModelScript.turns(several, "'replies'")
    if let one { replies = [try ScriptedModel.Turn(one)] }
    self.init(
      transcripts: transcripts, side: try map.optional("side")?.string("'side'"),
      message: try map.optional("message")?.integer("'message'", in: 1...1000),
      attempt: try map.optional("attempt")?.integer("'attempt'", in: 1...100_000),
      replies: replies, isRepeated: one != nil)
    try map.finish()
  }
}

extension ScriptedModel.Turn {
  /// Reads a text, a text that ends in another way or calls tools, or a failure.
  fileprivate init(_ node: DocumentNode) throws(SourceError) {
    guard case .mapping = node.content else {
      self = .text(try node.text("a reply"))
      return
    }
    var map = try MappingReader(node, "a reply")
    let pieces = [try map.optional("text")?.text("'text'") ?? ""].filter { !$0.isEmpty }
    if let code = map.optional("error") {
      let error: ModelError.Code = try code.choice("'error'")
      self = .failure(
        ModelError(error, "the script says so", advice: "change the script"), after: pieces)
    } else if let node = map.optional("tool_calls") {
      var calls: [ToolCall] = []
      for item in try node.list("'tool_calls'") {
        var call = try MappingReader(item, "a call")
        let name = try call.string("name")
        let arguments = call.optional("arguments")?.json
        calls.append(
          ToolCall(
            id: "call_\(calls.count + 1)", name: name,
            // A text is what the model wrote, which may be no JSON.
            arguments: arguments.map { $0.string ?? $0.text() } ?? "{}"))
        try call.finish()
      }
      self = .calling(calls, after: pieces)
    } else {
      let finish = try map.required("finish").string("'finish'")
      self = .ending(FinishReason(word: finish), after: pieces)
    }
    try map.finish()
  }
}
