public import Documents
import LanguageModels
import PromptTemplates
import ReplyContracts
import SourceFiles
import StreamParsing

/// The reply to a task, after it was checked against its prompt's contract.
public struct TaskReply: Sendable, Hashable {
  /// The data of a reply that is JSON. Of a reply that is text, an object with `text`, and with each tag by its name: its
  /// payload, `true` for a tag without one, and for inline tags a list of their texts.
  public var json: JSONValue
  /// The text without tags; `nil` if the reply is JSON.
  public var text: String?
  /// The tags of a text.
  public var tags: [CheckedTag] = []
  /// What was dropped or repaired so that the contract is kept, one sentence each.
  public var changes: [String] = []

  /// Returns whether the text has a tag with this name.
  public func has(_ tag: String) -> Bool { tags.contains { $0.name == tag } }
}

extension TaskReply {
  /// Reads a reply that is JSON.
  init(json: JSONValue) {
    self.json = json
  }

  /// Reads a reply that is text, with the tags that the contract declares.
  ///
  /// Throws the problems of tags that violate the contract, and of a reply that has neither text nor a tag.
  init(words: String, contract: ReplyContract) throws(StructuredMisfit) {
    let events = ReplyTagParser.parse(words, declarations: contract.tags)
    tags = events.tags.map { contract.check($0) }
    let said = events.visibleText.trimmingWhitespace
    let problems = tags.flatMap { tag in tag.problems.map { "the tag \(tag.name): \($0)" } }
    guard problems.isEmpty else { throw StructuredMisfit(problems) }
    guard !said.isEmpty || !tags.isEmpty else { throw StructuredMisfit(["the reply has no text"]) }
    self.text = said
    var object: JSONObject = ["text": .string(said)]
    for tag in tags {
      if case .inline(let words, _) = tag.tag.content {
        object[tag.name] = .array((object[tag.name]?.array ?? []) + [.string(words)])
      } else {
        object[tag.name] = tag.payload ?? true
      }
      changes += tag.repairs.map { "the tag \(tag.name): \($0)" }
    }
    json = .object(object)
  }

  /// Takes over what the rules of a contract made of the reply.
  ///
  /// Throws what the model has to correct.
  func applying(_ report: ContractReport) throws(StructuredMisfit) -> TaskReply {
    guard report.violations.isEmpty else { throw StructuredMisfit(report.violations) }
    var reply = self
    reply.json = report.reply
    reply.changes += report.changes
    for index in tags.indices {
      let name = tags[index].name
      if case .inline = tags[index].tag.content {
        // The words of an inline tag are part of the text, from which nothing can be cut.
        guard report.reply[name] == json[name] else { throw StructuredMisfit(report.changes) }
      } else if tags[index].payload != nil {
        reply.tags[index].payload = report.reply[name]
      }
    }
    if text != nil { reply.text = report.reply["text"]?.string ?? "" }
    return reply
  }
}
