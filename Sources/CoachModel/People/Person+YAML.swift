public import SourceFiles
package import YAMLDocument

extension Person {
  /// Reads a person from a file. Throws ``SourceError`` with the location of the problem.
  public init(_ file: SourceFile) throws(SourceError) {
    try self.init(try YAMLNode.parse(file))
  }

  package init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "a person")
    self.init(id: try map.string("id"), language: try map.string("language"))
    name = try map.optional("name")?.string("'name'")
    if let node = map.optional("region") {
      let code = try node.string("'region'")
      guard code.utf8.count == 2, code.allSatisfy({ $0.isASCII && $0.isLetter }) else {
        throw node.error(
          "person.region", "'region' is the code of a country with two letters",
          hint: "write US, GB or DE; leave it out when it is not known")
      }
      region = code.uppercased()
    }
    sessions = try map.required("sessions").integer("'sessions'", in: 0...(.max))
    for key in ["first_session", "last_session", "last_domain"] {
      _ = try map.optional(key)?.string("'\(key)'")
    }
    if let node = map.optional("profile") { profile = try ContextProfile(node) }
    if let node = map.optional("discovery") { discovery = try DiscoveryProfile(node) }
    if let node = map.optional("style") { style = try StylePreference(node) }
    if let node = map.optional("patterns") {
      for item in try node.list("'patterns'") {
        patterns.themes.append(try PatternSummary.Theme(item))
      }
    }
    patterns.growth = try map.strings("growth")
    if let node = map.optional("memories") {
      for item in try node.list("'memories'") { memories.append(try Memory(item)) }
    }
    openQuestion = try map.optional("open_question")?.string("'open_question'")
    try map.finish()
  }
}

extension ContextProfile {
  init(_ node: YAMLNode) throws(SourceError) {
    self.init()
    var map = try YAMLMapping(node, "'profile'")
    func items(_ key: String) throws(SourceError) -> [Item] {
      var items: [Item] = []
      for item in try map.optional(key)?.list("'\(key)'") ?? [] { items.append(try Item(item)) }
      return items
    }
    values = try items("values")
    goals = try items("goals")
    situation = try items("situation")
    try map.finish()
  }
}

extension ContextProfile.Item {
  init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "an item")
    self.init(
      text: try map.string("text"), source: try map.required("source").choice("'source'"),
      date: try map.string("date"))
    try map.finish()
  }
}

extension DiscoveryProfile {
  init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "'discovery'")
    // A model wrote these fields and leaves those empty for which it found nothing.
    func text(_ key: String) throws(SourceError) -> String {
      try map.required(key).text("'\(key)'")
    }
    func list(_ key: String) throws(SourceError) -> [String] {
      var texts: [String] = []
      for item in try map.required(key).list("'\(key)'") {
        texts.append(try item.text("an item of '\(key)'"))
      }
      return texts
    }
    self.init(
      coachingDomains: try list("coaching_domains"),
      currentChallenges: try list("current_challenges"),
      emotionalBaseline: try text("emotional_baseline"),
      communicationStyle: try text("communication_style"),
      keyThemes: try list("key_themes"), strengthsIdentified: try list("strengths_identified"),
      values: try list("values"), vision: try text("vision"),
      ahaInsight: try text("aha_insight"))
    try map.finish()
  }
}

extension StylePreference {
  init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "'style'")
    func dimension(_ key: String) throws(SourceError) -> Double {
      try map.optional(key)?.number("'\(key)'", in: -1...1) ?? 0
    }
    self.init(
      directExploratory: try dimension("direct_exploratory"),
      briefDetailed: try dimension("brief_detailed"),
      actionReflective: try dimension("action_reflective"),
      challengingSupportive: try dimension("challenging_supportive"))
    try map.finish()
  }
}

extension PatternSummary.Theme {
  init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "a pattern")
    self.init(
      text: try map.string("theme"),
      count: try map.required("count").integer(
        "'count'", in: PatternSummary.minimumOccurrences...(.max)),
      domains: try map.required("domains").strings("'domains'"),
      lastSeen: try map.string("last_seen"))
    try map.finish()
  }
}

extension Memory {
  init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "a memory")
    self.init(
      text: try map.string("text"), date: try map.string("date"),
      domain: try map.optional("domain")?.string("'domain'"))
    try map.finish()
  }
}
