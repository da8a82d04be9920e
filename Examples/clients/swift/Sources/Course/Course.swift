import CoachKit
import Foundation

/// A person's way through the product. A backend stores record, access and conversation after every call.
struct Course {
  private let client: CoachClient
  private let prefix: String
  private let zone: TimeZoneRules
  private var requests = 0
  private var request: TurnRequest?
  private var record: PersonRecord
  private var access = AccessRecord(updatedAt: 0)
  private var talk = TurnRequest.Conversation(id: "")

  /// Creates the course of a new person.
  ///
  /// - Parameter salt: Random, and never changed: what the person deletes is kept as digests that are made with it.
  init(_ client: CoachClient, prefix: String, salt: String) throws {
    self.client = client
    self.prefix = prefix
    zone = try TimeZoneRules(named: "Europe/London")
    record = PersonRecord(id: "\(prefix)-noor", language: "en", salt: salt)
    record.name = "Noor"
    record.region = "GB"
    record.timeZone = zone.name
  }

  private var today: CalendarDay { zone.day(at: Date().timeIntervalSince1970) }

  private mutating func begin(_ name: String) {
    talk = TurnRequest.Conversation(id: "\(prefix)-\(name)")
  }

  // MARK: A turn

  private struct Turn {
    var text = ""
    var notes: [String] = []
    var refusal: TurnRefusal?
    var changes: JSONValue?
    var done: ClientOutcome?
  }

  /// Sends a message, or lets the coach speak first, and takes over what the turn changes.
  @discardableResult
  private mutating func turn(_ step: String, _ message: String? = nil) async throws -> (
    changes: JSONValue, done: ClientOutcome
  ) {
    requests += 1
    let request = TurnRequest(
      id: "\(prefix)-\(requests)", record: record, access: access, conversation: talk,
      message: message, today: today)
    self.request = request
    var turn = try await stream(request)
    while let seconds = turn.refusal?.retryAfter {
      // This program writes faster than people do. An app shows the text of the refusal instead.
      try await Task.sleep(for: .seconds(seconds))
      turn = try await stream(request)
    }
    if let refusal = turn.refusal {
      throw Problem("refused, \(refusal.reason.word): \(refusal.text)")
    }
    guard let changes = turn.changes, let done = turn.done, let new = changes["record"] else {
      throw Problem("the turn has no changes")
    }
    // This belongs into one transaction.
    record = try PersonRecord(json: new)
    if let new = changes["access"] { access = try AccessRecord(json: new) }
    talk.messages += (changes["messages"]?.array ?? []).compactMap { Message($0) }
    talk.domain = changes["domain"]?.string ?? talk.domain
    if let new = changes["assignments"]?.array {
      talk.assignments = try new.map { try PromptAssignment(json: $0) }
    }
    show(step, turn.text)
    for note in turn.notes { show("limits", note) }
    return (changes, done)
  }

  /// Sends a request. Every event is for the app, except the changes, which no device may see.
  private func stream(_ request: TurnRequest) async throws -> Turn {
    var turn = Turn()
    try await client.turn(request) { event in
      switch event {
      case .changes(let changes): turn.changes = changes
      // An app shows a text at once, and that of a tag in a frame.
      case .client(.text(let text, let tag)): turn.text += tag.map { "[\($0): \(text)]" } ?? text
      case .client(.replaced(let text)): turn.text = text
      case .client(.help(let text)): turn.notes.append(text)
      case .client(.notice(let notice)): turn.notes.append(notice.text)
      case .client(.limits(_, let text)): turn.notes += text.map { [$0] } ?? []
      case .client(.crisisDetected):
        throw Problem("the message signals a crisis: show the resources before all else")
      case .client(.refused(let refusal)): turn.refusal = refusal
      case .client(.failed(let code, let text, _)):
        throw Problem("failed, \(code.rawValue): \(text)")
      case .client(.done(let done)): turn.done = done
      // A newer server may send events that this program does not know.
      case .client(.started), .client(.other): break
      }
    }
    guard turn.done != nil, turn.changes != nil || turn.refusal != nil else {
      throw Problem("the stream broke off: send the request again, with the same id")
    }
    return turn
  }

  // MARK: Between turns

  /// Calls the server with the record, and takes over the new one.
  private mutating func change(_ path: String, _ members: JSONObject) async throws -> JSONValue {
    var body = members
    body["record"] = record.json
    let answer = try await client.post(path, .object(body))
    if let new = answer["record"] { record = try PersonRecord(json: new) }
    return answer
  }

