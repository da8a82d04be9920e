import CoachModel
import CoachSafety
import CoachSignals
import PromptTemplates
import SourceFiles
import TextAnalysis

/// The tasks of models at the end of a session.
struct SessionTasks: Sendable {
  /// What a task brings.
  struct Part: Sendable {
    var summary: String?
    var title: String?
    var openQuestion: String?
    var themes: [String] = []
    var progress: [GoalMention] = []
    var drafts: [ProfileDraft] = []
    var calls: [TurnCall] = []
    var problems: [String] = []
    var causes: [String] = []
  }

  let service: ChatService
  let session: Session
  let record: PersonRecord

  /// The number of words of the person below which there is nothing to note.
  private static let minimumWords = 12
  /// The confidence below which a suggestion is not made.
  private static let minimumConfidence = 0.5
  private static let maximumTitleLength = 80
  /// The number of goals that are told, the latest.
  private static let maximumGoals = 12
  /// The number of earlier sessions whose themes are told.
  private static let knownSessions = 20

  /// Whether the person said enough for notes.
  var hasEnoughWords: Bool {
    conversation.filter { $0.role == .user }
      .reduce(0) { $0 + SpokenWords($1.text).count } >= Self.minimumWords
  }

  private var conversation: [Message] {
    session.messages.filter { !$0.isSensitive }.map { Message($0.role, $0.text) }
  }

  // MARK: Notes and title

  func notes() async -> Part {
    // The same words for the same thing let patterns be counted.
    var known: Set<String> = []
    let themes = record.sessions.records.suffix(Self.knownSessions).reversed().flatMap(\.themes)
      .filter { known.insert($0).inserted }
    let goals = record.remembers ? Array(record.trackedGoals.suffix(Self.maximumGoals)) : []
    return await run(
      .sessionNotes(
        on: conversation, for: person, knownThemes: themes, goals: goals.map(\.text),
        prompt: prompts.notes)
    ) { notes, part in
      part.summary = notes.summary
      part.openQuestion = notes.openQuestion
      part.themes = notes.themes
      part.progress = progress(notes.progress, on: goals, problems: &part.problems)
    }
  }

  /// The steps forward whose quotation stands in a message of the person, one for each goal.
  private func progress(
    _ found: [SessionNotes.Progress], on goals: [ProfileItem], problems: inout [String]
  ) -> [GoalMention] {
    var mentions: [GoalMention] = []
    for step in found where goals.indices.contains(step.goal) {
      let goal = goals[step.goal].id
      guard !mentions.contains(where: { $0.goal == goal }) else { continue }
      guard let message = ordinaryMessage(with: step.quote) else {
        problems.append("progress was dropped: its quotation stands in no message of the person")
        continue
      }
      mentions.append(GoalMention(goal: goal, message: message.id))
    }
    return mentions
  }

  func title() async -> Part {
    await run(.conversationTitle(of: conversation, for: person, prompt: prompts.title)) {
      title, part in part.title = title.filled.map { String($0.prefix(Self.maximumTitleLength)) }
    }
  }

  // MARK: Suggestions

  /// What to remember, from discovery by its own fields instead.
  func suggestions() async -> Part {
    guard session.discovery == nil else { return Part() }
    let known = record.profile.usable.map(\.text)
    return await run(
      .contextSuggestions(
        from: conversation, for: person, known: known, prompt: prompts.suggestions)
    ) { suggestions, part in
      for suggestion in suggestions {
        guard let draft = draft(suggestion, problems: &part.problems) else { continue }
        part.drafts.append(draft)
      }
    }
  }

  private func draft(_ suggestion: ContextSuggestion, problems: inout [String]) -> ProfileDraft? {
    guard suggestion.confidence >= Self.minimumConfidence else { return nil }
    guard let quote = quote(suggestion.evidence) else {
      problems.append("a suggestion was dropped: its quotation stands in no message of the person")
      return nil
    }
    // An earlier version of the prompt may have no rule for it.
    guard service.screen.examine(suggestion.text, history: []).assessment == nil,
      PrivateMatters.builtIn.matter(in: suggestion.text) == nil
    else {
      problems.append("a suggestion was dropped: it is private")
      return nil
    }
    return ProfileDraft(
      category: suggestion.category, text: suggestion.text, source: .conversation,
      confidence: suggestion.confidence,
      evidence: [
        ProfileItem.Evidence(
          quote: quote.text, conversation: session.conversation, session: session.id,
          message: session.messages[quote.position].id)
      ])
  }

  /// Returns where words stand that the person wrote in a message which belongs to no crisis.
  private func quote(_ words: String) -> QuoteFinder.Quote? {
    let messages = session.messages.map { Message($0.role, $0.text) }
    return QuoteFinder.find(words, in: messages).flatMap {
      session.messages[$0.position].isSensitive ? nil : $0
    }
  }

  private func ordinaryMessage(with words: String) -> SessionMessage? {
    quote(words).map { session.messages[$0.position] }
  }

  // MARK: Calls

  private var person: Person {
    var person = Person(id: record.id, language: record.language)
    person.name = record.name
    return person
  }

  private var prompts: TurnConfiguration.Prompts { service.configuration.prompts }

  private func run<Value: Sendable>(
    _ task: PromptTask<Value>, take: (Value, inout Part) -> Void
  ) async -> Part {
    let found = await service.runInBackground(task)
    var part = Part()
    (part.calls, part.problems, part.causes) = (found.calls, found.problems, found.causes)
    if let value = found.value { take(value, &part) }
    return part
  }
}

extension ChatService {
  /// Runs a task that nobody waits for: its failure is a problem in words for operators, and ending the caller's task does
  /// not cancel it.
  func runInBackground<Value: Sendable>(
    _ task: PromptTask<Value>
  ) async -> (value: Value?, calls: [TurnCall], problems: [String], causes: [String]) {
    var task = task
    task.timeout = configuration.timeouts.closing
    switch await tasks.runToEnd(task) {
    case .success(let result):
      return (result.value, [result.call], result.changes.map { "\(result.prompt): \($0)" }, [])
    case .failure(let error):
      let name = error.call?.purpose ?? task.request.prompt.description
      return (
        nil, error.call.map { [$0] } ?? [], ["\(name): \(error)"],
        [error.logged(of: task.request.prompt)]
      )
    }
  }
}

extension String {
  /// The text without whitespace at its ends; `nil` if nothing is left.
  var filled: String? {
    let text = trimmingWhitespace
    return text.isEmpty ? nil : text
  }
}
