import Documents
import EvalGraders
public import LanguageModels
public import PromptTemplates
import SourceFiles

/// The model that plays the person, and its settings.
public struct SimulatedPersonUse: Sendable, Hashable {
  /// The model.
  ///
  /// It has no default, so that it is not the candidate's own by accident.
  public var model: ModelReference
  /// Generation parameters that override the prompt's.
  public var parameters = ModelParameters()
  /// The prompt that describes the role; `nil` for the built-in one.
  public var prompt: PromptReference?
  /// The maximum number of coach messages in a conversation; 18 by default.
  public var coachMessages = 18
  /// The model that looks for faults of the simulated person, such as a break of the role; `nil` to rely on
  /// rules alone.
  public var checker: ModelReference?
}

extension SimulatedPersonUse {
  init(_ node: DocumentNode, in folder: String) throws(SourceError) {
    var map = try MappingReader(node, "'person'")
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
