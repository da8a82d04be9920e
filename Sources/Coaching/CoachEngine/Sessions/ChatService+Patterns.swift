import CoachModel
public import CoachSignals
import Documents
import PromptTemplates

extension ChatService {
  /// The number of sessions that are read for patterns.
  private static let patternSessions = 30

  /// Returns what keeps coming back over a person's sessions.
  ///
  /// The task model words the themes from the notes on the sessions, and each is checked: it must name at least three
  /// sessions that exist, and its count and domains are those of these sessions. Without notes or a usable answer, the
  /// person's own sentences stand for their themes, found by ``PatternFinder``.
  public func patterns(of record: PersonRecord) async -> PatternRefresh {
    var refresh = PatternRefresh()
    let noted = record.sessions.records.suffix(Self.patternSessions).filter { $0.summary != nil }
    if configuration.closesWithTasks, noted.count >= PatternSummary.minimumOccurrences {
      let request = AssemblyRequest(
        prompt: configuration.prompts.patterns,
        person: Person(id: record.id, language: record.language)
      ).offering(["session_notes": .array(noted.reversed().map(\.promptInput))])
      let found = await runInBackground(PromptTask(request))
      refresh.calls = found.calls
      (refresh.problems, refresh.causes) = (found.problems, found.causes)
      if let reply = found.value {
        refresh.take(reply.json, sessions: Array(noted))
        return refresh
      }
    }
    let found = record.localPatterns()
    refresh.themes = found.themes
    refresh.growth = found.growth
    return refresh
  }
}

extension PatternRefresh {
  /// The confidence from which a theme counts.
  private static let minimumConfidence = 0.6
  private static let maximumThemes = 5
  private static let maximumNotes = 3

  fileprivate mutating func take(_ json: JSONValue, sessions: [SessionRecord]) {
    for theme in (json["themes"]?.array ?? []).prefix(Self.maximumThemes) {
      guard let checked = Self.theme(theme, sessions: sessions) else {
        problems.append("a theme was dropped: its sessions do not support it")
        continue
      }
      themes.append(checked)
    }
    growth = texts(json["growth"]?.array?.map { $0["text"] })
    styleNotes = texts(json["style_notes"]?.array?.map { $0 })
  }

  private func texts(_ values: [JSONValue?]?) -> [String] {
    Array((values ?? []).compactMap { $0?.string.flatMap(\.filled) }.prefix(Self.maximumNotes))
  }

  private static func theme(_ json: JSONValue, sessions: [SessionRecord]) -> PatternTheme? {
    guard let text = json["text"]?.string.flatMap(\.filled),
      let confidence = json["confidence"]?.number, confidence >= minimumConfidence
    else { return nil }
    let days = Set((json["sessions"]?.array ?? []).compactMap { $0.string })
    let shown = PatternScope.counted(
      sessions.filter { days.contains($0.day.description) }, confidence: confidence
    ) { $0.figures.domain }
    // Of two sessions on a day, the model may mean one.
    guard Set(shown.map(\.day)).count >= PatternSummary.minimumOccurrences,
      let last = shown.map(\.day).max()
    else {
      return nil
    }
    return PatternTheme(
      PatternSummary.Theme(
        text: text, count: shown.count,
        domains: Set(shown.compactMap(\.figures.domain)).sorted(), lastSeen: last.description),
      sessions: shown.map(\.id))
  }
}

extension SessionRecord {
  /// The notes in the form in which the prompt `pattern-summary` receives them.
  fileprivate var promptInput: JSONValue {
    [
      "date": .string(day.description), "domain": .string(figures.domain ?? ""),
      "summary": .string(summary ?? ""), "themes": .array(themes.map { .string($0) }),
    ]
  }
}
