import Documents
import PromptTemplates
import StreamParsing

/// A grader that forbids remains of tags in what the person reads: unknown or malformed tags, and payloads.
struct NoTagLeak: TextGrader {
  static let kind = GraderKind(
    NoTagLeak(),
    discussion:
      "Finds brackets that look like a tag, fields of a payload, and tags that are never closed, in the text that the person would read."
  )

  let id = "no-tag-leak"
  let summary = "No tag or payload leaks into the visible text."

  func grade(_ conversation: GradedConversation) -> [Grade] {
    let fields = conversation.contract.payloads.values.flatMap { schema in
      schema.source["properties"]?.object?.keys ?? []
    }
    return eachMessage(
      of: conversation,
      quoting: { message in
        if let open = message.events.tags.first(where: Self.isUnclosed) {
          return Objection(reason: "[\(open.name): is never closed")
        }
        let text = message.visibleText
        if let leak = Self.tagLike(in: text) {
          return Objection(reason: "shows '\(leak)'", quotes: [leak])
        }
        return fields.first { text.contains("\"\($0)\"") }.map { field in
          Objection(reason: "shows the field \"\(field)\"", quotes: [field])
        }
      })
  }

  private static func isUnclosed(_ tag: ReplyTag) -> Bool {
    if case .inline(_, isClosed: false) = tag.content { true } else { false }
  }

  /// Returns text that looks like a tag: a bracket with at least three capitals, underscores or spaces, starting with
  /// a capital.
  private static func tagLike(in text: String) -> String? {
    let bytes = Array(text.utf8)
    let isCapital = { (byte: UInt8) in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
    for (at, byte) in bytes.enumerated() where byte == UInt8(ascii: "[") {
      var name = bytes[(at + 1)...]
      if name.first == UInt8(ascii: "/") { name = name.dropFirst() }
      guard let first = name.first, isCapital(first) else { continue }
      let length = name.prefix {
        isCapital($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: " ")
      }.count
      guard length >= 3 else { continue }
      return String(decoding: bytes[at...].prefix(24), as: UTF8.self)
    }
    return nil
  }
}
