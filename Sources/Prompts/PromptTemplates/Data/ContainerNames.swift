import SourceFiles

/// The XML-like tags that templates wrap text in.
enum ContainerNames {
  /// Returns the names of all containers that have a closing tag in the templates.
  static func find(in templates: some Sequence<PromptTemplate>) -> Set<String> {
    var names: Set<String> = []
    for template in templates {
      forEachMark(in: template.file.bytes) { name, isCloser in
        if isCloser { names.insert(name) }
      }
    }
    return names
  }

  /// Returns the change in the number of open containers over a text.
  static func depth(of text: String) -> Int {
    var depth = 0
    forEachMark(in: Array(text.utf8)) { _, isCloser in depth += isCloser ? -1 : 1 }
    return depth
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Calls a closure for every `<name>` and `</name>`.
  private static func forEachMark(in bytes: [UInt8], _ body: (String, Bool) -> Void) {
    var at = 0
    while let open = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
      at = open + 1
      let isCloser = at < bytes.count && bytes[at] == UInt8(ascii: "/")
      if isCloser { at += 1 }
      let name = bytes[at...].prefix { byte in
        isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
      guard let first = name.first, isLetter(first), name.endIndex < bytes.count,
        bytes[name.endIndex] == UInt8(ascii: ">")
      else { continue }
      body(String(decoding: name, as: UTF8.self), isCloser)
    }
  }
}
