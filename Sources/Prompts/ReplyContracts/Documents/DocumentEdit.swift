import Documents

/// A change of one place of a document.
///
/// Places are those of the document before all edits, so that a list of edits means the same in any order.
struct DocumentEdit: Sendable {
  enum Action: String, CaseIterable {
    /// Replaces a value, or adds a member to an object.
    case set
    /// Inserts an element before the one at the place; the place after the last element appends it.
    case insert
    /// Removes a member or an element.
    case remove
  }

  var location: ValueLocation
  var action: Action
  var value: JSONValue?

  /// An edit that cannot be read, in words.
  struct Unreadable: Error {
    var problem: String
  }

  /// Reads an edit: an object with `path`, `action` and, unless something is removed, `value`.
  init(_ json: JSONValue) throws(Unreadable) {
    guard let path = json["path"]?.string, let location = ValueLocation(path) else {
      throw Unreadable(problem: "has no 'path' such as schedule[1].day")
    }
    guard let action = json["action"]?.string.flatMap(Action.init) else {
      throw Unreadable(problem: "has no 'action': set, insert or remove")
    }
    value = json["value"]
    guard action == .remove || value != nil else {
      throw Unreadable(problem: "has no 'value' for the action '\(action.rawValue)'")
    }
    self.location = location
    self.action = action
  }

  private var parent: ValueLocation { ValueLocation(Array(location.steps.dropLast())) }

  private var index: Int? {
    if case .element(let index)? = location.steps.last { index } else { nil }
  }

  /// Returns why the edit cannot be applied to a document, in words; `nil` if it can.
  func problem(in document: JSONValue) -> String? {
    let exists = document[location] != nil
    switch (action, location.steps.last) {
    case (.remove, _):
      return exists ? nil : "removes what the document does not have"
    case (.insert, .element(let index)):
      guard let count = document[parent]?.array?.count else {
        return "inserts into what is no list of the document"
      }
      return index <= count ? nil : "inserts at \(index), but the list has \(count) elements"
    case (.insert, _): return "inserts where there is no list"
    case (.set, .member):
      return document[parent]?.object == nil
        ? "sets what the document does not have" : nil
    case (.set, _): return exists ? nil : "sets what the document does not have"
    }
  }

  /// Returns why two edits exclude each other, in words; `nil` if they do not.
  func conflict(with other: DocumentEdit) -> String? {
    if location == other.location {
      let isInsert = action == .insert || other.action == .insert
      return isInsert ? nil : "changes the same place a second time"
    }
    let (outer, inner) =
      location.steps.count < other.location.steps.count ? (self, other) : (other, self)
    // What is inserted comes before the element at its place, and changes nothing of it.
    guard outer.action != .insert, inner.location.steps.starts(with: outer.location.steps) else {
      return nil
    }
    return "changes a part of what another edit changes as a whole"
  }

  /// Returns a document with edits that can be applied to it and do not exclude each other.
  static func apply(_ edits: [DocumentEdit], to document: JSONValue) -> JSONValue {
    var document = document
    // What does not move anything first; then inner places before outer ones, and each list from its end, so that no
    // edit moves the place of a later one.
    for edit in edits where !edit.movesElements {
      document.replace(edit.location, with: edit.action == .remove ? nil : edit.value)
    }
    let moving = edits.enumerated().filter { $0.element.movesElements }.sorted { left, right in
      let (first, second) = (left.element, right.element)
      if first.location.steps.count != second.location.steps.count {
        return first.location.steps.count > second.location.steps.count
      }
      let (one, other) = (first.index ?? 0, second.index ?? 0)
      if one != other { return one > other }
      // At one place, what is there is removed before something comes before it.
      if first.action != second.action { return first.action == .remove }
      return left.offset > right.offset
    }
    for (_, edit) in moving {
      guard let index = edit.index, var elements = document[edit.parent]?.array else { continue }
      if edit.action == .remove {
        elements.remove(at: index)
      } else if let value = edit.value {
        elements.insert(value, at: min(index, elements.count))
      }
      document.replace(edit.parent, with: .array(elements))
    }
    return document
  }

  private var movesElements: Bool {
    action == .insert || action == .remove && index != nil
  }
}
