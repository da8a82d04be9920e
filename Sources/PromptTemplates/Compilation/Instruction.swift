/// One step of a compiled template. Plain numbers only: an instruction holds no reference.
///
/// Blocks carry where their branches end: the body follows the instruction, the other branch the body.
enum Instruction: Sendable {
  /// Copies template text. `openBracket` is as in ``PromptData/Node``.
  case text(TextRange, origin: Int32, openBracket: UInt8)
  /// Writes a value.
  case output(Operand, origin: Int32)
  /// Writes a file or an image that a model is to look at.
  case media(url: Operand, contentType: Operand?, origin: Int32)
  /// Places the earlier conversation.
  case history(origin: Int32)
  /// Begins a message of another role.
  case role(Operand, origin: Int32)
  /// Begins a section.
  case section(Operand, origin: Int32)
  /// Takes one of two branches.
  case branch(Condition, bodyEnd: Int32, otherwiseEnd: Int32)
  /// Runs the body for each element.
  case each(Operand, bodyEnd: Int32, otherwiseEnd: Int32, origin: Int32)
  /// Runs the body with another context.
  case with(Operand, bodyEnd: Int32, otherwiseEnd: Int32)
  /// What a block with a plain name does in Handlebars: loops, enters or merely asks, as the value is.
  case enter(Operand, bodyEnd: Int32, otherwiseEnd: Int32, origin: Int32)
  /// Runs another template; the number is that of a ``TemplateProgram/Inclusion``.
  case include(Int32, origin: Int32)
}

/// What a branch asks.
enum Condition: Sendable {
  case truth(Operand, isInverted: Bool, includesZero: Bool)
  case equality(Operand, Operand, isInverted: Bool)
}

/// Where a value comes from.
enum Operand: Sendable {
  /// Names to follow from a context so many levels up.
  case path(levelsUp: Int32, NameRange)
  /// Names to follow from all inputs: `@root.name`.
  case root(NameRange)
  /// Names to follow from what the caller passed beside the inputs: `@state.count`.
  case variable(NameRange)
  /// What a loop knows about itself, so many loops up.
  case loop(LoopVariable, loopsUp: Int32)
  /// The key of the element that is the context so many levels up: a block's second parameter.
  case key(levelsUp: Int32)
  /// A value in the program's own data.
  case literal(Int32)
  /// The result of a ``TemplateProgram/Call``.
  case call(Int32)
}

enum LoopVariable: String, CaseIterable, Sendable {
  case index, key, first, last
}

/// A range of ``TemplateProgram/names``.
struct NameRange: Sendable {
  var start: Int32
  var count: Int32
}

/// A range of ``TemplateProgram/text``.
struct TextRange: Sendable {
  var start: Int32
  var end: Int32
}
