package import Documents

/// A place in a JSON value, such as `schedule[1].exercises[0].sets`.
public struct ValueLocation: Sendable, Hashable {
  /// A step from a value to one of its parts.
  public enum Step: Sendable, Hashable {
    /// To the member of an object.
    case member(String)
    /// To an element of an array, counted from 0.
    case element(Int)
  }

  /// The steps from the whole value to the place; empty for the whole value.
  public var steps: [Step]

  /// Creates a location from its steps.
  public init(_ steps: [Step] = []) {
    self.steps = steps
  }

  /// Returns the place of a member of the value at this place.
  package func member(_ name: String) -> ValueLocation { ValueLocation(steps + [.member(name)]) }

  /// Returns the place of an element of the value at this place.
  package func element(_ index: Int) -> ValueLocation { ValueLocation(steps + [.element(index)]) }

  /// The place of the innermost array element that holds this place, or is this place; `nil` if there is none.
  package var enclosingElement: ValueLocation? {
    let last = steps.lastIndex { if case .element = $0 { true } else { false } }
    return last.map { ValueLocation(Array(steps[...$0])) }
  }
}

extension ValueLocation: CustomStringConvertible {
  /// The place in the notation of schema violations; empty for the whole value.
  public var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .member(let name): text += text.isEmpty ? name : ".\(name)"
      case .element(let index): text += "[\(index)]"
      }
    }
    return text
  }
}

extension ValueLocation {
  /// Reads a place as a model or a person writes it: `schedule[1].day`; `nil` if the text is not a place.
  package init?(_ text: String) {
    guard let path = ValuePath(text) else { return nil }
    var steps: [Step] = []
    for step in path.steps {
      switch step {
      case .member(let name): steps.append(.member(name))
      case .element(let index): steps.append(.element(index))
      case .elements, .matching: return nil
      }
    }
    self.init(steps)
  }
}

extension JSONValue {
  /// The part at a place; `nil` if there is none.
  package subscript(_ location: ValueLocation) -> JSONValue? {
    var value = self
    for step in location.steps {
      switch (step, value) {
      case (.member(let name), .object(let object)):
        guard let member = object[name] else { return nil }
        value = member
      case (.element(let index), .array(let elements)):
        guard elements.indices.contains(index) else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }

  /// Replaces the part at a place, or removes it with `nil`. A member that does not exist is added; anything else that
  /// does not exist stays as it is.
  package mutating func replace(_ location: ValueLocation, with part: JSONValue?) {
    replace(location.steps[...], with: part)
  }

  private mutating func replace(_ steps: ArraySlice<ValueLocation.Step>, with part: JSONValue?) {
    guard let step = steps.first else {
      self = part ?? .null
      return
    }
    let rest = steps.dropFirst()
    // A part that nothing else holds is changed in place: a list of which most is dropped would be copied each time.
    switch step {
    case .member(let name):
      guard case .object(var object) = self else { return }
      self = .null
      if rest.isEmpty {
        object[name] = part
      } else if var member = object[name] {
        object[name] = .null
        member.replace(rest, with: part)
        object[name] = member
      }
      self = .object(object)
    case .element(let index):
      guard case .array(var elements) = self, elements.indices.contains(index) else { return }
      self = .null
      if !rest.isEmpty {
        elements[index].replace(rest, with: part)
      } else if let part {
        elements[index] = part
      } else {
        elements.remove(at: index)
      }
      self = .array(elements)
    }
  }
}