  /// Says that the session is over.
  private mutating func close() async throws {
    let answer = try await change(
      "/v1/sessions/close",
      ["zone": .string(zone.name), "conversation": .string(talk.id)])
    for outcome in answer["closed"]?.array ?? [] {
      show("closed", outcome["session"]?["title"]?.string ?? "a session")
    }
    show("offer", answer["offer"]?.string ?? "nothing")
  }

  /// Takes over what the person decides about the profile.
  private mutating func apply(_ changes: JSONValue...) async throws {
    let answer = try await change(
      "/v1/profile/apply", ["today": .string("\(today)"), "changes": .array(changes)])
    if let unknown = answer["unknown"]?.array, !unknown.isEmpty {
      throw Problem("there is no item for the changes \(unknown)")
    }
  }

  /// Returns the view "What I've learned": items, and proposals that the person has to decide about.
  private func learned() async throws -> (items: [JSONValue], proposals: [JSONValue]) {
    let view = try await client.post(
      "/v1/profile/render", ["record": record.json, "today": .string("\(today)")])
    return (view["items"]?.array ?? [], view["proposals"]?.array ?? [])
  }

  private func showProfile() async throws {
    show("profile", "\(try await learned().items.count) items")
  }

  /// Says what was shown or bought.
  private mutating func report(_ event: String) async throws {
    let answer = try await client.post(
      "/v1/access/events", ["access": access.json, "event": ["event": .string(event)]])
    if let new = answer["access"] { access = try AccessRecord(json: new) }
    show("access", answer["stage"]?.string ?? "unknown")
  }

  // MARK: The course

  mutating func run(discovery: [String], first: [String], second: [String]) async throws {
    begin("discovery")
    var (changes, done) = try await turn("discovery 1")
    for (number, line) in zip(2..., discovery) where !done.isDiscoveryComplete {
      (changes, done) = try await turn("discovery \(number)", line)
    }
    guard access.isDiscoveryComplete else { throw Problem("discovery is not complete") }
    show("vision", changes["discovery"]?["vision"]?.string ?? "unknown")
    try await close()
    show("proposals", "\(try await learned().proposals.count)")
    try await apply(
      ["do": "offer", "offer": "remember", "answer": "accepted"], ["do": "confirm_discovery"])
    try await showProfile()

    let step = try await client.post(
      "/v1/journeys/coach/step", ["record": record.json, "access": access.json])
    show("phase", step["position"]?["phase"]?.string ?? "unknown")
    for output in step["outputs"]?.array ?? [] where output["kind"]?.string == "paywall" {
      show("paywall", "\(output["line"]?.string ?? "") \(output["header"]?.string ?? "")")
    }
    try await report("paywall_shown")
    try await report("trial_started")

    begin("first")
    try await turn("coach")
    for line in first { try await turn("coach", line) }
    if let request {  // the same request once more, as after a lost connection
      show("repeated", try await stream(request).refusal?.reason.word ?? "not recognised")
    }
    try await close()
    for item in try await learned().proposals {
      let (id, category) = (item["id"]?.string ?? "", item["category"]?.string ?? "")
      let (text, quote) = (item["text"]?.string ?? "", item["quote"]?.string ?? "")
      show("proposal", "\(category): \(text) <- \(quote)")
      try await apply(["do": category == "goals" ? "confirm" : "remove", "id": .string(id)])
    }
    try await apply(["do": "offer", "offer": "check_in", "answer": "accepted"])
    try await showProfile()

    begin("second")
    try await turn("coach")
    for line in second { changes = try await turn("coach", line).changes }
    let signals = (changes["signals"]?.array ?? []).compactMap { $0["signal"]?.string }
    show("signals", signals.joined(separator: " "))

    let date = today.adding(days: 4)
    let plan = try await change(
      "/v1/nudges/plan", ["date": .string("\(date)"), "zone": .string(zone.name)])
    let occasion = plan["kind"]?.string ?? plan["reason"]?.string ?? ""
    show("nudge", "\(occasion): \(plan["text"]?.string ?? "")")

    _ = try await change(
      "/v1/profile/forget",
      ["today": .string("\(today)"), "conversation": .string("\(prefix)-first")])
    try await showProfile()
    _ = try await client.post(
      "/v1/profile/forget", ["person": .string(record.id), "everything": true])
    show("forgotten", "everything")  // the caller deletes record and messages
  }
}

extension Message {
  fileprivate init?(_ json: JSONValue) {
    guard let role = json["role"]?.string.flatMap({ Role(word: $0) }),
      let text = json["text"]?.string
    else { return nil }
    self.init(role, text)
  }
}

private func show(_ step: String, _ text: String) {
  print("\(step): \(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))")
}
