import CommandLineSupport
import Documents

extension OutsideReader {
  /// What the terminal shows of texts of others.
  static let output: [OutsideReader] = [
    OutsideReader(
      "terminal",
      shapes: [
        Shape("words", "word "), Shape("lines", "line\n"), Shape("letters", "a"),
        Shape("escapes", "\u{1B}[31m"), Shape("open escapes", "\u{1B}"),
        Shape("soft hyphens", "\u{AD}"), Shape("emoji", "👩🏽‍💻"), Shape("han", "漢"),
        Shape("joiners", "👩\u{200D}"), Shape("marks", "\u{301}"), Shape("blanks", " "),
      ],
      words: ["a", " ", "\n", "\u{1B}", "[0m", "漢", "👩🏽‍💻", "\u{200D}", "\u{AD}", "\t", "é", "\r"]
    ) { bytes in
      let text = bytes.text
      var table = TextTable([("name", .left), ("text", .left)], shrinkable: ["name": 8])
      for line in text.split(separator: "\n", maxSplits: 1_000) { table.add(["a", String(line)]) }
      _ = table.lines(within: 60)
      var wrapper = LineWrapper(width: 60, indentation: 2)
      for piece in bytes.pieces { _ = wrapper.feed(piece.text) }
      _ = wrapper.flush()
      _ = text.revealed
      _ = JSONValue.string(text).printed()
    }
  ]
}
