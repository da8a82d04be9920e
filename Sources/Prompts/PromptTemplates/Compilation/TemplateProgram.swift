import SourceFiles

/// A compiled template with everything it includes.
struct TemplateProgram: Sendable {
  /// The code of the template or of a partial.
  struct Routine: Sendable {
    var instructions: Range<Int>
    /// The index of its file in ``TemplateProgram/files``.
    var file: Int32
  }

  struct Call: Sendable {
    var helper: TemplateHelper
    var arguments: [Operand]
    var named: [(name: String, value: Operand)]
    var origin: Int32
  }

  struct Inclusion: Sendable {
    var routine: Int32
    var context: Operand?
    /// Values that override members of the context, by symbol.
    var arguments: [(name: Int32, value: Operand)]
    var indentation: [UInt8]
  }

  var instructions: [Instruction] = []
  /// The routines; the first is the template itself.
  var routines: [Routine] = []
  var files: [SourceFile] = []
  /// The text of all templates, concatenated.
  var text: [UInt8] = []
  /// The symbols of all paths, concatenated.
  var names: [Int32] = []
  var calls: [Call] = []
  var inclusions: [Inclusion] = []
  /// Section names: the declared ones first, then those that only occur in the text.
  var sections: [String]
  /// Whether the template inserts the conversation history itself.
  var placesHistory = false
  /// The literals; a render adds its inputs to a copy.
  var constants: PromptData
}
