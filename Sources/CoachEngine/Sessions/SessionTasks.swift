import CoachModel
import CoachSafety
import CoachSignals
import JSON
import LanguageModels
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
    var drafts: [ProfileDraft] = []
    var calls: [TurnCall] = []
    var problems: [String] = []
  }

  let service: ChatService
  let session: Session
  let record: PersonRecord

  /// The number of words of the person below which there is nothing to note.
  private static let minimumWords = 12
  /// The confidence below which a suggestion is not made.
  private static let minimumConfidence = 0.5
  private static let maximumTitleLength = 80
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
    var (part, answer) = await run(
      service.configuration.prompts.notes, named: "session_notes",
      values: themes.isEmpty ? [:] : ["known_themes": .array(themes.map { .string($0) })])
    guard let json = answer?.json else { return part }
    part.summary = json["summary"]?.string.flatMap(\.filled)
    part.openQuestion = json["open_question"]?.string.flatMap(\.filled)
    part.themes = (json["themes"]?.array ?? []).compactMap { $0.string.flatMap(\.filled) }
    return part
  }

  func title() async -> Part {
    var (part, answer) = await run(service.configuration.prompts.title, named: nil)
    // A small model may announce the title, or go on after it.
    let line = answer?.text?.split(whereSeparator: \.isNewline).map(String.init)
      .first { !$0.hasSuffix(":") }
    part.title = line.flatMap(\.filled).map { String($0.prefix(Self.maximumTitleLength)) }
    return part
  }

  // MARK: Suggestions

  /// What to remember, from discovery by its own fields instead.
  func suggestions() async -> Part {
    guard session.discovery == nil else { return Part() }
    var values: JSONObject = [:]
    let known = record.profile.usable.map(\.text)
    if !known.isEmpty { values["known"] = .array(known.map { .string($0) }) }
    var (part, answer) = await run(
      service.configuration.prompts.suggestions, named: "suggestions", values: values)
    for suggestion in answer?.json?["suggestions"]?.array ?? [] {
      guard let draft = draft(suggestion, problems: &part.problems) else { continue }
      part.drafts.append(draft)
    }
    return part
  }

  private func draft(_ json: JSONValue, problems: inout [String]) -> ProfileDraft? {
    guard let text = json["text"]?.string.flatMap(\.filled),
      let category = json["category"]?.string.flatMap(ProfileCategory.init(rawValue:)),
      let confidence = json["confidence"]?.number, confidence >= Self.minimumConfidence
    else { return nil }
    guard let quoted = json["evidence"]?.string,
      let quote = QuoteFinder.find(quoted, in: session.messages.map { Message($0.role, $0.text) }),
      !session.messages[quote.position].isSensitive
    else {
      problems.append("a suggestion was dropped: its quotation stands in no message of the person")
      return nil
    }
    guard service.screen.examine(text, history: []).assessment == nil else {
      problems.append("a suggestion was dropped: it is about a crisis")
      return nil
    }
    return ProfileDraft(
      category: category, text: text, source: .conversation, confidence: min(1, confidence),
      evidence: [
        ProfileItem.Evidence(
          quote: quote.text, conversation: session.conversation, session: session.id,
          message: session.messages[quote.position].id)
      ])
  }

  // MARK: Calls

  /// Runs a prompt over the conversation, with its time limit.
  private func run(
    _ prompt: PromptReference, named name: String?, values: JSONObject = [:]
  ) async -> (Part, PromptTask.Result?) {
    var person = Person(id: record.id, language: record.language)
    person.name = record.name
    return await service.run(
      AssemblyRequest(prompt: prompt, person: person, history: conversation, values: values),
      named: name)
  }
}

extension ChatService {
  /// Runs a prompt of the end of a session on the task model, with the version that the person was assigned.
  func run(_ request: AssemblyRequest, named name: String?) async -> (
    SessionTasks.Part, PromptTask.Result?
  ) {
    var part = SessionTasks.Part()
    var request = request
    let library = prompts()
    do throws(SourceError) {
      request.prompt = try library.dealt(request.prompt, to: request.person.id).reference
    } catch {
      part.problems.append(error.description)
      return (part, nil)
    }
    let task = PromptTask(assembler: PromptAssembler(library: library), route: models.tasks)
    let (asked, limit) = (request, configuration.timeouts.closing)
    let result = await Task.onPreferredExecutor { [clock] in
      await TurnTimeouts.result(within: limit, clock) {
        if let name { await task.run(asked, named: name) } else { await task.text(asked) }
      }
    }.value
    guard let result else {
      part.problems.append("\(request.prompt): no answer within \(limit)")
      return (part, nil)
    }
    if let prompt = result.prompt {
      part.calls = [
        call(
          of: prompt, by: models.tasks.model.identity, usage: result.usage, at: clock.unixTime())
      ]
    }
    if let problem = result.problem {
      part.problems.append("\(request.prompt): \(problem)")
    }
    return (part, result)
  }
}

extension String {
  /// The text without whitespace at its ends; `nil` if nothing is left.
  var filled: String? {
    let text = trimmingWhitespace
    return text.isEmpty ? nil : text
  }
}
