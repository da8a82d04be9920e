public import Documents
public import SourceFiles

extension Person: JSONConvertible {
  /// The JSON form: that of a person file and of `person` in a turn's request.
  package static let document = JSONDocumentForm(
    JSONObjectForm<Person>(
      "a person", .required("id", \.id, .filledText), .optional("name", \.name, .filledText),
      .required("language", \.language, .languageTag), .optional("region", \.region, .country),
      .optional("jurisdiction", \.jurisdiction, .jurisdiction),
      .optional("age_group", \.ageGroup, .choice, default: .unknown),
      .required("sessions", \.sessions, .integer()),
      .optional("profile", \.profile, ContextProfile.members.form, default: ContextProfile()),
      .optional("discovery", \.discovery, DiscoveryProfile.members.form),
      .optional("style", \.style, StylePreference.members.form),
      .list("patterns", \.patterns.themes, PatternSummary.Theme.members.form),
      .list("growth", \.patterns.growth, .filledText),
      .list("style_notes", \.patterns.styleNotes, .filledText),
      .list("memories", \.memories, Memory.members.form),
      .optional("open_question", \.openQuestion, .filledText),
      .list("goal_progress", \.goalProgress, GoalProgress.members.form),
      .list("domains_used", \.domainsUsed, DomainShare.members.form)
    ) { object in
      var person = Person(id: object.id, language: object.language)
      person.name = object.name
      person.region = object.region
      person.jurisdiction = object.jurisdiction
      person.ageGroup = object.ageGroup
      person.sessions = object.sessions
      person.profile = object.profile
      person.discovery = object.discovery
      person.style = object.style
      person.patterns = PatternSummary(
        themes: object[\.patterns.themes], growth: object[\.patterns.growth],
        styleNotes: object[\.patterns.styleNotes])
      person.memories = object.memories
      person.openQuestion = object.openQuestion
      person.goalProgress = object.goalProgress
      person.domainsUsed = object.domainsUsed
      return person
    })

  /// The person as JSON, as in a person file.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a person from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }

  /// Reads a person from a YAML or JSON file. Throws ``SourceError`` with the location of the problem.
  public init(_ file: SourceFile) throws(SourceError) {
    try self.init(try DocumentNode.read(file))
  }

  package init(_ node: DocumentNode) throws(SourceError) {
    self = try Self.document.form.read(node, "a person")
  }
}

extension JSONForm where Value == String {
  /// A country's two letters, in upper case.
  fileprivate static var country: JSONForm {
    converted(
      .filledText, write: \.self,
      read: { Person.regionCode($0) }, "person.region", "is the code of a country with two letters",
      hint: "write US, GB or DE; leave it out when it is not known"
    ).describing(["type": "string", "pattern": "^[A-Za-z]{2}$"])
  }

  /// The code of a country or a part of one, in upper case.
  package static var jurisdiction: JSONForm {
    converted(
      .filledText, write: \.self,
      read: { Person.jurisdictionCode($0) }, "person.jurisdiction",
      "is the code of a country, or of a part of one",
      hint: "write DE or US-CA (ISO 3166); leave it out when it is not known"
    ).describing(["type": "string", "pattern": "^[A-Za-z]{2}(-[A-Za-z0-9]{1,3})?$"])
  }
}

extension ContextProfile {
  package static let members = JSONObjectForm<ContextProfile>(
    "a profile", .list("values", \.values, Item.members.form),
    .list("goals", \.goals, Item.members.form), .list("situation", \.situation, Item.members.form),
    .optional("other", \.other, .map(.list(Item.members.form)), default: [:])
  ) {
    ContextProfile(
      values: $0.values, goals: $0.goals, situation: $0.situation, other: $0.other)
  }
}

extension ContextProfile.Item {
  package static let members = JSONObjectForm<ContextProfile.Item>(
    "an item", .required("text", \.text, .filledText), .required("source", \.source, .choice),
    .required("date", \.date, .filledText)
  ) { ContextProfile.Item(text: $0.text, source: $0.source, date: $0.date) }
}

extension StylePreference {
  package static let members = JSONObjectForm<StylePreference>(
    "a style", .dimension("direct_exploratory", \.directExploratory),
    .dimension("brief_detailed", \.briefDetailed),
    .dimension("action_reflective", \.actionReflective),
    .dimension("challenging_supportive", \.challengingSupportive)
  ) {
    StylePreference(
      directExploratory: $0.directExploratory, briefDetailed: $0.briefDetailed,
      actionReflective: $0.actionReflective, challengingSupportive: $0.challengingSupportive)
  }
}

extension JSONField where Whole == StylePreference {
  fileprivate static func dimension(_ name: String, _ property: Property<Double>) -> JSONField {
    .optional(name, property, .number(in: -1...1), default: 0)
  }
}

extension PatternSummary.Theme {
  package static let members = JSONObjectForm<PatternSummary.Theme>(
    "a pattern", .required("theme", \.text, .filledText),
    .required("count", \.count, .integer(from: PatternSummary.minimumOccurrences)),
    .required("domains", \.domains, .list(.filledText)),
    .required("last_seen", \.lastSeen, .filledText)
  ) {
    PatternSummary.Theme(text: $0.text, count: $0.count, domains: $0.domains, lastSeen: $0.lastSeen)
  }
}
