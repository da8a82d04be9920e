import CoachModel
package import CoachSafety
package import LanguageModels

/// What became of a reply's text on its way to the person.
package struct DeliveredReply: Sendable {
  /// The text that the person saw, without tags.
  package var text = ""
  /// The tags, checked, in order.
  package var tags: [CheckedTag] = []
  /// What the guardrails found.
  package var findings: [ReplyFinding] = []
  /// Whether the guardrails ended the reply early.
  var isBlocked = false
  /// The resources named in a reply to a crisis.
  var namedResources: [CrisisResource] = []

  package init() {}
}

extension ReplyPipeline {
  /// Processes a whole reply and returns what a person would get, however it had been streamed.
  package func delivered(_ reply: ModelReply) -> DeliveredReply {
    var pipeline = self
    var delivered = DeliveredReply()
    let words = isForCrisis ? reply.text : reply.words
    for output in pipeline.feed(words) + pipeline.finish(isWhole: !reply.isDeclined) {
      delivered.add(output)
    }
    delivered.finish(pipeline)
    return delivered
  }
}

extension DeliveredReply {
  /// Adds a tag or a finding; the text is known at the end of the reply.
  mutating func add(_ output: ReplyPipeline.Output) {
    switch output {
    case .text: break
    case .tag(let tag): tags.append(tag)
    case .finding(let finding): findings.append(finding)
    }
  }

  /// Takes over the state of a pipeline at the end of the reply.
  mutating func finish(_ pipeline: ReplyPipeline) {
    isBlocked = pipeline.isBlocked
    text = pipeline.text
    namedResources = pipeline.namedResources
  }
}
