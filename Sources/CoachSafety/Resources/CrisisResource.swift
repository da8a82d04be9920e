public import JSON

/// A line of help as a person sees it, in their language.
public struct CrisisResource: Sendable, Hashable {
  /// As the service calls itself.
  public var name: String
  /// What to do to reach it: a number, or a few words with one.
  public var contact: String
  /// A few words: when it answers and whom it is for.
  public var note: String
  /// What it is for, the fitting one first.
  public var kinds: [ResourceKind]

  /// Creates a resource.
  public init(name: String, contact: String, note: String, kinds: [ResourceKind]) {
    self.name = name
    self.contact = contact
    self.note = note
    self.kinds = kinds
  }

  /// The resource as the prompt `safety-reply` takes it: `name`, `contact`, `note`.
  public var json: JSONValue {
    ["name": .string(name), "contact": .string(contact), "note": .string(note)]
  }
}
