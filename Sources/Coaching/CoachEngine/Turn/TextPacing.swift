public import LanguageModels

/// A pacing that shows a message at a steady rate, in small pieces 50 to 100 ms apart.
///
/// Models send text in bursts. Pieces that come too fast flicker and cost a phone a redraw each; a whole paragraph
/// at once looks like a notice. All text is passed on in order. A paragraph that arrived at once is complete within
/// a second, a page within two.
public struct TextPacing: Sendable, Hashable {
  /// The time between two pieces: the shortest if much text is waiting, the longest if little is.
  public var interval: ClosedRange<Duration>
  /// The minimum share of the waiting text in each piece.
  static let share = 0.3
  /// The number of waiting characters from which the shortest interval applies.
  static let busy = 120

  /// Creates a pacing, by default with pieces 50 to 100 ms apart.
  public init(interval: ClosedRange<Duration> = .milliseconds(50) ... .milliseconds(100)) {
    self.interval = interval
  }

  /// Returns the number of waiting characters to show next, extended to the end of a word if one is near.
  func pieceLength(of waiting: String) -> Int {
    let count = waiting.count
    let least = max(1, Int((Double(count) * Self.share).rounded(.up)))
    let rest = waiting.dropFirst(least).prefix(12)
    let toBlank = rest.firstIndex { $0.isWhitespace }.map {
      rest.distance(from: rest.startIndex, to: $0)
    }
    return min(count, least + (toBlank ?? (count - least <= 12 ? count - least : 0)))
  }

  /// Returns the time until the next piece if this many characters are still waiting.
  func pause(with waiting: Int) -> Duration {
    let share = Double(min(waiting, Self.busy)) / Double(Self.busy)
    let width = interval.upperBound - interval.lowerBound
    return interval.upperBound - width * share
  }
}

extension TurnStream {
  /// Returns the same events with the text in small pieces at a steady rate.
  public func paced(_ pacing: TextPacing = TextPacing(), clock: CallClock = .system) -> PacedTurn {
    PacedTurn(stream: self, pacing: pacing, clock: clock)
  }
}

/// The events of a turn with paced text.
public struct PacedTurn: AsyncSequence, Sendable {
  /// The events of the turn.
  public typealias Element = TurnEvent
  /// The sequence never throws; failures are events.
  public typealias Failure = Never

  let stream: TurnStream
  let pacing: TextPacing
  let clock: CallClock

  /// Creates the iterator. As of a ``TurnStream``, there is one.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(events: stream.makeAsyncIterator(), pacing: pacing, clock: clock)
  }

  /// An iterator that splits the text of a turn into paced pieces.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var events: TurnStream.AsyncIterator
    private let pacing: TextPacing
    private let clock: CallClock
    private var waiting = ""
    /// An event that follows the waiting text.
    private var held: TurnEvent?
    private var due: ContinuousClock.Instant?

    init(events: TurnStream.AsyncIterator, pacing: TextPacing, clock: CallClock) {
      self.events = events
      self.pacing = pacing
      self.clock = clock
    }

    /// Returns the next event; `nil` after `done` or if the reader is cancelled.
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
          // A cancelled reader gets the rest immediately.
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

    /// Returns the next event; `nil` after `done` or if the reader is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> TurnEvent? {
      await next()
    }

    /// Collects the available text, up to an event that is not text.
    private mutating func gather() {
      while held == nil, let event = events.poll() { take(event) }
    }

    private mutating func take(_ event: TurnEvent) {
      switch event {
      case .text(let text): waiting += text
      case .replaced:
        waiting = ""
        held = event
      default: held = event
      }
    }
  }
}
