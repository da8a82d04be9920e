/// A run of text or a tag.
enum TemplateToken {
  case text(Text)
  case tag(Tag)

  /// Text that may lose whitespace at its ends: `bytes` is the text as written, `kept` the range that remains.
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
    /// The range between the braces, without the tag's marks.
    var content: Range<Int>
    /// The offset of the opening braces.
    var offset: Int
    var stripsBefore = false
    var stripsAfter = false
    /// The whitespace before a tag that is alone on its line.
    var indentation = ""
  }

  enum Kind {
    case output
    case comment
    /// `{{#`: the start of a block.
    case open
    /// `{{^` with a name: a block whose branches are swapped.
    case openInverted
    /// `{{/`: the end of a block.
    case close
    /// `{{else}}`, `{{^}}` or `{{else if …}}`
    case otherwise
    /// `{{>`: a reference to a partial.
    case partial
  }
}
