import Documents
import LanguageModels

/// A recorded request: everything that its digest covers, without secrets.
public struct RecordedRequest: Sendable, Hashable {
  /// The JSON from which the digest is computed, with secrets redacted.
  let form: JSONValue

  init(_ form: JSONValue) {
    self.form = form
  }

  init(_ request: ModelRequest, redactor: Redactor) {
    form = redactor.redact(request.digestForm)
  }

  /// Describes the first difference to a request that is asked now; nil if there is none.
  func firstDifference(to asked: RecordedRequest) -> String? {
    for (name, title) in Self.members {
      guard let difference = Self.difference(between: form[name], and: asked.form[name], at: title)
      else { continue }
      return difference
    }
    return nil
  }

  /// Returns how similar two requests are: the number of equal messages and parameters, and, to break ties, the
  /// length of the common prefix of the first messages that differ.
  func likeness(to asked: RecordedRequest) -> (same: Int, prefix: Int) {
    let (messages, others) = (form["messages"]?.array ?? [], asked.form["messages"]?.array ?? [])
    let pairs = Array(zip(messages, others))
    var same = pairs.count { $0 == $1 } * 4 - abs(messages.count - others.count)
    for (name, value) in form["parameters"]?.object ?? [:]
    where asked.form["parameters"]?[name] == value {
      same += 1
    }
    for (name, _) in Self.members where form[name] == asked.form[name] { same += 1 }
    let first = pairs.first { $0 != $1 }
    let texts = first.map { ($0["text"]?.string ?? "", $1["text"]?.string ?? "") }
    return (same, texts.map { $0.utf8.sharedPrefix(with: $1.utf8) } ?? 0)
  }

  /// The members of a request, in the order in which differences are most useful to a reader.
  private static let members = [
    ("parameters", "parameter"), ("tools", "tool"), ("tool_choice", "tool choice"),
    ("parallel", "parallel tool calls"), ("format", "reply format"), ("messages", "message"),
  ]

  private static func difference(
    between recorded: JSONValue?, and asked: JSONValue?, at context: String
  )
    -> String?
  {
    switch (recorded, asked) {
    case (let recorded?, let asked?) where recorded == asked: return nil
    case (nil, nil): return nil
    case (.object(let left)?, .object(let right)?):
      let names = left.keys + right.keys.filter { left[$0] == nil }
      return names.lazy.compactMap {
        difference(between: left[$0], and: right[$0], at: "\(context) '\($0)'")
      }.first
    case (.array(let left)?, .array(let right)?):
      for (number, pair) in zip(left, right).enumerated() {
        let role = pair.0["role"]?.string.map { " (\($0))" } ?? ""
        let name = "\(context) \(number + 1)\(role)"
        if let found = difference(between: pair.0, and: pair.1, at: name) { return found }
      }
      return "there are \(right.count) of '\(context)' where \(left.count) were recorded"
    case (.string(let left)?, .string(let right)?):
      return difference(between: left, and: right, at: context)
    case (let recorded, let asked):
      return "\(context) is \(asked.brief), recorded \(recorded.brief)"
    }
  }

  /// Describes how two texts differ, with excerpts that start shortly before the first difference.
  private static func difference(between recorded: String, and asked: String, at context: String)
    -> String
  {
    let shared = zip(recorded, asked).prefix { $0 == $1 }.count
    func excerpt(_ text: String) -> String {
      let start = max(0, shared - 12)
      let words = text.dropFirst(start).prefix(52).map { $0.isNewline ? "⏎" : $0 }
      let isCut = text.dropFirst(start + 52).isEmpty
      return "'\(start > 0 ? "…" : "")\(String(words))\(isCut ? "" : "…")'"
    }
    return "\(context) differs from character \(shared + 1) on: \(excerpt(asked)),"
      + " recorded \(excerpt(recorded))"
  }
}

extension JSONValue? {
  fileprivate var brief: String {
    guard let text = self?.text() else { return "not there" }
    return text.count > 60 ? "\(text.prefix(60))…" : text
  }
}

extension Sequence<UInt8> {
  fileprivate func sharedPrefix(with other: some Sequence<UInt8>) -> Int {
    zip(self, other).prefix { $0 == $1 }.count
  }
}
