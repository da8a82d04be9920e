import CoachModel

/// The person who talks with the coach while a whole conversation is generated.
protocol ReplayPerson {
  /// The person's first message; `nil` if the coach speaks first.
  var opening: String? { get }
  /// The maximum number of coach messages.
  var coachMessages: Int { get }
  /// Whether the last of them is meant to close the conversation.
  var endsWithClose: Bool { get }

  /// Returns the person's answer to the coach's n-th message: `nil` if they leave, empty if they say nothing
  /// and the coach speaks again.
  mutating func answer(to number: Int, after history: [Message]) async throws -> String?

  /// Returns the coach's n-th message as it was recorded; `nil` if there is none.
  func recorded(_ number: Int) -> String?

  /// Checks what the person said, after the conversation.
  mutating func check(_ history: [Message]) async throws

  /// What the person did that a real person would not have done.
  var faults: [PersonFault] { get }
}

extension ReplayPerson {
  mutating func check(_ history: [Message]) {}

  var faults: [PersonFault] { [] }
}

/// The person of a transcript, who says what was recorded, whatever the coach says now.
struct RecordedPerson: ReplayPerson {
  let opening: String?
  let endsWithClose: Bool
  private let coach: [String]
  private let answers: [String]

  init(_ transcript: Transcript) {
    let positions = transcript.coachPositions
    let messages = transcript.messages
    func words(_ range: Range<Int>) -> String {
      messages[range].filter { $0.role == .user }.map(\.text).joined(separator: "\n\n")
    }
    let before = words(0..<(positions.first ?? messages.count))
    opening = before.isEmpty ? nil : before
    coach = positions.map { messages[$0].text }
    answers = positions.indices.map { place in
      words(
        positions[place]..<(place + 1 < positions.count ? positions[place + 1] : messages.count))
    }
    endsWithClose = transcript.ending == .complete
  }

  var coachMessages: Int { coach.count }

  func answer(to number: Int, after history: [Message]) -> String? {
    answers.indices.contains(number - 1) ? answers[number - 1] : nil
  }

  func recorded(_ number: Int) -> String? {
    coach.indices.contains(number - 1) ? coach[number - 1] : nil
  }
}
