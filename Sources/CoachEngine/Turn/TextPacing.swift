public import LanguageModels

/// Lets a message appear at a steady pace, in small pieces 50 to 100 ms apart.
///
/// Models speak in bursts. Pieces that come too fast flicker and cost a phone a redraw each; a whole paragraph
/// at once reads as a notice. Every byte comes through, in order; a paragraph that came at once is there within
/// a second, a page within two.
public struct TextPacing: Sendable, Hashable {
  /// The time between two pieces: the shortest while much is waiting, the longest while little is.
  public var interval: ClosedRange<Duration>
  /// The share of the waiting text that each piece takes at least.
  static let share = 0.3
  /// The waiting characters from which the shortest interval holds.
  static let busy = 120

  /// Creates a pacing.
  public init(interval: ClosedRange<Duration> = .milliseconds(50) ... .milliseconds(100)) {
    self.interval = interval
  }

  /// How many characters of the waiting text to show next: whole words where the text is behind.
  func pieceLength(of waiting: String) -> Int {
    let count = waiting.count
    let least = max(1, Int((Double(count) * Self.share).rounded(.up)))
    // On to the end of a word, if it is near.
    let rest = waiting.dropFirst(least).prefix(12)
    let toBlank = rest.firstIndex { $0.isWhitespace }.map {
      rest.distance(from: rest.startIndex, to: $0)
    }
    return min(count, least + (toBlank ?? (count - least <= 12 ? count - least : 0)))
  }

  /// The time until the piece after this one.
  func pause(with waiting: Int) -> Duration {
    let share = Double(min(waiting, Self.busy)) / Double(Self.busy)
    let width = interval.upperBound - interval.lowerBound
    return interval.upperBound - width * share
  }
}

extension TurnStream {
  /// The same events with the text paced.
  public func paced(_ pacing: TextPacing = TextPacing(), clock: CallClock = .system) -> PacedTurn {
    PacedTurn(stream: self, pacing: pacing, clock: clock)
  }
}

/// A turn whose text comes at a steady pace.
public struct PacedTurn: AsyncSequence, Sendable {
  /// What is read.
  public typealias Element = TurnEvent
  /// A turn does not throw: what goes wrong is an event.
  public typealias Failure = Never

  let stream: TurnStream
  let pacing: TextPacing
  let clock: CallClock

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(events: stream.makeAsyncIterator(), pacing: pacing, clock: clock)
  }

  /// Reads events one by one.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var events: TurnStream.AsyncIterator
    private let pacing: TextPacing
    private let clock: CallClock
    private var waiting = ""
    /// An event that comes after the waiting text.
    private var held: TurnEvent?
    private var due: ContinuousClock.Instant?

    init(events: TurnStream.AsyncIterator, pacing: TextPacing, clock: CallClock) {
      self.events = events
      self.pacing = pacing
      self.clock = clock
    }

    /// The next event, or nil after `done`.
    public mutating func next() async -> TurnEvent? {
      while true {
        gather()
        guard !waiting.isEmpty else {
          if let event = held {
            held = nil
            return event
          }
          guard let event = await events.next() else { return nil }
          take(event)
          continue
        }
        if let due, clock.now() < due {
          // A reader that is cancelled gets the rest at once.
          try? await clock.sleep(clock.now().duration(to: due))
          gather()
        }
        let length = Task.isCancelled ? waiting.count : pacing.pieceLength(of: waiting)
        let piece = String(waiting.prefix(length))
        waiting.removeFirst(length)
        due = clock.now() + pacing.pause(with: waiting.count)
        return .text(piece)
      }
    }

    /// The next event, or nil after `done`.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> TurnEvent? {
      await next()
    }

    /// Takes what is there already, up to an event that is no text.
    private mutating func gather() {
      while held == nil, let event = events.poll() { take(event) }
    }

    private mutating func take(_ event: TurnEvent) {
      if case .text(let text) = event { waiting += text } else { held = event }
    }
  }
}
