import Conversations
import SourceFiles

/// A piece of a parsed template.
indirect enum TemplateNode: Sendable {
  /// Text that stands in the template.
  case text(String, at: SourceLocation)
  /// `{{expression}}`
  case output(TemplateExpression)
  /// `{{#name …}}…{{else}}…{{/name}}`
  case block(TemplateBlock)
  /// `{{> name …}}`
  case partial(TemplatePartial)
}

/// A block with its two branches.
struct TemplateBlock: Sendable {
  var call: TemplateCall
  var body: [TemplateNode]
  var otherwise: [TemplateNode]
}

/// The inclusion of another template.
struct TemplatePartial: Sendable {
  var name: String
  /// The value that becomes the partial's context; nil keeps the current one.
  var context: TemplateExpression?
  /// Values laid over the context.
  var arguments: [(name: String, value: TemplateExpression)]
  /// Blanks before the tag when it stands alone on its line: every line of the partial gets them.
  var indentation: String
  var location: SourceLocation
}

/// A helper's name with what is passed to it.
struct TemplateCall: Sendable {
  var name: String
  var arguments: [TemplateExpression]
  var named: [(name: String, value: TemplateExpression)]
  var location: SourceLocation
}

/// Something that has a value.
indirect enum TemplateExpression: Sendable {
  case literal(JSONValue, at: SourceLocation)
  case path(TemplatePath)
  case call(TemplateCall)

  var location: SourceLocation {
    switch self {
    case .literal(_, let location): location
    case .path(let path): path.location
    case .call(let call): call.location
    }
  }
}

/// A way to a value: `domain.name`, `this`, `../title`, `@index`, `@state.count`.
struct TemplatePath: Sendable, CustomStringConvertible {
  /// How many contexts to go up (`../`).
  var levelsUp: Int
  /// Whether it starts with `@`: loop variables and what the caller passes beside the inputs.
  var isVariable: Bool
  /// The names to follow; empty for `this`.
  var names: [String]
  var location: SourceLocation

  var description: String {
    let up = String(repeating: "../", count: levelsUp)
    if names.isEmpty { return levelsUp > 0 ? String(up.dropLast()) : "this" }
    return up + (isVariable ? "@" : "") + names.joined(separator: ".")
  }
}
