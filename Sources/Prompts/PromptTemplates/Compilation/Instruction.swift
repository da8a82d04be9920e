/// One step of a compiled template. It consists of plain numbers only and holds no references.
///
/// Block instructions carry the ends of their branches: the body follows the instruction, and the `else` branch
/// follows the body.
enum Instruction: Sendable {
  /// Copies template text. `openBracket` is as in ``PromptData/Node``.
  case text(TextRange, origin: Int32, openBracket: UInt8)
  case output(Operand, origin: Int32)
  /// Adds a file or an image for the model.
  case media(url: Operand, contentType: Operand?, origin: Int32)
  /// Inserts the conversation history.
  case history(origin: Int32)
  /// Starts a message with another role.
  case role(Operand, origin: Int32)
  /// Starts a section with the name in the operand.
  case section(Operand, origin: Int32)
  /// Runs one of two branches.
  case branch(Condition, bodyEnd: Int32, otherwiseEnd: Int32)
  /// Runs the body for each element.
  case each(Operand, bodyEnd: Int32, otherwiseEnd: Int32, origin: Int32)
  /// Runs the body in another context.
  case with(Operand, bodyEnd: Int32, otherwiseEnd: Int32)
  /// A block with a plain name, as in Handlebars: iterates, changes the context or tests, depending on the value.
  case enter(Operand, bodyEnd: Int32, otherwiseEnd: Int32, origin: Int32)
  /// Runs another template; the number is the index of a ``TemplateProgram/Inclusion``.
  case include(Int32, origin: Int32)
}

/// The condition of a branch.
enum Condition: Sendable {
  case truth(Operand, isInverted: Bool, includesZero: Bool)
  case equality(Operand, Operand, isInverted: Bool)
}

/// The source of a value.
enum Operand: Sendable {
  /// Names to follow from the context a number of levels up.
  case path(levelsUp: Int32, NameRange)
  /// Names to follow from the inputs: `@root.name`.
  case root(NameRange)
  /// Names to follow from the variables that the caller passes beside the inputs: `@state.count`.
  case variable(NameRange)
  /// A variable of the enclosing loop a number of loops up.
  case loop(LoopVariable, loopsUp: Int32)
  /// The key of the element that is the context a number of levels up: a block's second parameter.
  case key(levelsUp: Int32)
  /// A value in the program's constants.
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
