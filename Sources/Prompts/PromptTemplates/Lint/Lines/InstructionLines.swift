import SourceFiles

extension [LintLine] {
  /// The lines that instruct the model: without code blocks, quotations, and the text of `<example>` tags, which show
  /// what others write.
  var instructions: [LintLine] {
    var file = ""
    var (isInCode, isInExample) = (false, false)
    return filter { line in
      if line.file.path != file {
        file = line.file.path
        (isInCode, isInExample) = (false, false)
      }
      if line.text.hasPrefix("```") {
        isInCode.toggle()
        return false
      }
      let opens = line.text.contains("<example")
      let closes = line.text.contains("</example")
      defer { isInExample = (isInExample || opens) && !closes }
      return !isInCode && !isInExample && !opens && !closes && !line.text.hasPrefix(">")
    }
  }
}
