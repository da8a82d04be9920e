import Documents
public import EvalGraders
public import LanguageModels
import SourceFiles

/// A judge that reads two variants' replies to the same conversation and says which is better.
public struct PairwiseJudge: Sendable, Hashable {
  /// The name in reports.
  public var id: String
  /// What makes one reply better than the other, in words for the judge.
  public var rubric: String
  /// The models that judge; several form a jury.
  public var models: [ModelReference]
  /// The generation parameters of the judge; a temperature of 0 by default.
  public var parameters = ModelParameters(temperature: 0)
  /// The coach messages that are compared; `nil` for the whole conversation.
  public var turns: TurnSelection?
}

extension PairwiseJudge {
  init(_ node: DocumentNode, in folder: String) throws(SourceError) {
    var map = try MappingReader(node, "a pairwise judge")
    id = try map.string("id")
    rubric = try map.string("rubric")
    models = try [ModelReference](try map.required("models"), in: folder)
    if let node = map.optional("parameters") { parameters = try ModelParameters(node) }
    turns = try map.optional("turns").map { node throws(SourceError) in try TurnSelection(node) }
    try map.finish()
  }
}
