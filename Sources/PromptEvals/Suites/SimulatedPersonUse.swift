import EvalGraders
public import LanguageModels
public import PromptTemplates
import SourceFiles
import YAMLDocument

/// Who plays the person, and by which rules.
public struct SimulatedPersonUse: Sendable, Hashable {
  /// The model; never the candidate's own by accident, so it must be named.
  public var model: ModelReference
  /// How it generates.
  public var parameters = ModelParameters()
  /// The prompt that tells it whom to play; nil for this library's own.
  public var prompt: PromptReference?
  /// The longest conversation, in coach messages.
  public var coachMessages = 18
  /// The model that looks for a person who forgot who they are; nil leaves it to the rules.
  public var checker: ModelReference?
}

extension SimulatedPersonUse {
  init(_ node: YAMLNode, in folder: String) throws(SourceError) {
    var map = try YAMLMapping(node, "'person'")
    model = try ModelReference(try map.required("model"), in: folder)
    if let node = map.optional("parameters") { parameters = try ModelParameters(node) }
    prompt = try map.optional("prompt").map { node throws(SourceError) in
      try PromptReference(node)
    }
    coachMessages =
      try map.optional("coach_messages")?.integer("'coach_messages'", in: 1...200) ?? 18
    checker = try map.optional("checker").map { node throws(SourceError) in
      try ModelReference(node, in: folder)
    }
    try map.finish()
  }
}
