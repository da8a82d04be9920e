import CoachAccess
import CoachEngine
import CoachSignals
import CommandLineSupport
import LanguageModels

/// A command that can be typed instead of a message, to go through the product's course in minutes.
enum ChatAction {
  case startTrial
  case subscribe
  case renew
  case cancel
  case later(seconds: Int)
  case status
  case again
  case end
  case learned
  case decide(ChatDecision)
  case forget
  case help

  static let overview = """
    /trial      begin a trial of three days and 100 messages
    /subscribe  begin a subscription of 30 days and 800 messages
    /renew      begin its next period
    /cancel     let the trial or the subscription run out
    /later 2d   set the clock forward: 2d, 36h, 10m
    /status     where you stand
    /again      send the last message again, if it got no answer
    /end        end the session; otherwise it ends after half an hour of silence, or on another day
    /learned    what is known about you, and what is proposed
    /keep 1 2   keep these proposals; /keep all
    /drop 3     throw this one away, for good; /drop all
    /remember   answer the offer: yes or no
    /checkin    answer the offer: yes or no
    /forget     forget this conversation and all that was learned from it
    """

  /// Parses a line; nil if it is a message. Throws a ``CommandError`` for an unknown command.
  init?(_ line: String) throws {
    guard line.hasPrefix("/") else { return nil }
    let words = line.dropFirst().split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("trial", 1): self = .startTrial
    case ("subscribe", 1): self = .subscribe
    case ("renew", 1): self = .renew
    case ("cancel", 1): self = .cancel
    case ("status", 1): self = .status
    case ("again", 1): self = .again
    case ("end", 1): self = .end
    case ("learned", 1): self = .learned
    case ("forget", 1): self = .forget
    case ("keep", 2...): self = .decide(.keep(try Self.numbers(words)))
    case ("drop", 2...): self = .decide(.drop(try Self.numbers(words)))
    case ("remember", 2): self = .decide(try Self.answer(.remember, words[1]))
    case ("checkin", 2): self = .decide(try Self.answer(.checkIn, words[1]))
    case ("help", 1): self = .help
    case ("later", 2):
      let units = ["d": 86_400, "h": 3600, "m": 60]
      guard let unit = words[1].last.flatMap({ units[String($0)] }),
        let count = Int(words[1].dropLast()), (1...10_000).contains(count)
      else {
        throw CommandError("'\(words[1])' is not a time", hint: "write /later 2d, 36h or 10m")
      }
      self = .later(seconds: count * unit)
    default: throw CommandError("'\(line)' is not known", hint: "/help lists the commands")
    }
  }

  /// Parses the numbers after a command; nil for `all`.
  private static func numbers(_ words: [String]) throws -> [Int]? {
    if words.count == 2, words[1] == "all" { return nil }
    return try words.dropFirst().map { word in
      guard let number = Int(word), number > 0 else {
        throw CommandError("'\(word)' is not a number", hint: "write /\(words[0]) 1 2, or all")
      }
      return number
    }
  }

  private static func answer(_ offer: Offer, _ word: String) throws -> ChatDecision {
    guard word == "yes" || word == "no" else {
      throw CommandError("'\(word)' is no answer", hint: "write yes or no")
    }
    return .answer(offer, isAccepted: word == "yes")
  }
}

extension AccessRecord {
  private static let period = 30.0 * 86_400

  /// Applies an action that buys or ends something, and returns what it tells the person; `nil` for any other action.
  mutating func perform(_ action: ChatAction, at now: Double) throws(AccessError) -> String? {
    switch action {
    case .startTrial:
      self = try after(.trialStarted, at: now)
      return "the trial begins"
    case .subscribe:
      guard let period = BillingPeriod(start: now, end: now + Self.period) else { return "" }
      self = try after(.subscribed(period), at: now)
      return "the subscription begins"
    case .renew:
      guard let last = subscription?.period,
        let next = BillingPeriod(start: max(last.end, now), end: max(last.end, now) + Self.period)
      else { return "there is no subscription to renew" }
      self = try after(.renewed(next), at: now)
      return "the next period begins"
    case .cancel:
      if let period = subscription?.period {
        self = try after(.renewalCancelled(period), at: now)
        return "the subscription runs out"
      }
      self = try after(.trialCancelled, at: now)
      return "the trial runs out"
    default: return nil
    }
  }
}

extension ChatState {
  /// Applies an action to the state, and returns what it tells the person. `now` is the person's time.
  mutating func perform(_ action: ChatAction, at now: Double) throws -> String {
    do throws(AccessError) {
      return try change(action, at: now)
    } catch {
      throw CommandError(error.message, hint: error.advice)
    }
  }

  private mutating func change(_ action: ChatAction, at now: Double) throws(AccessError) -> String {
    if let words = try access.perform(action, at: now) { return words }
    switch action {
    case .later(let seconds):
      guard clockOffset + seconds <= Self.maximumOffset else { return "that is too far away" }
      clockOffset += seconds
      return "it is later now"
    case .status: return status(at: now)
    case .startTrial, .subscribe, .renew, .cancel, .again, .end, .learned, .decide, .forget:
      return ""
    case .help: return ChatAction.overview
    }
  }

  private func status(at now: Double) -> String {
    let stage = access.stage(at: now).rawValue
    let counts = used.sorted { $0.key < $1.key }.map { "\($0.value) messages (\($0.key))" }
    return ([stage] + counts).joined(separator: ", ")
  }
}
