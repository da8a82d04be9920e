import CoachModel
package import Documents
package import LanguageModels
package import PromptTemplates
package import SourceFiles

// Readers for values in suites whose types belong to other modules.

extension ModelReference {
  /// Reads a model reference; the path of a recording or a script is relative to `folder`.
  package init(_ node: DocumentNode, in folder: String) throws(SourceError) {
    let text = try node.string("a model")
    guard var reference = ModelReference(text) else {
      throw node.error("suite.model", "'\(text)' is not a model", hint: "write provider:model")
    }
    if ["replay", "replies", "scripted"].contains(reference.provider) {
      reference.model = reference.model.resolved(in: folder)
    }
    self = reference
  }
}

extension [ModelReference] {
  /// Reads one model or a list of them.
  package init(_ node: DocumentNode, in folder: String) throws(SourceError) {
    self = []
    guard case .sequence(let items) = node.content else {
      append(try ModelReference(node, in: folder))
      return
    }
    for item in items { append(try ModelReference(item, in: folder)) }
  }
}

extension PromptReference {
  package init(_ node: DocumentNode) throws(SourceError) {
    let text = try node.string("a prompt")
    guard let prompt = PromptReference(text) else {
      throw node.error("suite.prompt", "'\(text)' is not a prompt", hint: "write name@version")
    }
    self = prompt
  }

  package static func list(_ node: DocumentNode) throws(SourceError) -> [PromptReference] {
    guard case .sequence(let items) = node.content else { return [try PromptReference(node)] }
    var prompts: [PromptReference] = []
    for item in items { prompts.append(try PromptReference(item)) }
    return prompts
  }
}

extension ModelParameters {
  package init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "'parameters'")
    self.init(
      maximumTokens: try map.optional("max_tokens")?.integer("'max_tokens'", in: Self.tokenLimits),
      temperature: try map.optional("temperature")?.number("'temperature'", in: 0...2),
      topP: try map.optional("top_p")?.number("'top_p'", in: 0...1),
      seed: try map.optional("seed")?.integer("'seed'", in: 0...(.max)),
      stop: try map.strings("stop"))
    if let node = map.optional("reasoning") {
      reasoning  // With -1 some models choose themselves.
      =
        if node.json.number != nil {
          .tokens(try node.integer("'reasoning'", in: -1...Self.tokenLimits.upperBound))
        } else {
          ReasoningEffort(word: try node.string("'reasoning'"))
        }
    }
    serviceTier = try map.optional("service_tier").map { node throws(SourceError) in
      ServiceTier(rawValue: try node.string("'service_tier'"))
    }
    if let node = map.optional("extra") {
      guard let members = node.json.object else {
        throw node.error(.type, "'extra' must be a mapping, not \(node.kindName)")
      }
      if let problem = ExtraMembers.problem(in: members) {
        throw node.error("suite.extra", problem.message, hint: problem.hint)
      }
      extra = members
    }
    try map.finish()
  }
}
