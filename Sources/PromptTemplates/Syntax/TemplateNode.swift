import JSON

/// A piece of a parsed template. Places are byte offsets into the file that is being read; they
/// become lines and columns only when something must be said about them.
indirect enum TemplateNode: Sendable {
  /// Text that stands in the template.
  case text(String, offset: Int)
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
  /// The names after `as`: `{{#each people as |person index|}}`.
  var parameters: [String]
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
  var offset: Int
}

/// A helper's name with what is passed to it.
struct TemplateCall: Sendable {
  var name: String
  var arguments: [TemplateExpression]
  var named: [(name: String, value: TemplateExpression)]
  var offset: Int
}

/// Something that has a value.
indirect enum TemplateExpression: Sendable {
  case literal(JSONValue, offset: Int)
  case path(TemplatePath)
  case call(TemplateCall)

  var offset: Int {
    switch self {
    case .literal(_, let offset): offset
    case .path(let path): path.offset
    case .call(let call): call.offset
    }
  }
}

/// A way to a value: `domain.name`, `this`, `../title`, `@index`, `@../index`, `@state.count`.
struct TemplatePath: Sendable, CustomStringConvertible {
  /// How many contexts to go up (`../`), or loops for a variable (`@../`).
  var levelsUp: Int
  /// Whether it starts with `@`: loop variables and what the caller passes beside the inputs.
  var isVariable: Bool
  /// The names to follow; empty for `this`.
  var names: [String]
  /// Whether it begins with `this` or `.`, which a block's parameter never hides.
  var isExplicit = false
  var offset: Int

  var description: String {
    let up = String(repeating: "../", count: levelsUp)
    if isVariable { return "@" + up + names.joined(separator: ".") }
    if names.isEmpty { return levelsUp > 0 ? String(up.dropLast()) : "this" }
    return up + names.joined(separator: ".")
  }
}
