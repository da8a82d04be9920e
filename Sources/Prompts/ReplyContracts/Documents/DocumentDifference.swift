public import Documents
import TextAnalysis

/// One difference between two versions of a document, in a form that its owner can read.
///
/// ```swift
/// for difference in DocumentDifference.between(before, after) {
///   print(difference)   // schedule › thursday › day: thursday → friday
/// }
/// ```
public struct DocumentDifference: Sendable, Hashable {
  /// Where the difference is: the names of fields, and for elements of lists their first text.
  public var place: [String]
  /// What was there; `nil` if something was added.
  public var before: JSONValue?
  /// What is there now; `nil` if something was removed.
  public var after: JSONValue?

  /// Creates a difference.
  public init(place: [String], before: JSONValue?, after: JSONValue?) {
    self.place = place
    self.before = before
    self.after = after
  }

  /// Returns the differences between two documents, in the order of the new one; empty if they are equal.
  ///
  /// The order of members does not matter, that of elements does. An element of a list that has changed in part is
  /// compared with what stood in its place.
  public static func between(_ before: JSONValue, _ after: JSONValue) -> [DocumentDifference] {
    differences(before, after, at: [])
  }

  private static func differences(
    _ before: JSONValue, _ after: JSONValue, at place: [String]
  ) -> [DocumentDifference] {
    if before == after { return [] }
    switch (before, after) {
    case (.object(let old), .object(let new)):
      let names = new.keys + old.keys.filter { new[$0] == nil }
      return names.flatMap { name -> [DocumentDifference] in
        let inside = place + [name.replacing("_", with: " ")]
        if let first = old[name], let second = new[name] {
          return differences(first, second, at: inside)
        }
        return [DocumentDifference(place: inside, before: old[name], after: new[name])]
      }
    case (.array(let old), .array(let new)): return differences(old, new, at: place)
    default: return [DocumentDifference(place: place, before: before, after: after)]
    }
  }

  private static func differences(
    _ old: [JSONValue], _ new: [JSONValue], at place: [String]
  ) -> [DocumentDifference] {
    var found: [DocumentDifference] = []
    var (removed, added): ([Int], [Int]) = ([], [])
    func close() {
      found += changes(
        from: removed.map { ($0, old[$0]) }, to: added.map { ($0, new[$0]) }, at: place)
      (removed, added) = ([], [])
    }
    for edit in EditScript(from: old.map { $0.text() }, to: new.map { $0.text() }).edits {
      switch edit {
      case .same: close()
      case .removed(let index): removed.append(index)
      case .added(let index): added.append(index)
      }
    }
    close()
    return found
  }

  /// Returns the differences between elements that stood between two equal ones and those that stand there now.
  private static func changes(
    from old: [(index: Int, value: JSONValue)], to new: [(index: Int, value: JSONValue)],
    at place: [String]
  ) -> [DocumentDifference] {
    var old = old
    var twins: [Int: (index: Int, value: JSONValue)] = [:]
    func pair(_ position: Int, where isTwin: ((index: Int, value: JSONValue)) -> Bool) {
      if let twin = old.firstIndex(where: isTwin) { twins[position] = old.remove(at: twin) }
    }
    for (position, element) in new.enumerated() {
      let label = label(of: element.value, at: element.index)
      pair(position) { earlier in
        earlier.value.typeName == element.value.typeName
          && Self.label(of: earlier.value, at: earlier.index) == label
      }
    }
    // As many as before, so each stands in the place of one.
    if old.count == new.count - twins.count {
      for (position, element) in new.enumerated() where twins[position] == nil {
        pair(position) { $0.value.typeName == element.value.typeName }
      }
    }
    let changed = new.enumerated().flatMap { position, element -> [DocumentDifference] in
      guard let twin = twins[position] else {
        return [
          DocumentDifference(place: place + ownLabel(element), before: nil, after: element.value)
        ]
      }
      let inside = place + [label(of: twin.value, at: twin.index)]
      return differences(twin.value, element.value, at: inside)
    }
    let gone = old.map {
      DocumentDifference(place: place + ownLabel($0), before: $0.value, after: nil)
    }
    return changed + gone
  }

  /// A plain value in a list is its own label and needs no other.
  private static func ownLabel(_ element: (index: Int, value: JSONValue)) -> [String] {
    element.value.object == nil ? [] : [label(of: element.value, at: element.index)]
  }

  /// Returns a name for an element of a list: its first text, else its first number with its name, else its position.
  private static func label(of value: JSONValue, at index: Int) -> String {
    guard let object = value.object else { return "\(index + 1)" }
    if let text = object.lazy.compactMap({ $0.value.string }).first { return text }
    if let member = object.first(where: { $0.value.number != nil }) {
      return "\(member.key) \(member.value.plain)"
    }
    return "\(index + 1)"
  }
}

extension DocumentDifference: CustomStringConvertible {
  /// The difference on one line: `schedule › thursday › day: thursday → friday`.
  public var description: String {
    let where_ = place.joined(separator: " › ")
    let change =
      switch (before, after) {
      case (let before?, let after?): "\(before.brief) → \(after.brief)"
      case (nil, let after?): "added: \(after.brief)"
      case (let before?, nil): "removed: \(before.brief)"
      case (nil, nil): "unchanged"
      }
    return where_.isEmpty ? change : "\(where_): \(change)"
  }
}

extension JSONValue {
  /// The value on one line: texts as they are, of objects and lists what they hold.
  fileprivate var brief: String {
    switch self {
    case .object(let object):
      object.map { "\($0.key.replacing("_", with: " ")) \($0.value.brief)" }.joined(separator: ", ")
    case .array(let elements): elements.map(\.brief).joined(separator: "; ")
    default: plain
    }
  }
}
