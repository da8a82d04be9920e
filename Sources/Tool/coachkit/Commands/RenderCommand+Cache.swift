import ArgumentParser
import CoachEngine
import CoachModel
import CommandLineSupport
import Documents
import LanguageModels
import ModelLayers
import PromptTemplates

/// Options for what providers can cache of a prompt's requests.
struct CacheOptions: ParsableArguments {
  @Option(
    name: .customLong("conversation"),
    help: ArgumentHelp(
      "A conversation that the prompt continues: a transcript, or a list of messages.",
      valueName: "file"))
  var conversation: String?

  @Option(
    name: .customLong("cache-of"), parsing: .singleValue,
    help: ArgumentHelp(
      "With --explain: forecast the cache of this model, such as anthropic:claude-haiku-4-5; may be repeated.",
      valueName: "model"))
  var models: [String] = []

  @Option(
    name: .customLong("cache-messages"),
    help: ArgumentHelp(
      "With --explain: the number of coach messages in the forecast.", valueName: "n"))
  var coachMessages = 15

  func validate() throws {
    guard (1...200).contains(coachMessages) else {
      throw ValidationError("--cache-messages is from 1 to 200.")
    }
  }

  /// Returns the messages of the conversation; none if the options name no file.
  func messages() throws -> [Message] {
    guard let conversation else { return [] }
    return try ConversationFile(conversation).messages
  }
}

/// What providers would read from their caches in a conversation with a prompt.
struct CacheForecasts {
  var forecasts: [(profile: PromptCacheProfile, forecast: PromptCacheForecast)]
  private var coachMessages: Int
  /// The file of the conversation; nil for messages of ordinary length.
  private var file: String?

  /// Returns nil for a prompt that holds no conversation: its requests do not grow.
  init?(
    _ options: CacheOptions, request: AssemblyRequest, of prompt: PreparedPrompt,
    assembler: PromptAssembler
  ) throws {
    guard prompt.placesHistory else { return nil }
    let profiles = try ModelFactory(baseURL: nil).caches(
      of: options.models.isEmpty ? ModelFactory.usualCaches : options.models,
      on: CalendarDay(Timestamp.now.day))
    var messages = try options.messages()
    if messages.isEmpty {
      messages = TypicalConversation.messages(
        coachMessages: options.coachMessages, coachBegins: prompt.inputNames.contains("phase"))
    }
    coachMessages = messages.count { $0.role == .assistant }
    file = options.conversation
    var request = request
    request.values["message_number"] = nil
    forecasts = zip(
      profiles,
      try PromptCacheForecast.forecasts(
        of: messages, by: profiles.map(\.rules), for: request, assembler: assembler)
    ).map { (profile: $0, forecast: $1) }
  }

  var table: String {
    var table = TextTable([
      ("model", .left), ("caches from", .right), ("of message \(coachMessages)", .right),
      ("of all \(coachMessages)", .right), ("cost", .right),
    ])
    for (profile, forecast) in forecasts {
      table.add([
        profile.name, "\(profile.rules.minimum)", forecast.lastReadShare.wholePercent,
        forecast.readShare.wholePercent, profile.cost(of: forecast)?.asDollars ?? "",
      ])
    }
    let messages = file.map { "the messages of \($0)" } ?? "messages of ordinary length"
    let note =
      "the share of input tokens that can be read from the provider's cache, as its documentation"
      + " promises; \(messages), \(Int(PromptCacheForecast.pace.components.seconds)) s apart"
    return ([""] + table.lines + ["", note.inked(.dim)]).joined(separator: "\n")
  }

  var json: JSONValue {
    .array(
      forecasts.map { profile, forecast in
        var object: JSONObject = [
          "model": .string(profile.name), "cached_from": .integer(profile.rules.minimum),
          "coach_messages": .integer(coachMessages),
          "last_read_share": .number(forecast.lastReadShare),
          "read_share": .number(forecast.readShare),
        ]
        object["dollars"] = profile.cost(of: forecast).map { .number($0) }
        return .object(object)
      })
  }
}
