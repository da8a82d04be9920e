package import LanguageModels
package import ModelLayers
import SourceFiles
import Synchronization

/// A model that answers what has been answered elsewhere, and collects all other requests.
///
/// A request that contains an answer which is still missing, such as the next message of a conversation, is not
/// collected: it can only be written when that answer is there.
package final class RequestCollector: LanguageModel {
  /// A request that needs a reply.
  package struct OpenRequest: Sendable {
    /// The request; its label and its origin are those of one of its calls.
    package var request: ModelRequest
    /// The labels of all its calls: variants and transcripts may send the same request.
    package var labels: Set<String> = []
    /// The samples that ask it, by their numbers: each needs a reply of its own.
    package var samples: Set<Int>
  }

  /// The identity of whoever gave the known replies.
  package let identity: ModelIdentity
  private let known: ImportedReplies?
  private let collected = Mutex<[String: OpenRequest]>([:])
  private let answered = Mutex<Int>(0)

  /// The text in place of a missing reply. It is of private use, so no conversation contains it.
  private static let missing = "\u{F8FF}no reply yet\u{F8FF}"

  /// Creates a collector.
  ///
  /// - Parameter known: The replies that have been given so far.
  package init(known: ImportedReplies? = nil) {
    self.known = known
    identity =
      known?.identity
      ?? ModelIdentity(provider: "replies", model: "nobody yet", recorded: "not yet")
  }

  /// The requests without a reply, sorted by digest, which puts versions and transcripts in no order.
  package var openRequests: [OpenRequest] {
    collected.withLock { collected in
      collected.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// The number of calls that were answered.
  package var answeredCalls: Int { answered.withLock { $0 } }

  /// Streams the known reply, or a placeholder.
  package func stream(_ request: ModelRequest) -> ModelStream {
    if let known, known.reply(to: request) != nil {
      answered.withLock { $0 += 1 }
      return known.stream(request)
    }
    if !request.messages.contains(where: { $0.text.contains(Self.missing) }) {
      collected.withLock { collected in
        var open =
          collected[request.digest.hexadecimal] ?? OpenRequest(request: request, samples: [])
        if let label = request.label { open.labels.insert(label) }
        open.samples.insert(request.origin?.attempt ?? 1)
        collected[request.digest.hexadecimal] = open
      }
    }
    return ModelStream { PreparedEvents([ModelEvent].reply([Self.missing])) }
  }
}
