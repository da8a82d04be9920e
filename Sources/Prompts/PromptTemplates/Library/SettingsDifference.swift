import CoachModel
import Documents
import ReplyContracts

/// Describes the differences between the front matter of two versions of a prompt.
enum SettingsDifference {
  static func words(from before: PromptTemplate, to after: PromptTemplate) -> [String] {
    let (old, new) = (before.frontMatter, after.frontMatter)
    return named("input", old: inputs(old), new: inputs(new))
      + named("parameter", old: parameters(old), new: parameters(new))
      + named("tag", old: tags(old), new: tags(new))
      + named("output", old: output(old), new: output(new))
      + named("rule", old: rules(old), new: rules(new))
  }

  private typealias Settings = [(name: String, value: JSONValue)]

  private static func named(_ what: String, old: Settings, new: Settings) -> [String] {
    let names =
      old.map(\.name) + new.map(\.name).filter { name in !old.contains { $0.name == name } }
    return names.compactMap { name in
      let before = old.first { $0.name == name }?.value
      let after = new.first { $0.name == name }?.value
      guard before != after else { return nil }
      guard let before else { return "\(what) '\(name)' is new" }
      guard let after else { return "\(what) '\(name)' is gone" }
      let isShort = before.text().count + after.text().count <= 40
      return "\(what) '\(name)' "
        + (isShort ? "was \(before.text()), is \(after.text())" : "is described otherwise")
    }
  }

  private static func inputs(_ matter: FrontMatter) -> Settings {
    (matter.inputSchema?.source["properties"]?.object ?? [:]).map { ($0.key, $0.value) }
  }

  private static func parameters(_ matter: FrontMatter) -> Settings {
    matter.config.map { ($0.key, $0.value) }
  }

  private static func tags(_ matter: FrontMatter) -> Settings {
    matter.contract.tags.map { tag in
      (tag.name, matter.contract.payloads[tag.name]?.source ?? .string(tag.form.rawValue))
    }
  }

  private static func output(_ matter: FrontMatter) -> Settings {
    matter.outputSchema.map { [("schema", $0.source)] } ?? []
  }

  private static func rules(_ matter: FrontMatter) -> Settings {
    matter.contract.rules.map { ("\($0.kind) \($0.target)", $0.source) }
  }
}
