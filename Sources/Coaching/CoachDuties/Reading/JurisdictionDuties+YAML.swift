import CoachModel
import Documents
public import SourceFiles

extension JurisdictionDuties {
  /// How the names of files end.
  static let ending = ".yaml"

  /// Reads a file of duties. Throws ``SourceError`` with the location of the problem.
  public init(_ file: SourceFile) throws(SourceError) {
    var map = try MappingReader(try DocumentNode.parse(file), "a file of duties")
    let id = try map.id(of: file.path)
    let from = try map.required("from").day("'from'")
    self.init(
      id: id, name: try map.string("name"), places: try map.places(),
      lookedUp: try LookUp(try map.required("looked_up")), law: try map.string("law"), from: from,
      timeZone: try map.optional("time_zone")?.timeZone("'time_zone'"))
    notices = try map.items("notices") { (item) throws(SourceError) in
      try NoticeDuty(&item, from: from)
    }
    if let node = map.optional("protocol") {
      var item = try MappingReader(node, "'protocol'")
      crisisProtocol = try ProtocolDuty(&item, from: from)
      try item.finish()
    }
    minors = try map.items("minors") { (item) throws(SourceError) in
      MinorDuty(
        forbids: try item.required("forbids").choice("'forbids'"),
        for: try item.optional("for")?.choice("'for'") ?? .minors,
        from: try item.day(orElse: from), section: try item.string("section"))
    }
    if let node = map.optional("report") {
      var item = try MappingReader(node, "'report'")
      report = try ReportDuty(&item, from: from)
      try item.finish()
    }
    appDuties = try map.items("app_must") { (item) throws(SourceError) in
      AppDuty(
        try item.string("text"), from: try item.day(orElse: from),
        section: try item.string("section"))
    }
    try map.finish()
    try checkRepeatedNotices(in: map.node.member("notices"))
  }

  /// Two duties of which one says nothing new are a slip of the pen.
  private func checkRepeatedNotices(in node: DocumentNode) throws(SourceError) {
    for (index, notice) in notices.enumerated() {
      let isRepeated = notices.prefix(index).contains {
        $0.kind == notice.kind && $0.schedule == notice.schedule && $0.audience == notice.audience
      }
      guard isRepeated else { continue }
      throw try node.list("'notices'")[index].error(
        "duties.repeated", "this notice is listed twice: kind, time and people are the same",
        hint: "remove one of them, and name both sections in the other")
    }
  }
}

extension JurisdictionDuties.LookUp {
  fileprivate init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "'looked_up'")
    let day = try map.required("date")
    date = try day.day("'date'")
    location = day.location
    seen = try map.required("seen").choice("'seen'")
    unverified = try map.strings("unverified")
    let list = try map.required("pages")
    pages = []
    for item in try list.list("'pages'") {
      let page = try item.string("each item of 'pages'")
      guard page.hasPrefix("https://"), page.utf8.count > "https://".utf8.count else {
        throw item.error(
          "duties.page", "'\(page)' is not the address of a page", hint: "write https://…")
      }
      pages.append(page)
    }
    guard !pages.isEmpty else {
      throw list.error(
        "duties.page", "'pages' is empty", hint: "name the pages in which the law was read")
    }
    try map.finish()
  }
}

extension NoticeDuty {
  fileprivate init(_ map: inout MappingReader, from first: CalendarDay) throws(SourceError) {
    let kindNode = try map.required("kind")
    let kind = try NoticeKind(kindNode)
    let schedule: Schedule
    let moment: NoticeMoment = try map.required("at").choice("'at'")
    switch moment {
    case .start:
      schedule = .start(atMostEvery: try map.optional("at_most_every")?.noticePeriod())
      if let node = map.optional("every") {
        throw node.error(
          "duties.schedule", "'every' belongs to a notice with 'at: interval'",
          hint: "write 'at_most_every', or 'at: interval'")
      }
      guard kind != .break else {
        throw kindNode.error(
          "duties.schedule", "a person who begins to write needs no break",
          hint: "write 'at: interval' and 'every', or 'kind: ai'")
      }
    case .interval:
      schedule = .interval(try map.required("every").interval())
      if let node = map.optional("at_most_every") {
        throw node.error(
          "duties.schedule", "'at_most_every' belongs to a notice with 'at: start'",
          hint: "leave it out: 'every' says how often")
      }
    }
    self.init(
      kind, schedule, for: try map.required("for").choice("'for'"),
      from: try map.day(orElse: first), section: try map.string("section"))
  }
}

extension NoticeKind {
  fileprivate init(_ node: DocumentNode) throws(SourceError) {
    let word = try node.string("'kind'")
    guard let kind = Self.known.first(where: { $0.rawValue == word }) else {
      throw node.unknownChoice("'kind'", word, among: Self.known.map(\.rawValue))
    }
    self = kind
  }
}

extension ProtocolDuty {
  fileprivate init(_ map: inout MappingReader, from first: CalendarDay) throws(SourceError) {
    self.init(
      try map.words("categories"), isReferral: try map.flag("referral"),
      isPublished: try map.flag("published"), from: try map.day(orElse: first),
      section: try map.string("section"))
  }
}

extension ReportDuty {
  fileprivate init(_ map: inout MappingReader, from first: CalendarDay) throws(SourceError) {
    let list = try map.required("figures")
    let figures = try map.items("figures") { (item) throws(SourceError) in
      Item(
        try item.required("figure").choice("'figure'"), asks: try item.string("asks"),
        section: try item.string("section"))
    }
    guard !figures.isEmpty, Set(figures.map(\.figure)).count == figures.count else {
      throw list.error(
        "duties.figures", "'figures' names each figure once, and at least one",
        hint: Figure.allCases.map(\.rawValue).hint(for: ""))
    }
    self.init(
      to: try map.string("to"), due: try map.string("due"), from: try map.day(orElse: first),
      figures: figures, section: try map.string("section"))
  }
}
