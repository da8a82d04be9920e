/// A run of text or one tag, as the lexer finds them.
enum TemplateToken {
  case text(Text)
  case tag(Tag)

  /// Text that may lose blanks at its ends: `bytes` is what was written, `kept` what remains.
  struct Text {
    var bytes: ArraySlice<UInt8>
    var kept: Range<Int>
    var offset: Int

    init(bytes: ArraySlice<UInt8>, offset: Int) {
      self.bytes = bytes
      self.offset = offset
      kept = bytes.startIndex..<bytes.endIndex
    }
  }

  struct Tag {
    var kind: Kind
    /// What stands between the braces, without marks.
    var content: Range<Int>
    /// The offset of the opening braces.
    var offset: Int
    var stripsBefore = false
    var stripsAfter = false
    /// Blanks before the tag when it stands alone on its line.
    var indentation = ""
  }

  enum Kind {
    case output
    case comment
    /// `{{#`
    case open
    /// `{{^` with a name: a block whose branches are swapped.
    case openInverted
    /// `{{/`
    case close
    /// `{{else}}`, `{{^}}` or `{{else if …}}`
    case otherwise
    /// `{{>`
    case partial
  }
}
