public import JSON

/// A declared tag that the model wrote.
public struct ReplyTag: Sendable, Hashable {
  /// What came with the tag.
  public enum Content: Sendable, Hashable {
    /// The words of `[NAME: words]`. `isClosed` is false when no bracket closed it.
    case inline(String, isClosed: Bool)
    /// A signal with nothing after it.
    case bare
    /// A signal with a JSON object.
    case payload(ReplyPayload)
    /// A signal with something that cannot be read as JSON; `raw` is all of it, `reason` says why.
    case malformed(raw: String, reason: String)
  }

  /// The declared name, however the model spelt it.
  public var name: String
  /// What came with it.
  public var content: Content

  /// Creates a tag.
  public init(name: String, content: Content) {
    self.name = name
    self.content = content
  }

  /// The words that the person reads; nil for a signal.
  public var words: String? {
    if case .inline(let words, _) = content { words } else { nil }
  }

  /// The payload's value; nil without one.
  public var payload: JSONValue? {
    if case .payload(let payload) = content { payload.value } else { nil }
  }
}

/// The JSON object that came with a signal.
public struct ReplyPayload: Sendable, Hashable {
  /// The object.
  public var value: JSONValue
  /// What had to be mended to read it; empty for JSON as it should be.
  public var repairs: [JSONRepair]
  /// The object as the model wrote it.
  public var raw: String

  /// Creates a payload.
  public init(_ value: JSONValue, repairs: [JSONRepair] = [], raw: String) {
    self.value = value
    self.repairs = repairs
    self.raw = raw
  }
}

extension ReplyTag.Content {
  /// A payload as it was written, mended if it has to be and can be. `reason` says what ended it, where that
  /// was not its closing brace.
  init(payload written: [UInt8], endedBecause reason: String? = nil) {
    let raw = String(decoding: written, as: UTF8.self)
    do throws(JSONSyntaxError) {
      self = .payload(ReplyPayload(try JSONValue(parsing: written), raw: raw))
    } catch {
      // An object found further in would be a part of what was meant.
      if let mended = RepairedJSON(raw), mended.value.object != nil,
        !mended.repairs.contains(.surroundings)
      {
        self = .payload(ReplyPayload(mended.value, repairs: mended.repairs, raw: raw))
      } else {
        self = .malformed(raw: raw, reason: reason ?? error.description)
      }
    }
  }
}
