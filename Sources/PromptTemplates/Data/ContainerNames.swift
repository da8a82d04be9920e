import SourceFiles

/// The names of the XML-like containers that templates wrap text in: every `</name>` they write.
enum ContainerNames {
  static func find(in templates: some Sequence<PromptTemplate>) -> Set<String> {
    var names: Set<String> = []
    for template in templates {
      let bytes = template.file.bytes
      var at = 0
      while let open = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
        at = open + 1
        guard at < bytes.count, bytes[at] == UInt8(ascii: "/") else { continue }
        let name = bytes[(at + 1)...].prefix { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
        guard !name.isEmpty, name.endIndex < bytes.count,
          bytes[name.endIndex] == UInt8(ascii: ">")
        else { continue }
        names.insert(String(decoding: name, as: UTF8.self))
      }
    }
    return names
  }
}
