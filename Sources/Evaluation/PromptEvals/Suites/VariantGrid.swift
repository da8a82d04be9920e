import Documents
import EvalGraders
import LanguageModels
import PromptTemplates
import SourceFiles

/// All combinations of prompts × models × parameters × domains × sections to leave out.
struct VariantGrid {
  /// One value of a dimension: its part of the variant's name, and the change that it makes.
  private struct Choice {
    var name: String
    var apply: (inout EvalVariant) -> Void
  }

  private var dimensions: [[Choice]] = []

  init(_ node: DocumentNode, in folder: String) throws(SourceError) {
    var map = try MappingReader(node, "'grid'")
    let prompts = try PromptReference.list(try map.required("prompt"))
    let isOneName = Set(prompts.map(\.name)).count == 1
    dimensions.append(
      prompts.map { prompt in
        let name = isOneName && prompts.count > 1 ? prompt.version : nil
        return Choice(name: name ?? prompt.description) { $0.prompt = prompt }
      })
    if let node = map.optional("model") {
      dimensions.append(
        try [ModelReference](node, in: folder).map { model in
          Choice(name: model.description) { $0.model = model }
        })
    }
    try add(map.optional("parameters"), what: "'parameters'") { node throws(SourceError) in
      let parameters = try ModelParameters(node)
      let name = parameters.json.map { "\($0.key) \($0.value.text())" }.joined(separator: " ")
      return Choice(name: name) { $0.parameters = parameters }
    }
    try add(map.optional("domain"), what: "'domain'") { node throws(SourceError) in
      let domain = try node.string("a domain")
      return Choice(name: domain) { $0.domain = domain }
    }
    try add(map.optional("leave_out"), what: "'leave_out'") { node throws(SourceError) in
      let sections = try node.strings("the sections to leave out")
      let name = sections.isEmpty ? "all" : "without \(sections.joined(separator: "+"))"
      return Choice(name: name) { $0.leftOut = sections }
    }
    try map.finish()
    guard dimensions.allSatisfy({ !$0.isEmpty }) else {
      throw node.error("suite.grid", "a dimension of the grid is empty", hint: "leave it out")
    }
  }

  private mutating func add(
    _ node: DocumentNode?, what: String,
    read: (DocumentNode) throws(SourceError) -> Choice
  ) throws(SourceError) {
    guard let node else { return }
    var choices: [Choice] = []
    for item in try node.list(what) { choices.append(try read(item)) }
    dimensions.append(choices)
  }

  /// The variants, named after the dimensions that have several values.
  var variants: [EvalVariant] {
    let empty: [(names: [String], variant: EvalVariant)] = [
      ([], EvalVariant(id: "", prompt: PromptReference(name: "")))
    ]
    let all = dimensions.reduce(empty) { variants, choices in
      variants.flatMap { names, variant in
        choices.map { choice in
          var variant = variant
          choice.apply(&variant)
          return (choices.count > 1 ? names + [choice.name] : names, variant)
        }
      }
    }
    return all.map { names, variant in
      var variant = variant
      variant.id = names.isEmpty ? variant.prompt.description : names.joined(separator: " ")
      return variant
    }
  }
}
