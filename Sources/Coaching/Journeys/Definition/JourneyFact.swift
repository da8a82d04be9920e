public import Documents

/// The type of a fact that the state of a journey holds.
public enum JourneyFact: String, Sendable, Hashable, CaseIterable {
  /// A text.
  case text
  /// True or false.
  case flag
  /// A time in seconds since 1970.
  case time
  /// A list of values.
  case list
  /// An object, such as a document or the payload of a tag.
  case object

  /// Returns whether a value has this type.
  public func accepts(_ value: JSONValue) -> Bool {
    switch self {
    case .text: value.string != nil
    case .flag: value.bool != nil
    case .time: value.number != nil
    case .list: value.array != nil
    case .object: value.object != nil
    }
  }
}
