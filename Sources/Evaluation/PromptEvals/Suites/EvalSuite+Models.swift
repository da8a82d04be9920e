import Documents
import EvalGraders
public import LanguageModels
package import SourceFiles

extension EvalSuite {
  /// Runs every variant with each of several models, which replace the suite's own for variants alone: judges and a
  /// simulated person stay what they are.
  ///
  /// The new variants are named as those of a grid: by the old name and the model, or by the model if there was one variant.
  /// The baseline becomes the old one with the first of the models. Without models nothing changes.
  public mutating func cross(with models: [ModelReference]) {
    guard let first = models.first else { return }
    let areSeveral = comparison.variants.count > 1
    func name(_ id: String, _ model: ModelReference) -> String {
      areSeveral ? "\(id) \(model)" : model.description
    }
    comparison.variants = comparison.variants.flatMap { variant in
      models.map { model in
        var crossed = variant
        crossed.ownID = variant.ownID ?? variant.id
        crossed.id = name(variant.id, model)
        crossed.model = model
        return crossed
      }
    }
    comparison.baseline = name(comparison.baseline, first)
  }
}

extension EvalSuite {
  /// Returns an error about a model's file with the line of the suite that names it; the same error if no line does.
  package func locating(_ error: SourceError, of model: ModelReference) -> SourceError {
    guard let node = modelNodes[model] else { return error }
    return SourceError(
      error.diagnostics.flatMap { problem in
        problem.location == nil
          ? node.error(problem.code, problem.message, hint: problem.hint).diagnostics : [problem]
      }) ?? error
  }

  /// Returns the first place of each model below a node: the values of `model`, `models` and the like.
  static func modelNodes(in node: DocumentNode) -> [ModelReference: DocumentNode] {
    var found: [ModelReference: DocumentNode] = [:]
    func visit(_ node: DocumentNode, isModel: Bool) {
      switch node.content {
      case .scalar:
        guard isModel, let model = try? ModelReference(node, in: node.path.parentFolder),
          found[model] == nil
        else { return }
        found[model] = node
      case .sequence(let items): for item in items { visit(item, isModel: isModel) }
      case .mapping(let entries):
        for entry in entries {
          visit(entry.value, isModel: ["model", "models", "checker"].contains(entry.key))
        }
      }
    }
    visit(node, isModel: false)
    return found
  }
}
