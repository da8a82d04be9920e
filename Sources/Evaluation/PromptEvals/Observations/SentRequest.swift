import SourceFiles

/// The request from which a coach message was generated, as far as it identifies the reply.
struct SentRequest: Sendable, Hashable {
  /// The number among the coach's messages, from 1.
  var message: Int
  /// The first 64 bits of the request's digest; ``unknown`` if the message was generated without a request, or if it was
  /// not stored.
  var digest: UInt64

  /// Stands for a request that is not known. It equals no other request, not even itself.
  static let unknown: UInt64 = 0

  var isKnown: Bool { digest != Self.unknown }

  /// Creates a request from the digest that a sample stores.
  init(message: Int, digest text: String?) {
    self.message = message
    let hexadecimal = text.map { UInt64($0.prefix(16), radix: 16) == nil ? Self.hash($0) : $0 }
    digest = hexadecimal.flatMap { UInt64($0.prefix(16), radix: 16) } ?? Self.unknown
  }

  /// Creates a request from a number that was stored.
  init(message: Int, number: UInt64) {
    self.message = message
    digest = number
  }

  private static func hash(_ text: String) -> String { ContentDigest(of: text).hexadecimal }
}

/// The requests of all variants, by transcript and message.
struct SentRequests: Sendable {
  /// The request for one message of one transcript.
  struct Entry: Sendable {
    /// The index of the transcript.
    var place: Int32
    var message: Int32
    var digest: UInt64

    var node: RequestNode { RequestNode(place: Int(place), message: Int(message)) }
  }

  /// The requests of each variant, by its index.
  private(set) var sides: [[Entry]]

  init(sides: Int) {
    self.sides = Array(repeating: [], count: sides)
  }

  /// Adds the requests of the first sample of a transcript under a variant.
  ///
  /// Further samples of it ask the same, but for their seed, so memory does not grow with their number.
  mutating func add(_ requests: [SentRequest], side: Int, place: Int) {
    guard sides.indices.contains(side) else { return }
    sides[side] += requests.map {
      Entry(
        place: Int32(clamping: place), message: Int32(clamping: $0.message), digest: $0.digest)
    }
  }
}

/// A message of a transcript, whichever variant generates it.
struct RequestNode: Sendable, Hashable {
  /// The index of the transcript.
  var place: Int
  /// The number among the coach's messages, from 1.
  var message: Int
}
