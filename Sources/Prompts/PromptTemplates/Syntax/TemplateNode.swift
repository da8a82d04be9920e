import Documents

/// A node of a parsed template. Offsets are byte offsets into the file; they are converted to lines and columns only
/// for diagnostics.
indirect enum TemplateNode: Sendable {
  /// Literal text of the template.
  case text(String, offset: Int)
  /// An expression whose value is written: `{{expression}}`
  case output(TemplateExpression)
  /// A block with its branches: `{{#name …}}…{{else}}…{{/name}}`
  case block(TemplateBlock)
  /// A reference to a partial: `{{> name …}}`
  case partial(TemplatePartial)
  /// A comment about topics, of which nothing is rendered: `{{! coachkit.topic … }}`
  case topic(TopicNote)
}

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
  /// Values that override members of the context.
  var arguments: [(name: String, value: TemplateExpression)]
  /// The whitespace before a tag that is alone on its line; it is added to every line of the partial.
  var indentation: String
  var offset: Int
}

/// A call of a helper, a directive or a block.
struct TemplateCall: Sendable {
  var name: String
  var arguments: [TemplateExpression]
  var named: [(name: String, value: TemplateExpression)]
  var offset: Int
}

/// An expression with a value.
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

/// A path to a value: `domain.name`, `this`, `../title`, `@index`, `@../index`, `@state.count`.
struct TemplatePath: Sendable, CustomStringConvertible {
  /// The number of contexts to go up (`../`), or of loops for a variable (`@../`).
  var levelsUp: Int
  /// Whether the path starts with `@`: a loop variable, or a variable that the caller passes beside the inputs.
  var isVariable: Bool
  /// The names to follow; empty for `this`.
  var names: [String]
  /// Whether the path starts with `this` or `.`, so that a block's parameter never shadows it.
  var isExplicit = false
  var offset: Int

  var description: String {
    let up = String(repeating: "../", count: levelsUp)
    if isVariable { return "@" + up + names.joined(separator: ".") }
    if names.isEmpty { return levelsUp > 0 ? String(up.dropLast()) : "this" }
    return up + names.joined(separator: ".")
  }
}
