public import Documents

/// A declared tag that the model wrote.
public struct ReplyTag: Sendable, Hashable {
  /// The content of a tag.
  public enum Content: Sendable, Hashable {
    /// The text of `[NAME: words]`. `isClosed` is false if no bracket closed it.
    case inline(String, isClosed: Bool)
    /// A signal without content.
    case bare
    /// A signal with a JSON object.
    case payload(ReplyPayload)
    /// A signal whose content cannot be parsed as JSON. `raw` is all of it, `reason` explains the problem.
    case malformed(raw: String, reason: String)
  }

  /// The declared name, however the model spelled it.
  public var name: String
  /// The content of the tag.
  public var content: Content

  /// Creates a tag with its declared name.
  public init(name: String, content: Content) {
    self.name = name
    self.content = content
  }

  /// The text of an inline tag, which the person reads; nil for a signal.
  public var words: String? {
    if case .inline(let words, _) = content { words } else { nil }
  }

  /// The value of the payload; nil if there is none or it is malformed.
  public var payload: JSONValue? {
    if case .payload(let payload) = content { payload.value } else { nil }
  }
}

/// The JSON object of a signal.
public struct ReplyPayload: Sendable, Hashable {
  /// The object after parsing and repair.
  public var value: JSONValue
  /// The repairs that parsing required; empty for valid JSON.
  public var repairs: [JSONRepair]
  /// The object as the model wrote it.
  public var raw: String

  /// Creates a payload; `raw` is the object as the model wrote it.
  public init(_ value: JSONValue, repairs: [JSONRepair] = [], raw: String) {
    self.value = value
    self.repairs = repairs
    self.raw = raw
  }
}

extension ReplyTag.Content {
  /// Parses a payload, repairing it if necessary and possible. `reason` explains what ended it, if not its closing
  /// brace.
  init(payload written: [UInt8], endedBecause reason: String? = nil) {
    let raw = String(decoding: written, as: UTF8.self)
    do throws(JSONSyntaxError) {
      self = .payload(ReplyPayload(try JSONValue(parsing: written), raw: raw))
    } catch {
      // An object nested in the text would be only a part of what the model meant.
      if let repaired = RepairedJSON(raw), repaired.value.object != nil,
        !repaired.repairs.contains(.surroundings)
      {
        self = .payload(ReplyPayload(repaired.value, repairs: repaired.repairs, raw: raw))
      } else {
        self = .malformed(raw: raw, reason: reason ?? error.description)
      }
    }
  }
}
