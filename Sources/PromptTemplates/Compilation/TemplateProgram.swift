import SourceFiles

/// A template and all it includes, compiled.
struct TemplateProgram: Sendable {
  /// The template itself, or a partial.
  struct Routine: Sendable {
    var instructions: Range<Int>
    /// The position of its file in ``TemplateProgram/files``.
    var file: Int32
  }

  /// A call of a helper.
  struct Call: Sendable {
    var helper: TemplateHelper
    var arguments: [Operand]
    var named: [(name: String, value: Operand)]
    var origin: Int32
  }

  /// The inclusion of a partial.
  struct Inclusion: Sendable {
    var routine: Int32
    var context: Operand?
    /// Values laid over the context, by symbol.
    var arguments: [(name: Int32, value: Operand)]
    var indentation: [UInt8]
  }

  var instructions: [Instruction] = []
  /// The first is the template itself.
  var routines: [Routine] = []
  var files: [SourceFile] = []
  /// All text of all templates, one piece after the other.
  var text: [UInt8] = []
  /// The symbols of all paths, one path after the other.
  var names: [Int32] = []
  var calls: [Call] = []
  var inclusions: [Inclusion] = []
  /// The names of sections: the declared ones first, then those that only the text mentions.
  var sections: [String]
  /// Whether the template places the earlier conversation itself.
  var placesHistory = false
  /// The literals, to which a render adds its inputs.
  var constants: PromptData
}
