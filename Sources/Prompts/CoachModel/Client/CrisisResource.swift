package import Documents

/// A service that helps people in a crisis, in the language of the person.
public struct CrisisResource: Sendable, Hashable {
  /// The name that the service uses for itself.
  public var name: String
  /// How to reach the service: a number or web address, or a few words that contain one.
  public var contact: String
  /// A short note on when the service is available and whom it is for.
  public var note: String
  /// The kinds of crisis that the service is for, the primary one first.
  public var kinds: [ResourceKind]
  /// What an app can open with a tap, in the order of ``contact``; empty from a server that does not send it.
  public var links: [ContactLink]

  /// Creates a resource; the primary kind comes first.
  public init(
    name: String, contact: String, note: String, kinds: [ResourceKind], links: [ContactLink] = []
  ) {
    self.name = name
    self.contact = contact
    self.note = note
    self.kinds = kinds
    self.links = links
  }

  package static let members = JSONObjectForm<CrisisResource>(
    "a crisis resource", .required("name", \.name, .text), .required("contact", \.contact, .text),
    .required("note", \.note, .text), .required("kinds", \.kinds, .list(.choice)),
    .list("links", \.links, ContactLink.members.form)
  ) {
    CrisisResource(
      name: $0.name, contact: $0.contact, note: $0.note, kinds: $0.kinds, links: $0.links)
  }
}

/// The kind of crisis that a resource is for.
public enum ResourceKind: String, Sendable, Hashable, CaseIterable {
  /// People who think about suicide.
  case suicide
  /// Violence and control by someone close.
  case abuse
  /// Children and teenagers, and adults who worry about one.
  case child
  /// Eating disorders.
  case eating
  /// Voices, and losing hold of what is real.
  case psychosis
  /// Pregnancy and the first year with a baby.
  case perinatal
  /// People who fear that they will hurt someone.
  case harmToOthers = "harm_to_others"
  /// Someone to talk to about anything.
  case general
}
