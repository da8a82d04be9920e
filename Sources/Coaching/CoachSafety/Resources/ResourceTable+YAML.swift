import CoachModel
import Documents
import SafetyRules
public import SourceFiles
import TextAnalysis

extension ResourceTable {
  /// The languages in which every localized text is required.
  static let languages = ["de", "en", "es"]

  /// Reads a table from a YAML file.
  ///
  /// Emergency numbers and resources need sources and the day of their last check. Throws ``SourceError`` with the
  /// location of the problem.
  public init(_ file: SourceFile) throws(SourceError) {
    var map = try MappingReader(try DocumentNode.parse(file), "a table of resources")
    var table: [String: Region] = [:]
    for entry in try MappingReader(try map.required("regions"), "'regions'").entries {
      guard Self.isCountry(entry.key) else {
        throw SourceError(
          Diagnostic(
            "resources.region", "'\(entry.key)' is not a country", at: entry.location,
            hint: "use its two capital letters (ISO 3166-1)"))
      }
      table[entry.key] = try Region(entry.value)
    }
    for node in try map.optional("emergency")?.list("'emergency'") ?? [] {
      var group = try MappingReader(node, "each item of 'emergency'")
      let countries = try group.required("countries").list("'countries'")
      let emergency = try Emergency(&group)
      for country in countries {
        let code = try country.string("each item of 'countries'")
        guard Self.isCountry(code), table[code] == nil else {
          throw country.error(
            "resources.region", "'\(code)' is no country, or is listed before",
            hint: "use its two capital letters (ISO 3166-1), once")
        }
        table[code] = Region(emergency: emergency, entries: [])
      }
    }
    try map.finish()
    self.init(table: table)
  }
}

extension ResourceTable {
  private static func isCountry(_ code: String) -> Bool {
    code.utf8.count == 2 && code.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }
}

extension ResourceTable.Region {
  init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "a country")
    emergency = try ResourceTable.Emergency(try map.required("emergency"))
    entries = []
    for node in try map.required("resources").list("'resources'") {
      let entry = try ResourceTable.Entry(node)
      guard !entries.contains(where: { $0.name == entry.name }) else {
        throw node.error(
          "resources.duplicate", "'\(entry.name)' is listed twice", hint: "remove one of them")
      }
      entries.append(entry)
    }
    try map.finish()
  }
}

extension ResourceTable.Emergency {
  init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "'emergency'")
    try self.init(&map)
  }

  /// Reads the rest of a mapping.
  init(_ map: inout MappingReader) throws(SourceError) {
    let list = try map.required("numbers")
    numbers = try list.strings("'numbers'")
    guard let first = numbers.first, !first.isEmpty,
      numbers.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else {
      throw list.error(
        "resources.numbers", "'numbers' are digits only, and at least one number",
        hint: "write [\"112\"]")
    }
    (sources, checked) = (try map.webAddresses("sources"), try map.day("checked"))
    try map.finish()
  }
}

extension ResourceTable.Entry {
  init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "a resource")
    name = try map.string("name")
    let reach = try map.required("contact")
    contact =
      if case .mapping = reach.content {
        try LocalizedText(reach, "'contact'")
      } else {
        LocalizedText(try reach.string("'contact'"))
      }
    guard contact.all.allSatisfy({ !Contacts(in: $0).isEmpty }) else {
      throw reach.error(
        "resources.contact", "there is no number or web address in 'contact'",
        hint: "say how to reach it")
    }
    links = try Self.links(try map.required("links"), of: contact)
    let list = try map.required("kinds")
    kinds = []
    for item in try list.list("'kinds'") {
      kinds.append(try item.choice("each item of 'kinds'"))
    }
    guard !kinds.isEmpty, Set(kinds).count == kinds.count else {
      throw list.error("resources.kinds", "'kinds' names each kind once", hint: "and at least one")
    }
    let words = try map.required("note")
    note = try LocalizedText(words, "'note'")
    guard note.all.allSatisfy({ Contacts(in: $0).isEmpty }) else {
      throw words.error(
        "resources.note", "there is a number or web address in 'note'",
        hint: "move it to 'contact', where it is protected")
    }
    isUntraced = try map.flag("untraced")
    (sources, checked) = (try map.webAddresses("sources"), try map.day("checked"))
    try map.finish()
  }
}

extension ResourceTable.Entry {
  /// Reads links. What they dial is what the text says, and all of it, so that neither can be wrong alone.
  private static func links(
    _ node: DocumentNode, of contact: LocalizedText
  ) throws(SourceError) -> [ResourceTable.Link] {
    var links: [ResourceTable.Link] = []
    for item in try node.list("'links'") {
      var map = try MappingReader(item, "a link")
      let kind: ContactLink.Kind = try map.required("kind").choice("'kind'")
      let url = try map.string("url")
      let label = try map.optional("label").map { node throws(SourceError) in
        try LocalizedText(node, "'label'")
      }
      try map.finish()
      if let problem = ContactLink(kind: kind, url: url).problem {
        throw item.error(
          "resources.link", "'\(url)' cannot be opened: \(problem)", hint: "write tel:988")
      }
      links.append(ResourceTable.Link(kind: kind, label: label, url: url))
    }
    guard !links.isEmpty, Set(links.map(\.url)).count == links.count else {
      throw node.error(
        "resources.links", "'links' names each way once, and at least one",
        hint: "write [{kind: call, url: \"tel:988\"}]")
    }
    let dialled = Set(links.compactMap { ContactLink(kind: $0.kind, url: $0.url).number })
    let pages = links.filter { $0.kind == .chat || $0.kind == .web }
    for text in contact.all {
      let said = Contacts(in: text)
      // A number in the text may be that of a messenger, which is a web address.
      let unlinked = said.numbers.subtracting(dialled).filter { number in
        !pages.contains { $0.url.hasSuffix(number) }
      }
      let unsaid = dialled.subtracting(said.numbers)
      guard unlinked.isEmpty, unsaid.isEmpty else {
        throw node.error(
          "resources.link",
          "the numbers of 'links' and 'contact' differ: "
            + (unlinked.sorted() + unsaid.sorted()).joined(separator: ", "),
          hint: "state each number in both")
      }
      guard said.addresses.isEmpty || !pages.isEmpty else {
        throw node.error(
          "resources.link", "'contact' has a web address, and 'links' has none",
          hint: "add {kind: web, url: \"https://…\"}")
      }
    }
    return links
  }
}

extension LocalizedText {
  fileprivate init(_ node: DocumentNode, _ what: String) throws(SourceError) {
    var map = try MappingReader(node, what)
    var texts: [String: String] = [:]
    for language in ResourceTable.languages { texts[language] = try map.string(language) }
    try map.finish()
    self.init(texts)
  }
}

extension MappingReader {
  fileprivate mutating func day(_ key: String) throws(SourceError) -> CalendarDay {
    let node = try required(key)
    guard let day = CalendarDay(try node.string("'\(key)'")) else {
      throw node.error("resources.day", "'\(key)' is a day such as 2026-11-21")
    }
    return day
  }

  fileprivate mutating func webAddresses(_ key: String) throws(SourceError) -> [String] {
    let node = try required(key)
    let addresses = try node.strings("'\(key)'")
    guard !addresses.isEmpty,
      addresses.allSatisfy({ $0.hasPrefix("https://") || $0.hasPrefix("http://") })
    else {
      throw node.error(
        "resources.source", "'\(key)' are web addresses, and at least one",
        hint: "a number without a source is not used")
    }
    return addresses
  }
}
